import { cpuMs } from '../../support/cpuMs.ts';

/** How often the loop is looked at: a turn that takes longer is a block. */
const lookMs = 1;

/** The longest turn of the event loop, in the thread's own processor time, so that what others do on the machine is not taken for it. */
export class LoopBlocks {
  #longest = 0;

  constructor() {
    let cpu = cpuMs();
    let wall = performance.now();
    setInterval(() => {
      const [cpuNow, wallNow] = [cpuMs(), performance.now()];
      this.#longest = Math.max(this.#longest, Math.min(cpuNow - cpu, wallNow - wall));
      [cpu, wall] = [cpuNow, wallNow];
    }, lookMs).unref();
  }

  /** Since it was asked for last, in milliseconds. */
  take(): number {
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }
}
