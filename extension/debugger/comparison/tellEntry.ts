import type { TraceEntry } from '../../trace/entry.ts';

/** How versions are compared: as they are, by the order in which an informer met them, or not at all. */
export type Versions = 'exact' | 'order' | 'ignored';

/** What an entry says of its key, without number and time, so that two runs can be compared; undefined: nothing that belongs to one run alone. */
export function tellEntry(entry: TraceEntry, version: (rv: string) => string): string | undefined {
  const rv = entry.rv === undefined || entry.rv === '' ? '' : version(entry.rv);
  switch (entry.kind) {
    case 'reflector.event':
      return words(entry.kind, entry.type, rv);
    case 'queue.add':
      return words(entry.kind, entry.delta, rv, entry.tombstone ? 'tombstone' : '');
    case 'queue.coalesced':
      return words(entry.kind, `${entry.from} into ${entry.into}`);
    case 'queue.pop':
      return words(entry.kind, ...entry.deltas, entry.isInInitialList ? '(initial list)' : '');
    case 'store.add':
      return words(entry.kind, rv);
    case 'store.update':
      return words(entry.kind, version(entry.old), rv, entry.uidChanged ? 'UID changed' : '');
    case 'store.delete':
      return words(entry.kind, rv, entry.tombstone ? 'tombstone' : '');
    case 'handler.add':
      return words(entry.kind, entry.handler, rv, entry.isInInitialList ? '(initial list)' : '');
    case 'handler.update':
      return words(entry.kind, entry.handler, version(entry.old), rv, entry.resync ? '(resync)' : '');
    case 'handler.delete':
      return words(entry.kind, entry.handler, rv, entry.tombstone ? 'tombstone' : '', entry.leftSelector ? '(left the selector)' : '');
    case 'handler.filtered':
      return words(entry.kind, entry.handler, entry.predicate);
    case 'handler.error':
      return words(entry.kind, entry.handler, entry.message);
    case 'workqueue.add':
    case 'workqueue.coalesced':
    case 'workqueue.get':
    case 'workqueue.forget':
    case 'workqueue.drop':
    case 'workqueue.delayed':
    case 'workqueue.ratelimited':
      return words(entry.kind, entry.queue);
    case 'workqueue.done':
      return words(entry.kind, entry.queue, entry.requeued ? '(queued again)' : '');
    case 'reconcile.start':
      return words(entry.kind, entry.controller);
    case 'reconcile.write':
      return words(entry.kind, entry.controller, entry.verb, entry.target, String(entry.code), entry.dryRun ? '(dry run)' : '');
    case 'reconcile.end':
      return words(entry.kind, entry.controller, entry.result);
    case 'reconcile.error':
      return words(entry.kind, entry.controller, entry.message);
    default:
      return undefined;
  }
}

function words(...parts: readonly string[]): string {
  return parts.filter(Boolean).join(' ');
}
