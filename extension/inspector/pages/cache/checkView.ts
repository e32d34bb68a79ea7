import { messageOf } from '../../../base/codedError.ts';
import { cacheRows, type CheckView, type DifferenceView, type VerificationView } from '../../../protocol/pages/cache.ts';
import { clipName, clipText, clipWord } from '../../clip.ts';
import type { SessionPicture } from '../../sessionPicture.ts';
import type { CacheDifference } from '../../verify/cacheDifference.ts';
import type { CacheVerification, VerifyProgress } from '../../verify/verifyCache.ts';

/** How far a comparison with the server is, and what came of the last. Null where there is no server to compare with. */
export function checkView(session: SessionPicture, informer: string, synced: boolean): CheckView | null {
  if (!session.caches?.hasServer || session.ended) return null;
  const { progress, last, failure, relistedAt } = session.caches.of(informer) ?? {};
  const now = session.now();
  return {
    ready: synced,
    progress: progress ? progressView(progress) : null,
    last: last ? verificationView(last.verification, now - last.at) : null,
    failure: failure ? clipText(messageOf(failure.error)) : '',
    relistedMs: relistedAt === undefined ? null : now - relistedAt,
  };
}

function progressView(progress: VerifyProgress): CheckView['progress'] {
  switch (progress.phase) {
    case 'listing':
      return { phase: 'listing', objects: progress.objects, remaining: progress.remaining ?? null, version: '', queued: false };
    case 'comparing':
      return { phase: 'comparing', objects: progress.objects, remaining: null, version: '', queued: false };
    case 'waiting':
      return { phase: 'waiting', objects: progress.undecided, remaining: null, version: clipWord(progress.version), queued: progress.why === 'queued' };
  }
}

function verificationView(verification: CacheVerification, agoMs: number): VerificationView {
  const { differences, undecided, version, ...rest } = verification;
  return {
    ...rest,
    agoMs,
    version: clipWord(version),
    differences: differences.slice(0, cacheRows).map(differenceView),
    undecided: undecided ? { ...undecided, differences: undecided.differences.slice(0, cacheRows).map(differenceView) } : null,
  };
}

function differenceView({ key, kind, cached, server }: CacheDifference): DifferenceView {
  return {
    key: clipName(key),
    kind,
    cachedRv: clipWord(cached?.rv ?? ''),
    serverRv: clipWord(server?.rv ?? ''),
    cachedUid: clipWord(cached?.uid ?? ''),
    serverUid: clipWord(server?.uid ?? ''),
  };
}
