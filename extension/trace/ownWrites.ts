import type { EntryOf, Seq, TraceEntry } from './entry.ts';

/** How many writes and events are remembered while their other half is awaited. */
const remembered = 1000;

/**
 * Ties a reconciler's write to the watch event that it causes: both carry the same resource, key and
 * version. Whichever comes second names the first, as its `cause` or as `seenAs`.
 */
export class OwnWrites {
  readonly #writes = new Map<string, Seq>();
  readonly #events = new Map<string, Seq>();

  /** The entry, with the other half named when it is known. */
  link(entry: TraceEntry): TraceEntry {
    if (entry.kind === 'reflector.event') return this.#linkEvent(entry);
    if (entry.kind === 'reconcile.write') return this.#linkWrite(entry);
    return entry;
  }

  #linkEvent(entry: EntryOf<'reflector.event'>): TraceEntry {
    const id = `${entry.informer.replace(/@.*/, '')} ${entry.key} ${entry.rv}`;
    const write = this.#writes.get(id);
    if (write !== undefined) return { ...entry, cause: [...(entry.cause ?? []), write] };
    remember(this.#events, id, entry.seq);
    return entry;
  }

  #linkWrite(entry: EntryOf<'reconcile.write'>): TraceEntry {
    if (entry.rv === undefined || entry.dryRun) return entry;
    const id = `${entry.target} ${entry.rv}`;
    const event = this.#events.get(id);
    if (event !== undefined) return { ...entry, seenAs: event };
    remember(this.#writes, id, entry.seq);
    return entry;
  }
}

function remember(map: Map<string, Seq>, id: string, seq: Seq): void {
  map.set(id, seq);
  if (map.size > remembered) map.delete(map.keys().next().value!);
}
