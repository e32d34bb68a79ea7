import { expect, it } from 'vitest';
import { pollingAnnouncement } from '../../../../webview/pages/server/pollingAnnouncement.ts';
import { addTexts, createTexts } from '../../../../webview/strings.ts';
import { insideStrings } from '../../../../webview/pages/server/insideStrings.ts';

addTexts(insideStrings);
const texts = createTexts('en');

it('A4: says once that what was typed has become wrong, and nothing while it stays so', () => {
  expect(pollingAnnouncement({ pollers: '50', period: '1' }, { pollers: '500', period: '1' }, texts)).toBe('Type a whole number of pollers from 1 to 100, and a period from 100 ms to 600 s.');
  expect(pollingAnnouncement({ pollers: '500', period: '1' }, { pollers: '5000', period: '1' }, texts)).toBeUndefined();
  expect(pollingAnnouncement({ pollers: '500', period: '1' }, { pollers: '5', period: '1' }, texts)).toBeUndefined();
});
