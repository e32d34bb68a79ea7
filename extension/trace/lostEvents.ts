import { Recent } from '../base/recent.ts';
import type { EntryOf, Seq, TraceEntry } from './entry.ts';

/** Losses that nothing has mended yet, at most; the newest half of them always. */
const most = 2000;

/** Steps that tell of a key what it has come to. */
type Mend = EntryOf<'queue.add'> | EntryOf<'store.add'> | EntryOf<'store.update'> | EntryOf<'store.delete'>;

/** Events that were lost on purpose: whatever is next told of the key, by a list, a tombstone or a later event, comes of it too. While none is lost, it costs a look. */
export class LostEvents {
  readonly #lost = new Recent<Seq>(most);

  get isEmpty(): boolean {
    return this.#lost.isEmpty;
  }

  add(fault: EntryOf<'apiserver.fault'>): void {
    if (fault.informer === undefined || fault.key === undefined) return;
    this.#lost.set(`${fault.informer} ${fault.key}`, fault.seq);
  }

  /** The loss that this mends. A resync tells again what is known, so it mends nothing. */
  mendedBy(entry: TraceEntry): Seq | undefined {
    return isMend(entry) ? this.#lost.take(`${entry.informer} ${entry.key}`) : undefined;
  }
}

function isMend(entry: TraceEntry): entry is Mend {
  return (entry.kind === 'queue.add' && entry.key !== undefined && entry.delta !== 'Sync') || entry.kind === 'store.add' || entry.kind === 'store.update' || entry.kind === 'store.delete';
}
