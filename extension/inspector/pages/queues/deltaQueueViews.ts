import { limits } from '../../../protocol/checks.ts';
import type { DeltaQueueView, DeltaView } from '../../../protocol/pages/queues.ts';
import { clipName, clipWord } from '../../clip.ts';
import type { PicturedInformer, SessionPicture } from '../../sessionPicture.ts';

/** Keys, or entries, of a queue that are shown; their true number is told beside them. */
const shown = 50;
/** Deltas of one key that are shown. */
const shownDeltas = 50;

/** What waits between Reflector and Indexer, as that queue keeps it: by key, or one after the other. */
export function deltaQueueViews(session: SessionPicture, informers: readonly PicturedInformer[]): DeltaQueueView[] {
  const held = new Set(session.stepper.held.filter(({ point }) => point === 'queue.pop').map(({ owner }) => owner));
  return informers.slice(0, limits.elements).map(({ name, informer }) => {
    const { items, entries, keys, deltas } = informer.queueSnapshot(shown);
    return {
      informer: clipName(name),
      kind: informer.settings.queue,
      keys,
      deltas,
      items: entries
        ? []
        : items.map((item) => ({ key: clipName(item.key), deltas: item.deltas.slice(-shownDeltas).map(deltaView), count: item.deltas.length })),
      entries: (entries ?? []).map(({ key, type, rv }) => ({ key: clipName(key), type, rv: clipWord(rv) })),
      held: held.has(name),
    };
  });
}

function deltaView({ type, rv }: DeltaView): DeltaView {
  return { type, rv: clipWord(rv) };
}
