import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Seq } from '../trace/entry.ts';

export interface ResyncTimerOptions {
  readonly clock: Clock;
  /** 0: never. */
  readonly periodMs: number;
  /** Asked on each tick whether anybody is due. */
  readonly isDue: () => boolean;
  /** `signal` aborts when the watch phase ends first. `cause`: the entry that asked for it; undefined: its time has come. */
  readonly resync: (signal: AbortSignal, cause: Seq | undefined) => Promise<unknown>;
  /** A failed resync ends the watch phase. */
  readonly onError: (error: unknown) => void;
  /** Of the Reflector: its stop ends a resync at once, not when its phase has noticed. */
  readonly signal: AbortSignal;
}

/**
 * The resync timer of one watch phase: one-shot, armed again when the work of a tick is done,
 * from zero in each phase.
 */
export class ResyncTimer implements Disposable {
  readonly #options: ResyncTimerOptions;
  readonly #stop = new AbortController();
  readonly #onAbort = (): void => this.dispose();
  #timer: Disposable | undefined;
  #ticking = false;

  constructor(options: ResyncTimerOptions) {
    this.#options = options;
    if (options.signal.aborted) this.dispose();
    else options.signal.addEventListener('abort', this.#onAbort, { once: true });
    if (options.periodMs > 0 && !options.signal.aborted) this.#arm();
  }

  dispose(): void {
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#stop.abort();
    this.#timer?.dispose();
  }

  /** A tick that is due, whoever is asked. False while one is at work, which does the same. @param beforehand called unless it is false; the entry that asks */
  fire(beforehand: () => Seq): boolean {
    if (this.#ticking || this.#stop.signal.aborted) return false;
    this.#timer?.dispose();
    void this.#tick(beforehand());
    return true;
  }

  #arm(): void {
    this.#timer = this.#options.clock.setTimer(this.#options.periodMs, () => void this.#tick());
  }

  async #tick(asked?: Seq): Promise<void> {
    this.#ticking = true;
    try {
      if (asked !== undefined || this.#options.isDue()) await this.#options.resync(this.#stop.signal, asked);
      if (!this.#stop.signal.aborted && this.#options.periodMs > 0) this.#arm();
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#options.onError(error);
    } finally {
      this.#ticking = false;
    }
  }
}
