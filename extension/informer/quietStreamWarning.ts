import type { Disposable } from '../base/disposable.ts';
import type { ReflectorRound } from './reflectorRound.ts';

/** How often it is looked, and how long a stream may be quiet. */
const quietMs = 10_000;

/**
 * Says, on each tick of ten seconds, that a streamed list stands still: its end marker has not come, and no event has
 * for as long as a tick.
 */
export class QuietStreamWarning implements Disposable {
  readonly #round: ReflectorRound;
  readonly #startedAt: number;
  readonly #objects: () => number;
  #heardAt: number;
  #timer: Disposable | undefined;

  /** @param objects how many the stream has brought so far */
  constructor(round: ReflectorRound, startedAt: number, objects: () => number) {
    this.#round = round;
    this.#startedAt = startedAt;
    this.#objects = objects;
    this.#heardAt = startedAt;
    this.#arm();
  }

  /** Events have come. */
  heard(): void {
    this.#heardAt = this.#round.now();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
  }

  #arm(): void {
    this.#timer = this.#round.options.clock.setTimer(quietMs, () => {
      this.#arm();
      const now = this.#round.now();
      if (now - this.#heardAt >= quietMs) this.#say(now - this.#startedAt);
    });
  }

  #say(lasted: number): void {
    const { trace, options } = this.#round;
    const objects = this.#objects();
    trace.streaming(objects, lasted);
    const seconds = Math.round(lasted / 1000);
    options.logger.warn('reflector', `${options.informer}: streaming initial events: ${objects} objects, end marker not seen, ${seconds} s`);
  }
}
