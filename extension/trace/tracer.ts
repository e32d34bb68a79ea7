import type { Clock } from '../base/clock.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { RingBuffer } from '../base/ringBuffer.ts';
import { ChangeWindow } from './changeWindow.ts';
import type { Seq, TraceDraft, TraceEntry } from './entry.ts';
import { OwnWrites } from './ownWrites.ts';
import type { Probe } from './probe.ts';

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/**
 * The trace of one session: numbers the entries, keeps the newest of them, and tells subscribers.
 * Entries are kept as they were handed in; nothing is formatted until somebody reads.
 */
export class Tracer implements Probe {
  readonly #clock: Clock;
  readonly #start: number;
  readonly #ring: RingBuffer<TraceEntry>;
  readonly #ownWrites = new OwnWrites();
  readonly #changes = new ChangeWindow();
  readonly #onEntry = new Emitter<TraceEntry>();
  #seq: Seq = 0;

  /** @param capacity how many entries are kept; older ones are dropped and counted */
  constructor(clock: Clock, capacity: number) {
    this.#clock = clock;
    this.#start = clock.now();
    this.#ring = new RingBuffer(capacity);
  }

  /** Fires for each entry, synchronously, in order. Subscribers take note and return; they do no work here. */
  readonly onEntry: Event<TraceEntry> = this.#onEntry.event;

  record(draft: TraceDraft): Seq {
    const placed = draft as Mutable<TraceEntry>;
    placed.seq = ++this.#seq;
    placed.t = this.#clock.now() - this.#start;
    const entry = this.#ownWrites.link(placed);
    this.#ring.push(entry);
    if (entry.kind === 'store.update') this.#changes.add(entry);
    this.#onEntry.fire(entry);
    return placed.seq;
  }

  /** Keeps another number of entries from now on; the oldest that no longer fit are dropped. */
  resize(capacity: number): void {
    this.#ring.resize(capacity);
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

  /** The kept entries from `from` on (default: all of them), oldest first. */
  *entries(from: Seq = this.dropped + 1): Generator<TraceEntry> {
    for (let seq = Math.max(from, this.dropped + 1); seq <= this.#seq; seq++) {
      const entry = this.at(seq);
      if (entry) yield entry;
    }
  }
}
