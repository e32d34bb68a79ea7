import { limits } from '../../../protocol/checks.ts';
import type { ReadsView } from '../../../protocol/pages/cache.ts';
import { clipName, clipText } from '../../clip.ts';
import type { SessionPicture } from '../../sessionPicture.ts';

/** Kinds of lookups of a controller that are shown, and reads of its last run. */
const shownLookups = 20;
const shownReads = 20;

/** What controllers read from the caches of a session, and with that did not ask the server. */
export function readsViews({ figures }: SessionPicture): ReadsView[] {
  return (figures?.queueNames ?? []).slice(0, limits.elements).flatMap((name): ReadsView[] => {
    const { gets, lists, lookups, lastRun } = figures!.queue(name)!.reads;
    if (gets + lists === 0) return [];
    return [
      {
        controller: clipName(name),
        gets,
        lists,
        lookups: [...lookups]
          .toSorted(([, a], [, b]) => b.count - a.count)
          .slice(0, shownLookups)
          .map(([lookup, { count, misses, last, seq }]) => ({ lookup: clipText(lookup), count, misses, last: clipText(last), seq })),
        lastRun: lastRun ? { key: clipName(lastRun.key), seq: lastRun.seq, lookups: lastRun.lookups.slice(0, shownReads).map(clipText), count: lastRun.count } : null,
      },
    ];
  });
}
