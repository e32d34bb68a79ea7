import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Seq, TraceEntry } from '../trace/entry.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { HeldStep, ItemInHand } from './heldStep.ts';
import type { Holds } from './holds.ts';
import { type Journey, Journeys } from './journeys.ts';

export interface ItemsInHandOptions {
  readonly clock: Clock;
  readonly holds: Holds;
  /** Without, no item is followed from one stage to the next. */
  readonly trace?: Pick<Tracer, 'at'> | undefined;
  /** Whether anything that waits or is being worked on was brought by one of these entries; without, nobody learns that an item has left the pipeline. */
  readonly carries?: ((isWanted: (seq: Seq) => boolean) => boolean) | undefined;
  /** The item that was let go last has left the pipeline; or one branch of it has, and another is held and in hand now. */
  readonly onEnd: (hasLeft: boolean) => void;
  /** After each look at what has left. */
  readonly onLooked: () => void;
}

/** The items that are stepped through: which one is in hand, where it goes on, and when it has left the pipeline. */
export class ItemsInHand {
  readonly journeys: Journeys;
  readonly #options: ItemsInHandOptions;
  #lookingForEnd: Disposable | undefined;
  #inHand: { readonly step: HeldStep; hasLeft: boolean } | undefined;
  /** The item that was let go last. */
  #current: Journey | undefined;

  constructor(options: ItemsInHandOptions) {
    this.#options = options;
    this.journeys = new Journeys((seq) => options.trace?.at(seq));
  }

  get isFollowing(): boolean {
    return this.journeys.size > 0;
  }

  /** Undefined when none is stepped through. */
  get inHand(): ItemInHand | undefined {
    return this.#inHand && { ...this.#inHand, isHeld: this.#options.holds.has(this.#inHand.step.id) };
  }

  isCurrent(journey: Journey | undefined): boolean {
    return journey === this.#current;
  }

  /** A held step, and with it its item, is what the steps mean from now on. */
  take(step: HeldStep): void {
    this.#options.holds.choose(step.id);
    this.#inHand = { step, hasLeft: false };
  }

  /** It is about to be let go. */
  begin(until: 'step' | 'over' | 'out', step: HeldStep): void {
    this.#inHand = { step, hasLeft: false };
    if (this.#options.trace) this.#current = this.journeys.begin(until, step);
  }

  /** An item that a breakpoint has found by an entry. @param isStepped it is in hand from now on, and not only watched */
  beginAt(isStepped: boolean, entry: TraceEntry, breakpoint: string): void {
    const journey = this.journeys.beginAt(isStepped ? 'step' : 'watched', entry, breakpoint);
    if (!isStepped) return;
    this.#current = journey;
    this.#inHand = undefined;
  }

  note(entry: TraceEntry): void {
    if (this.isFollowing && this.journeys.note(entry)) this.lookForEnd();
  }

  /** None is stepped through any more; those that a breakpoint watches are followed still. */
  drop(): void {
    this.#inHand = this.#current = undefined;
    this.journeys.endStepped();
  }

  /** In a later turn: what one step leads to comes in one go, and some of it in the turns that follow at once. */
  lookForEnd(): void {
    const { carries, clock } = this.#options;
    if (!carries || !this.isFollowing) return;
    this.#lookingForEnd ??= clock.defer(() => {
      this.#lookingForEnd = undefined;
      this.#endJourneys(carries);
    });
  }

  stopLooking(): void {
    this.#lookingForEnd = this.#lookingForEnd?.dispose() as undefined;
  }

  #endJourneys(carries: NonNullable<ItemsInHandOptions['carries']>): void {
    const held = new Set(this.#options.holds.all.map(({ journey }) => journey));
    for (const journey of this.journeys.all) {
      if (journey.isReflectors || this.journeys.isAwaited(journey) || held.has(journey) || carries((seq) => this.journeys.owns(journey, seq))) continue;
      this.journeys.end(journey);
    }
    if (this.#current && !this.journeys.all.includes(this.#current)) this.#goOnWithBranch(this.#current.family);
    this.#options.onLooked();
  }

  /** Where one branch of an item ends, another may be held, or on its way. */
  #goOnWithBranch(family: number): void {
    const held = this.#options.holds.all.find(({ journey }) => journey?.family === family);
    this.#current = held?.journey ?? this.journeys.all.findLast((journey) => journey.family === family);
    if (held) {
      this.take(held.step);
      this.#options.onEnd(false);
    } else if (!this.#current && this.#inHand) {
      // One that began with an entry has been told of already.
      this.#inHand.hasLeft = true;
      this.#options.onEnd(true);
    }
  }
}
