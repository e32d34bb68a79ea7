import type { CachePicture } from '../../../extension/protocol/pages/cache.ts';
import type { Texts } from '../../strings.ts';
import { failureText, headline } from './checkWords.ts';

/** What a screen reader is told when a comparison of a cache with its server has ended; undefined when none has. */
export function checkAnnouncement(before: CachePicture | undefined, after: CachePicture | undefined, texts: Texts): string | undefined {
  if (!before?.check?.progress || !after?.check || after.check.progress || before.informer !== after.informer) return undefined;
  const { failure, last } = after.check;
  if (failure !== '') return failureText(failure, texts);
  return last ? headline(last, texts) : undefined;
}
