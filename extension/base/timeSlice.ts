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
  #number = 0;
  #startedAt = -Infinity;
  /** When a loop was at work, as far as is known. */
  #seenAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** It is taken to have ended when nobody has worked for as long as all may: that sets no timer, and costs a rest too many at most. */
  join(): void {
    const now = this.#clock.now();
    if (now - this.#seenAt >= sliceMs) this.#start(now);
    this.#seenAt = now;
  }

  isSpent(): boolean {
    this.#seenAt = this.#clock.now();
    return this.#seenAt - this.#startedAt >= sliceMs;
  }

  rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#resting.push(resolve);
      this.#wakeLater();
    });
  }

  /** Once for each that rests. Who is woken first begins the next turn; what is done in it counts before others are woken. */
  #wakeLater(): void {
    const asked = this.#number;
    this.#clock.defer(() => {
      if (asked === this.#number) this.#start(this.#clock.now());
      if (this.isSpent()) this.#wakeLater();
      else this.#resting.shift()!();
    });
  }

  #start(now: number): void {
    this.#number++;
    this.#startedAt = now;
  }
}

const turns = new WeakMap<Clock, Turn>();

function turnOf(clock: Clock): Turn {
  let turn = turns.get(clock);
  if (!turn) turns.set(clock, (turn = new Turn(clock)));
  return turn;
}
