import { Emitter, type Event } from '../../extension/base/emitter.ts';
import type { EntryOf, Seq, TraceDraft, TraceEntry, TraceKind } from '../../extension/trace/entry.ts';
import type { Probe } from '../../extension/trace/probe.ts';

/** Keeps every entry, for tests to look at. Times are not recorded: `t` is 0. */
export class RecordingProbe implements Probe {
  readonly entries: TraceEntry[] = [];
  readonly #onEntry = new Emitter<TraceEntry>();

  readonly onEntry: Event<TraceEntry> = this.#onEntry.event;

  record(draft: TraceDraft): Seq {
    const seq = this.entries.length + 1;
    const entry: TraceEntry = { seq, t: 0, ...draft };
    this.entries.push(entry);
    this.#onEntry.fire(entry);
    return seq;
  }

  /** The entries of one kind, in order. */
  of<Kind extends TraceKind>(kind: Kind): EntryOf<Kind>[] {
    return this.entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind);
  }

  kinds(): TraceKind[] {
    return this.entries.map((entry) => entry.kind);
  }

  at(seq: Seq): TraceEntry {
    const entry = this.entries[seq - 1];
    if (!entry) throw new Error(`there is no entry ${seq}`);
    return entry;
  }

  /** Every entry that led to this one, nearest first, itself included. */
  chain(seq: Seq): TraceEntry[] {
    const seen = new Set<Seq>();
    const queue = [seq];
    const found: TraceEntry[] = [];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      if (seen.has(next) || next === 0) continue;
      seen.add(next);
      const entry = this.at(next);
      found.push(entry);
      queue.push(...(entry.cause ?? []));
    }
    return found;
  }

  clear(): void {
    this.entries.length = 0;
  }
}
