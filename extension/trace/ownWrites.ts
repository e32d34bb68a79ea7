import { Recent } from '../base/recent.ts';
import type { EntryOf, Seq, TraceEntry } from './entry.ts';
import { resourceOfInformer } from './resourceOfInformer.ts';

/** Writes and events that are remembered at most while their other half is awaited; the newest half of them always. */
const remembered = 2000;

/**
 * Ties a reconciler's write to the watch event that it causes: both carry the same resource, key and
 * version. Whichever comes second names the first, as its `cause` or as `seenAs`. The answer to a deletion has no version: it
 * is tied to the DELETED event of its key that comes after it was sent. Events are remembered only once a reconcile has
 * begun: until then nobody writes.
 */
export class OwnWrites {
  readonly #writes = new Recent<Seq>(remembered);
  readonly #events = new Recent<Seen>(remembered);
  readonly #deletions = new Recent<Seq>(remembered);
  readonly #deleted = new Recent<Seen>(remembered);
  /** The resource that an informer watches, by the informer's name. */
  readonly #resources = new Map<string, string>();
  #reconciling = false;

  /** The entry, with the other half named when it is known. */
  link(entry: TraceEntry): TraceEntry {
    switch (entry.kind) {
      case 'reflector.event':
        return this.#reconciling ? this.#linkEvent(entry) : entry;
      case 'reconcile.write':
        return entry.dryRun || entry.decided === 'skipped' || entry.code < 200 || entry.code > 299 ? entry : this.#linkWrite(entry);
      case 'reconcile.start':
      case 'reconcile.setup':
        this.#reconciling = true;
        return entry;
      default:
        return entry;
    }
  }

  #linkEvent(entry: EntryOf<'reflector.event'>): TraceEntry {
    const object = `${this.#resourceOf(entry.informer)} ${entry.key}`;
    const write = this.#writes.get(`${object} ${entry.rv}`) ?? (entry.type === 'DELETED' ? this.#deletions.get(object) : undefined);
    // Whatever is deleted from now on is another object of that name.
    if (entry.type === 'ADDED') this.#deletions.delete(object);
    if (write !== undefined) return { ...entry, cause: [...(entry.cause ?? []), write] };
    const seen = { seq: entry.seq, t: entry.t };
    this.#events.set(`${object} ${entry.rv}`, seen);
    if (entry.type === 'DELETED') this.#deleted.set(object, seen);
    return entry;
  }

  #linkWrite(entry: EntryOf<'reconcile.write'>): TraceEntry {
    const { seq, t, ms = 0, rv, verb } = entry;
    const object = objectOf(entry.target);
    const stored = rv === undefined ? undefined : this.#events.get(`${object} ${rv}`);
    // The version was there before: it changed nothing.
    if (stored && stored.t < t - ms && verb !== 'delete') return entry;
    const seen = [stored, verb === 'delete' ? this.#deleted.get(object) : undefined].find((event) => event && event.t >= t - ms);
    if (seen) return { ...entry, seenAs: seen.seq };
    if (rv !== undefined) this.#writes.set(`${object} ${rv}`, seq);
    if (verb === 'delete') this.#deletions.set(object, seq);
    return entry;
  }

  #resourceOf(informer: string): string {
    let resource = this.#resources.get(informer);
    if (resource === undefined) {
      resource = resourceOfInformer(informer);
      this.#resources.set(informer, resource);
    }
    return resource;
  }
}

/** An event that nobody's write is known to have caused, and when it came. */
interface Seen {
  readonly seq: Seq;
  readonly t: number;
}

/** `v1/pods/status d/web` is a write of `v1/pods d/web`: the subresource has no events of its own. */
function objectOf(target: string): string {
  return target.replace(/^(v\d[^/ ]*\/[^/ ]+|[^/ ]+\/[^/ ]+\/[^/ ]+)\/status /, '$1 ');
}
