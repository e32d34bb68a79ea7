import type { EntryOf, Seq, TraceEntry } from './entry.ts';

/** How many writes and events are remembered while their other half is awaited. */
const remembered = 1000;

/**
 * Ties a reconciler's write to the watch event that it causes: both carry the same resource, key and
 * version. Whichever comes second names the first, as its `cause` or as `seenAs`. Events are remembered only
 * once a reconcile has begun: until then nobody writes.
 */
export class OwnWrites {
  readonly #writes = new Recent();
  readonly #events = new Recent();
  /** The resource that an informer watches, by the informer's name. */
  readonly #resources = new Map<string, string>();
  #reconciling = false;

  /** The entry, with the other half named when it is known. */
  link(entry: TraceEntry): TraceEntry {
    switch (entry.kind) {
      case 'reflector.event':
        return this.#reconciling ? this.#linkEvent(entry) : entry;
      case 'reconcile.write':
        return this.#linkWrite(entry);
      case 'reconcile.start':
        this.#reconciling = true;
        return entry;
      default:
        return entry;
    }
  }

  #linkEvent(entry: EntryOf<'reflector.event'>): TraceEntry {
    const id = `${this.#resourceOf(entry.informer)} ${entry.key} ${entry.rv}`;
    const write = this.#writes.get(id);
    if (write !== undefined) return { ...entry, cause: [...(entry.cause ?? []), write] };
    this.#events.add(id, entry.seq);
    return entry;
  }

  #linkWrite(entry: EntryOf<'reconcile.write'>): TraceEntry {
    if (entry.rv === undefined || entry.dryRun) return entry;
    const id = `${entry.target} ${entry.rv}`;
    const event = this.#events.get(id);
    if (event !== undefined) return { ...entry, seenAs: event };
    this.#writes.add(id, entry.seq);
    return entry;
  }

  #resourceOf(informer: string): string {
    let resource = this.#resources.get(informer);
    if (resource === undefined) {
      [resource = informer] = informer.split(/[@#]/);
      this.#resources.set(informer, resource);
    }
    return resource;
  }
}

/** The newest entries by their identity; the oldest gives way. */
class Recent {
  readonly #seqs = new Map<string, Seq>();
  readonly #ids: string[] = [];
  #next = 0;

  get(id: string): Seq | undefined {
    return this.#seqs.get(id);
  }

  add(id: string, seq: Seq): void {
    const oldest = this.#ids[this.#next];
    if (oldest !== undefined) this.#seqs.delete(oldest);
    this.#ids[this.#next] = id;
    this.#next = (this.#next + 1) % remembered;
    this.#seqs.set(id, seq);
  }
}
