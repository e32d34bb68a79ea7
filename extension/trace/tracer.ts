import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { GrowingRing } from '../base/growingRing.ts';
import { ChangeWindow } from './changeWindow.ts';
import type { Seq, TraceDraft, TraceEntry } from './entry.ts';
import type { Happening } from './happening.ts';
import { OwnWrites } from './ownWrites.ts';
import type { Probe } from './probe.ts';
import { ServerLinks } from './serverLinks.ts';

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/**
 * The trace of one session: numbers the entries, keeps the newest of them, and tells subscribers.
 * Entries are kept as they were handed in; nothing is formatted until somebody reads.
 */
export class Tracer implements Probe {
  readonly #clock: Clock;
  readonly #ring = new GrowingRing<TraceEntry>();
  readonly #ownWrites = new OwnWrites();
  readonly #changes = new ChangeWindow();
  /** Later entries that name one as what they were seen as, by its number. */
  readonly #seenBy = new Map<Seq, readonly Seq[]>();
  #server: ServerLinks | undefined;
  readonly #onEntry = new Emitter<TraceEntry>();
  readonly #onHappening = new Emitter<Happening>();
  #capacity: number;
  #seq: Seq = 0;

  /** The clock's time at `t` 0. */
  readonly startedAt: number;

  /** @param capacity how many entries are kept, older ones are dropped and counted; default: all, until somebody drops them */
  constructor(clock: Clock, capacity = Infinity) {
    this.#clock = clock;
    this.startedAt = clock.now();
    this.#capacity = checked(capacity);
  }

  /** Fires for each entry, synchronously, in order. Subscribers take note and return; they do no work here. */
  readonly onEntry: Event<TraceEntry> = this.#onEntry.event;

  /** Fires for what is no entry, in order with the entries. */
  readonly onHappening: Event<Happening> = this.#onHappening.event;

  record(draft: TraceDraft): Seq {
    const placed = draft as Mutable<TraceEntry>;
    placed.seq = ++this.#seq;
    placed.t = this.#clock.now() - this.startedAt;
    const own = this.#ownWrites.link(placed);
    const entry = this.#server ? this.#server.link(own) : own;
    this.#noteSeen(entry);
    this.#ring.push(entry);
    if (this.#ring.length > this.#capacity) this.#drop();
    if (entry.kind === 'store.update') this.#changes.add(entry);
    this.#onEntry.fire(entry);
    return placed.seq;
  }

  note(happening: Happening): void {
    this.#onHappening.fire(happening);
  }

  /**
   * Takes over the entries of another trace as they are, before there are any of its own. All of them are there when subscribers are told of the first, which
   * whoever goes through what this returns does one by one: there may be more than one turn has time for.
   * @param entries by number, each one more than the one before
   */
  *adopt(entries: readonly TraceEntry[]): Generator<void, void> {
    const [first] = entries;
    if (!first || this.#seq > 0) return;
    for (const entry of entries) {
      this.#ring.push(entry);
      this.#noteSeen(entry);
    }
    this.#seq = first.seq + entries.length - 1;
    for (const entry of entries) {
      this.#onEntry.fire(entry);
      yield;
    }
  }

  /** From now on it is also told what the API server does: that is tied to what is seen of it. */
  followServer(): void {
    this.#server ??= new ServerLinks();
  }

  /** Keeps another number of entries from now on; the oldest that no longer fit are dropped. */
  resize(capacity: number): void {
    this.#capacity = checked(capacity);
    this.dropBefore(this.#seq - capacity + 1);
  }

  /** Forgets all entries that came before this one. */
  dropBefore(seq: Seq): void {
    while (this.#ring.length > 0 && this.dropped + 1 < seq) this.#drop();
  }

  /** Number of the newest entry; 0 before the first. */
  get lastSeq(): Seq {
    return this.#seq;
  }

  /** Entries that no longer fit and were dropped. */
  get dropped(): number {
    return this.#seq - this.#ring.length;
  }

  /** The entry with this number; undefined when it was dropped or is yet to come. */
  at(seq: Seq): TraceEntry | undefined {
    return this.#ring.at(seq - 1 - this.dropped);
  }

  /** Entries that came later and name this one as what they were seen as: a write its event, a sending, too. */
  seenBy(seq: Seq): readonly Seq[] {
    return this.#seenBy.get(seq) ?? nobody;
  }

  /** The kept entries from `from` on (default: all of them), oldest first. */
  *entries(from: Seq = this.dropped + 1): Generator<TraceEntry> {
    for (let seq = Math.max(from, this.dropped + 1); seq <= this.#seq; seq++) {
      const entry = this.at(seq);
      if (entry) yield entry;
    }
  }

  #drop(): void {
    this.#ring.shift();
    if (this.#seenBy.size > 0) this.#seenBy.delete(this.dropped);
  }

  #noteSeen(entry: TraceEntry): void {
    const seenAs = 'seenAs' in entry ? entry.seenAs : undefined;
    if (seenAs !== undefined) this.#seenBy.set(seenAs, [...(this.#seenBy.get(seenAs) ?? nobody), entry.seq]);
  }
}

const nobody: readonly Seq[] = [];

function checked(capacity: number): number {
  if ((Number.isInteger(capacity) && capacity >= 1) || capacity === Infinity) return capacity;
  throw new RangeError(`capacity must be a positive integer, not ${capacity}`);
}
