import { describe, expect, it } from 'vitest';
import type { PanelState } from '../../extension/protocol/messages.ts';
import { noTime, type TimeView } from '../../extension/protocol/time.ts';
import { live } from '../support/panelStates.ts';
import type { PanelBrowser, PanelPage } from './support/panelPage.ts';
import { useBrowser } from './support/useBrowser.ts';

const time: TimeView = { ...noTime, oldest: 40, newest: 100, since: 9000, now: 40_000, t: 40_000, bytes: 61_000_000, limit: 64_000_000, dropped: 39 };
const present: PanelState = { ...live, time };
const past: PanelState = { ...live, time: { ...time, at: 70, t: 21_500 } };

const browser = useBrowser();
let panel: PanelPage;

async function open(state: PanelState, options: Parameters<PanelBrowser['open']>[0] = {}): Promise<void> {
  panel = await browser.open({ entries: 100, state, ...options });
  await panel.page.locator('#scrub').waitFor();
  await panel.drawn();
}

const asked = () => panel.host((host) => host.sent.flatMap((message) => (message.type === 'time/go' ? [message.body.seq] : [])));
const banner = () => panel.page.locator('.past-banner');

describe('going back in time', () => {
  it('says how far back one can go, and what was dropped', async () => {
    await open(present);
    await expect.poll(() => panel.page.locator('.scrub').innerText()).toContain('61 MB of 64 MB recorded; 39 entries before 0:09.000 were dropped');
    const scrub = panel.page.getByRole('slider', { name: 'Time that is shown' });
    await expect.poll(() => scrub.evaluate((bar: HTMLInputElement) => [bar.min, bar.max, bar.value, bar.getAttribute('aria-valuetext')])).toEqual(['40', '100', '100', 'Live, entry #100']);
    await expect.poll(() => banner().count()).toBe(0);
  });

  it('goes by the bar, with the keyboard alone: an entry at a time, to the oldest, and to the present', async () => {
    await open(present);
    await panel.page.locator('#scrub').focus();
    await panel.page.keyboard.press('ArrowLeft');
    await expect.poll(asked).toEqual([99]);
    await panel.page.keyboard.press('Home');
    await expect.poll(asked).toEqual([99, 40]);
    await panel.page.keyboard.press('End');
    await expect.poll(asked).toEqual([99, 40, null]);
  });

  it('says in words that it is the past, with buttons that lead on, and lets nothing be stepped', async () => {
    await open(past);
    await expect.poll(() => banner().innerText()).toContain('This is how it was at entry #70, at 0:21.500.');
    await expect.poll(() => banner().innerText()).toContain('The session goes on; 30 entries have come since.');
    await panel.button('One Entry Back').click();
    await panel.button('One Entry Forward').click();
    await panel.button('Live').click();
    await expect.poll(() => asked()).toEqual([69, 71, null]);
    await expect.poll(() => panel.page.locator('#pause').getAttribute('aria-disabled')).toBe('true');
    await panel.page.locator('#pause').click({ force: true });
    await expect.poll(() => panel.host((host) => host.sent.some(({ type }) => type.startsWith('stepper/')))).toBe(false);
    // Not by its colour alone: a broken line is around it, too.
    await expect.poll(() => panel.page.locator('.main').evaluate((main) => getComputedStyle(main).outlineStyle)).toBe('dashed');
  });

  it('goes to the time of the selected entry', async () => {
    await open(present);
    await expect.poll(() => panel.page.locator('#scrub-selected').getAttribute('aria-disabled')).toBe('true');
    await panel.row(95).click();
    await panel.drawn();
    await panel.page.locator('#scrub-selected').click();
    await expect.poll(() => asked()).toEqual([95]);
  });

  it('tells a screen reader when another time is shown', async () => {
    await open(present);
    await panel.show(past);
    const said = () => panel.page.locator('[aria-live="polite"]').first().textContent();
    await expect.poll(said, { timeout: 10_000 }).toContain('Showing the past: entry #70.');
    await panel.show(present);
    // It says one thing at a time.
    await expect.poll(said, { timeout: 15_000 }).toContain('Showing the present.');
  });

  it.each([
    ['dropped', 'is not kept any more'],
    ['diverged', 'cannot be rebuilt'],
  ] as const)('says why it could not be gone to: %s', async (failure, words) => {
    await open({ ...present, time: { ...time, failure } });
    await expect.poll(() => banner().innerText()).toContain(words);
  });

  it.each(['dark-modern', 'light-modern', 'hc-dark', 'hc-light'] as const)('is told in %s', async (theme) => {
    await open(past, { theme });
    await panel.page.screenshot({ path: `test/.artifacts/time-${theme}.png` });
  });

  it('fits into 300 pixels', async () => {
    await open(past, { width: 300, height: 900 });
    await expect.poll(() => panel.page.evaluate(() => document.querySelector('#panel')!.scrollWidth)).toBeLessThanOrEqual(300);
    await panel.page.screenshot({ path: 'test/.artifacts/time-300.png' });
  });
});
