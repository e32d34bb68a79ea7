import { limits } from '../../../protocol/checks.ts';
import type { StalenessView } from '../../../protocol/pages/cache.ts';
import { compareResourceVersions } from '../../../kube/resourceVersion.ts';
import { informerStatus } from '../../informerStatus.ts';
import { clipName, clipWord } from '../../clip.ts';
import type { StateWords } from '../../pipelineView.ts';
import type { SessionPicture } from '../../sessionPicture.ts';

/** How old each cache of a session is, side by side. */
export function stalenessViews(session: SessionPicture, words: StateWords): StalenessView[] {
  const all = session.informers.all.slice(0, limits.elements);
  const now = session.now();
  const newest = all.map(({ informer }) => informer.lastSyncResourceVersion()).filter(isNumber).toSorted(compareResourceVersions).at(-1) ?? '';
  return all.map(({ name, informer }) => {
    const { keys, deltas } = informer.queueSnapshot(0);
    const freshness = session.figures?.freshness(name);
    const { byteMs, bookmarkMs } = informerStatus(session, name);
    const storeVersion = informer.indexer.resourceVersion;
    const seenVersion = informer.lastSyncResourceVersion();
    // A store learns of what happens to others only by bookmarks, and of those only where they are queued: with nothing queued it has all that was seen.
    const applied = deltas === 0 ? seenVersion : storeVersion;
    return {
      informer: clipName(name),
      state: clipWord(words(session, name).word),
      synced: informer.hasSynced(),
      storeVersion: clipWord(storeVersion),
      seenVersion: clipWord(seenVersion),
      behindSeen: between(applied, seenVersion),
      behindNewest: between(applied, newest),
      deltas,
      keys,
      lastByteMs: byteMs ?? null,
      lastBookmarkMs: bookmarkMs ?? null,
      listedMs: ageOf(freshness?.listed, now),
    };
  });
}

function ageOf(t: number | undefined, now: number): number | null {
  return t === undefined ? null : Math.max(0, now - t);
}

/** Revisions from one version to the other; null where they are no numbers that can be told apart. */
function between(version: string, newer: string): number | null {
  if (!isNumber(version) || !isNumber(newer)) return null;
  const revisions = Number(BigInt(newer) - BigInt(version));
  return Number.isSafeInteger(revisions) ? Math.max(0, revisions) : null;
}

/** No server has longer ones; a text of digits without end would cost time. */
function isNumber(version: string): boolean {
  return /^\d{1,20}$/.test(version);
}
