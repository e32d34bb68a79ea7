import { cpuMs } from '../../support/cpuMs.ts';
import type { Figures, ProcessorFigures } from '../figures.ts';

declare const gc: (() => void) | undefined;

/** How often the loop is looked at: a turn that takes longer is a block. */
const lookMs = 1;

/**
 * Measures one run inside the process that runs: the times that it is told of, the longest turn of the event loop, and the memory at
 * its end. A block is counted in the thread's own processor time, so that what others do on the machine is not taken for it.
 */
export class Meter {
  #longestCpuMs = 0;
  #longestWallMs = 0;
  #startedAt = 0;
  #startedCpu = 0;
  #syncMs = 0;
  #syncCpuMs = 0;
  #firstEventAt = 0;
  #firstEventCpu = 0;
  #lastEventAt = 0;
  #events = 0;
  readonly #timer: NodeJS.Timeout;

  constructor() {
    let cpu = cpuMs();
    let wall = performance.now();
    this.#timer = setInterval(() => {
      const cpuNow = cpuMs();
      const wallNow = performance.now();
      this.#longestCpuMs = Math.max(this.#longestCpuMs, cpuNow - cpu);
      this.#longestWallMs = Math.max(this.#longestWallMs, wallNow - wall);
      cpu = cpuNow;
      wall = wallNow;
    }, lookMs);
  }

  start(): void {
    this.#startedAt = performance.now();
    this.#startedCpu = cpuMs();
  }

  synced(): void {
    this.#syncMs = performance.now() - this.#startedAt;
    this.#syncCpuMs = cpuMs() - this.#startedCpu;
  }

  event(): void {
    const now = performance.now();
    if (this.#events++ === 0) {
      this.#firstEventAt = now;
      this.#firstEventCpu = cpuMs();
    }
    this.#lastEventAt = now;
  }

  get events(): number {
    return this.#events;
  }

  /** Call it while what is to be measured is still held. */
  end(): Figures & ProcessorFigures {
    clearInterval(this.#timer);
    const eventsCpuMs = cpuMs() - this.#firstEventCpu;
    const tookMs = this.#lastEventAt - this.#firstEventAt;
    return {
      syncMs: this.#syncMs,
      eventsPerSecond: tookMs > 0 ? (1000 * (this.#events - 1)) / tookMs : 0,
      memoryMB: memoryMB(),
      longestBlockMs: Math.min(this.#longestCpuMs, this.#longestWallMs),
      syncCpuMs: this.#syncCpuMs,
      eventsPerCpuSecond: this.#events > 1 ? (1000 * (this.#events - 1)) / eventsCpuMs : 0,
    };
  }
}

/** Heap and array buffers after a collection, in MB of a million bytes. */
export function memoryMB(): number {
  if (!gc) throw new Error('the clients of the bench need --expose-gc');
  gc();
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
