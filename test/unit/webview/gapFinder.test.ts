import { expect, it } from 'vitest';
import { gapFinder } from '../../../webview/gapFinder.ts';

it('tells of a number that does not follow the one before, and goes on from there', () => {
  const missedOne = gapFinder();
  expect([7, 8, 10, 11, 11, 1].map(missedOne)).toEqual([false, false, true, false, true, true]);
});
