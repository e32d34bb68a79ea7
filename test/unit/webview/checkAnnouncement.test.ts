import { describe, expect, it } from 'vitest';
import { checkAnnouncement } from '../../../webview/pages/cache/checkAnnouncement.ts';
import { createTexts } from '../../../webview/strings.ts';
import { falseCache, liveCache, trueCache, waitingCache } from '../../support/cachePictures.ts';

const texts = createTexts('en');

describe('checkAnnouncement', () => {
  it('says what came of a comparison, once it has ended', () => {
    expect(checkAnnouncement(waitingCache, trueCache, texts)).toBe('The cache is true: 412 objects compared at version 184210.');
    expect(checkAnnouncement(waitingCache, falseCache, texts)).toContain('differs from the server at version 184210 in 5 keys');
    expect(checkAnnouncement(waitingCache, { ...liveCache, check: { ...liveCache.check!, failure: 'no' } }, texts)).toBe('It could not be compared: no. Verify again when that is mended.');
  });

  it('says nothing while it goes on, nor of what was there before, nor of another cache', () => {
    expect(checkAnnouncement(undefined, trueCache, texts)).toBeUndefined();
    expect(checkAnnouncement(waitingCache, waitingCache, texts)).toBeUndefined();
    expect(checkAnnouncement(trueCache, trueCache, texts)).toBeUndefined();
    expect(checkAnnouncement(waitingCache, { ...trueCache, informer: 'v1/secrets' }, texts)).toBeUndefined();
  });
});
