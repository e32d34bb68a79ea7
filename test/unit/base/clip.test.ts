import { expect, test } from 'vitest';
import { clip } from '../../../extension/base/clip.ts';

test('a text that is longer than there is room for ends in an ellipsis, which is within the room', () => {
  expect(clip('abcde', 5)).toBe('abcde');
  expect(clip('abcdef', 5)).toBe('abcd…');
  expect(clip('', 5)).toBe('');
});
