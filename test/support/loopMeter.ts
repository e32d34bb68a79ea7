import { cpuMs } from './cpuMs.ts';

/** How often the loop is looked at: a turn that takes longer is a block. */
const lookMs = 1;

/**
 * The longest turn of this thread's event loop. It is counted in the thread's own processor time where that is less than the time that
 * passed, so that what others do on the machine is not taken for a block.
 */
export class LoopMeter implements Disposable {
  #longest = 0;
  #cpu = cpuMs();
  #wall = performance.now();
  readonly #timer = setInterval(() => this.#look(), lookMs);

  /** In milliseconds, so far. */
  get longestMs(): number {
    this.#look();
    return this.#longest;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const [cpu, wall] = [cpuMs(), performance.now()];
    this.#longest = Math.max(this.#longest, Math.min(cpu - this.#cpu, wall - this.#wall));
    this.#cpu = cpu;
    this.#wall = wall;
  }
}
