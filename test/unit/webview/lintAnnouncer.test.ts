import { expect, it } from 'vitest';
import type { PanelState } from '../../../extension/protocol/messages.ts';
import { LintAnnouncer } from '../../../webview/a11y/lintAnnouncer.ts';
import { createTexts } from '../../../webview/strings.ts';
import { oneOfEach } from '../../support/lintViews.ts';
import { live } from '../../support/panelStates.ts';

const texts = createTexts('en');
const [last, , second, , first] = oneOfEach as unknown as [(typeof oneOfEach)[0], unknown, (typeof oneOfEach)[0], unknown, (typeof oneOfEach)[0]];
const state = (raised: number, newest: (typeof oneOfEach)[0] | null): PanelState => ({ ...live, lints: { raised, newest, ofKeys: [] } });

it('A4: says one lint in whole sentences, and of those that follow within ten seconds how many they were', () => {
  const announcer = new LintAnnouncer();
  const say = (before: PanelState | null, after: PanelState, now: number) => announcer.announcementOf(before, after, now, texts);
  expect(say(null, state(1, first), 0)).toBeUndefined();
  expect(say(state(0, null), state(1, first), 0)).toMatch(/^Raised: Retry storm\. /);
  expect(say(state(1, first), state(1, first), 1000)).toBeUndefined();
  expect(say(state(1, first), state(2, second), 2000)).toBeUndefined();
  expect(say(state(2, second), state(3, last), 20_000)).toMatch(/^Raised: Not idempotent\. .* 1 more lint was raised\.$/);
  expect(say(state(3, last), state(2, second), 40_000)).toBeUndefined();
  expect(say(state(1, first), { ...state(2, second), session: { ...live.session, id: 'another' } }, 60_000)).toBeUndefined();
});
