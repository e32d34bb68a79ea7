import { limits } from '../../../protocol/checks.ts';
import type { HandlerView } from '../../../protocol/pages/queues.ts';
import { clipName } from '../../clip.ts';
import type { PicturedInformer, SessionPicture } from '../../sessionPicture.ts';

const callbacks = { add: 'OnAdd', update: 'OnUpdate', delete: 'OnDelete' } as const;

/** The buffers between an Indexer and its handlers, and the calls that last. */
export function handlerViews(session: SessionPicture, informers: readonly PicturedInformer[]): HandlerView[] {
  return informers
    .flatMap(({ name: informerName, informer }) =>
      informer.handlers.map((handler): HandlerView => {
        const counted = session.counters.informers.get(informerName)?.handlers.get(handler.name);
        const { calling } = handler;
        return {
          informer: clipName(informerName),
          name: clipName(handler.name),
          backlog: handler.backlog,
          calls: counted?.calls ?? 0,
          errors: counted?.errors ?? 0,
          synced: handler.hasSynced?.() ?? informer.hasSynced(),
          calling: calling ? { key: clipName(calling.key), what: callbacks[calling.type], forMs: session.msSince(calling.since) } : null,
        };
      }),
    )
    .slice(0, limits.elements);
}
