import type { Clock } from './clock.ts';
import { GrowingRing } from './growingRing.ts';

/** So long may all loops together work in one turn of the event loop before others have theirs. */
export const sliceMs = 5;

/** Asking the clock costs about as much as a small step does, so it is asked once in so many. */
const smallStepsBetweenLooks = 4;

/**
 * Keeps a loop that works through a long queue from blocking the event loop: it works without a promise until the time of the turn
 * is spent, then rests. However many loops there are on one clock, they share that time, and take turns.
 */
export class TimeSlice {
  readonly #turn: Turn;
  readonly #stepsBetweenLooks: number;
  #steps = 0;

  /** @param steps `large`: each is worth a look at the clock */
  constructor(clock: Clock, steps: 'small' | 'large' = 'small') {
    this.#turn = turnOf(clock);
    this.#stepsBetweenLooks = steps === 'small' ? smallStepsBetweenLooks : 1;
    this.begin();
  }

  /** Asked after each step, or before a large one; true when it is time to `rest`. */
  isSpent(): boolean {
    return ++this.#steps % this.#stepsBetweenLooks === 0 && this.#turn.isSpent();
  }

  /** After a wait of any other kind: what is left of the turn's time is this loop's, too. */
  begin(): void {
    this.#turn.join();
  }

  /** Resolves in a later turn, when it is this loop's turn. */
  rest(): Promise<void> {
    return this.#turn.rest();
  }
}

/** The turn in which the loops of one clock work now. */
class Turn {
  readonly #clock: Clock;
  /** Whoever rests, in the order in which they go on. */
  readonly #resting = new GrowingRing<() => void>();
  #startedAt = -Infinity;
  /** Somebody has looked at the time: from now on it is that of all, until the turn is over. */
  #isShared = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  join(): void {
    if (!this.#isShared) this.#startedAt = this.#clock.now();
  }

  isSpent(): boolean {
    this.#share();
    return this.#clock.now() - this.#startedAt >= sliceMs;
  }

  rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#resting.push(resolve);
      this.#clock.defer(this.#wakeOne);
    });
  }

  /** Once for each that rests. What was done by those who were woken before counts. */
  readonly #wakeOne = (): void => {
    this.join();
    if (this.isSpent()) this.#clock.defer(this.#wakeOne);
    else this.#resting.shift()!();
  };

  #share(): void {
    if (this.#isShared) return;
    this.#isShared = true;
    this.#clock.defer(() => {
      this.#isShared = false;
    });
  }
}

const turns = new WeakMap<Clock, Turn>();

function turnOf(clock: Clock): Turn {
  let turn = turns.get(clock);
  if (!turn) turns.set(clock, (turn = new Turn(clock)));
  return turn;
}
