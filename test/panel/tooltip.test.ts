import { describe, expect, it } from 'vitest';
import { busy, idle, paused } from '../support/panelStates.ts';
import type { PanelPage } from './support/panelPage.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

const tip = (): ReturnType<PanelPage['page']['locator']> => panel.page.getByRole('tooltip');
const says = async (text: string | RegExp): Promise<void> => tip().filter({ hasText: text, visible: true }).waitFor();
const isGone = (): Promise<void> => tip().waitFor({ state: 'hidden' });

describe('A6: a tooltip', () => {
  it('names an icon button for pointer and keyboard, and Escape closes it alone', async () => {
    panel = await browser.open({ entries: 100, state: paused });
    await panel.rows.nth(3).click();
    const close = panel.button('Close Details');
    await close.hover();
    await says('Close Details');
    await panel.page.mouse.move(5, 5);
    await isGone();
    await panel.rows.nth(3).focus();
    // Over the separator, the tabs, which are one stop, and what enlarges the page.
    for (let stop = 0; stop < 4; stop++) await panel.page.keyboard.press('Tab');
    await says('Close Details');
    await panel.page.keyboard.press('Escape');
    await isGone();
    await expect.poll(() => panel.page.locator('.entry').count()).toBe(1);
    await panel.page.keyboard.press('Escape');
    await panel.drawn();
    await expect.poll(() => panel.page.locator('.entry').count()).toBe(0);
  });

  it('tells the whole of a row that is cut', async () => {
    panel = await browser.open({ width: 900, entries: 100, state: paused });
    const row = panel.page.locator('.stream-body .row', { hasText: 'patch apps' }).first();
    await row.hover();
    await says('patch apps/v1/replicasets web/api-5f6c · 200 · dry run');
  });

  it('tells the whole of a stage, to which the keyboard comes with one Tab and the arrow keys', async () => {
    panel = await browser.open({ width: 900, height: 500, entries: 100, state: busy });
    await panel.page.locator('#continue').focus();
    // Over what is held, of which one is chosen.
    for (let stop = 0; stop < 3 && !(await panel.page.evaluate(() => document.activeElement!.matches('.stage'))); stop++) await panel.page.keyboard.press('Tab');
    await panel.page.keyboard.press('ArrowRight');
    await says(/Reflector\s*backing off\s*watch failed: 403 .* in 4\.2 s/);
    await panel.page.keyboard.press('ArrowRight');
    await says(/RealFIFO\s*Held before queue\.pop kube-system\S+\s*19,940 keys · 48,211 deltas\s*1,252,328 deltas added · 1,204,117 keys popped/);
    await panel.page.screenshot({ path: 'test/.artifacts/panel/dark-modern-tooltip.png' });
    await panel.page.keyboard.press('Tab');
    await isGone();
  });

  it('tells the whole of what a pane says in short', async () => {
    panel = await browser.open({ width: 280, entries: 100, state: paused });
    const pane = panel.page.getByRole('button', { name: /^WorkQueue(?!:)/ });
    await pane.scrollIntoViewIfNeeded(); // a scroll closes what it moves
    await panel.drawn();
    await pane.hover();
    await says('1 ready · 1 processing · 1 waiting');
  });

  it('can be pointed at', async () => {
    panel = await browser.open({ entries: 100, state: busy });
    await panel.page.locator('.stage').nth(1).hover();
    await says('watch failed');
    await tip().hover();
    await panel.page.mouse.move(5, 5);
    await isGone();
  });

  it('does not come where everything is to be seen', async () => {
    panel = await browser.open({ entries: 100, state: idle });
    await panel.page.locator('.stage').first().hover();
    await panel.button('Follow').hover();
    await panel.show(paused);
    await panel.page.locator('.stage').nth(2).hover();
    await says('Held before queue.pop');
    await panel.show(idle);
    await panel.page.locator('.stage').first().hover();
    await isGone();
  });
});
