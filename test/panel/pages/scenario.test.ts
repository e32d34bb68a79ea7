import { describe, expect, it } from 'vitest';
import type { PanelMessages } from '../../../extension/protocol/messages.ts';
import type { ScenarioPicture } from '../../../extension/protocol/pages/scenario.ts';
import { failedScenario, scenarioPicture } from '../../support/scenarioPictures.ts';
import { live } from '../../support/panelStates.ts';
import { overflowing } from '../support/overflowing.ts';
import type { PanelPage } from '../support/panelPage.ts';
import { type ThemeName, themes } from '../support/theme.ts';
import { useBrowser } from '../support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

async function open(picture: ScenarioPicture, options: { readonly theme?: ThemeName; readonly width?: number; readonly entries?: number } = {}): Promise<void> {
  panel = await browser.open({ state: live, entries: 100, ...options });
  await change(picture);
  await panel.page.getByRole('tab', { name: 'Scenario' }).click();
  await page().locator('.scenario').waitFor();
  await panel.drawn();
}

const change = (picture: ScenarioPicture): Promise<void> => panel.host((host, next) => host.picture('scenario', next), picture);
const page = (): ReturnType<PanelPage['page']['locator']> => panel.page.locator('[data-page=scenario]');
const button = (name: string): ReturnType<PanelPage['page']['locator']> => page().getByRole('button', { name, exact: true });
const sent = <Type extends keyof PanelMessages>(type: Type): Promise<number> => panel.host((host, asked) => host.sent.filter((message) => message.type === asked).length, type);
const step = (name: RegExp): ReturnType<PanelPage['page']['locator']> => page().getByRole('button', { name });

describe('the page of a scenario', () => {
  it('offers to choose one while none is played', async () => {
    await open({ playable: true, played: null });
    await button('Run Scenario…').click();
    await expect.poll(() => sent('scenario/choose')).toBe(1);
    await change({ playable: false, played: null });
    await panel.drawn();
    await expect.poll(() => page().innerText()).toContain('Scenarios are played on the playground.');
  });

  it('tells what it teaches, where it is, and of the step that is played what is done and seen', async () => {
    await open(scenarioPicture);
    const text = await page().innerText();
    for (const part of ['Ten informers against one shared', 'Chapter 7 of the article · Rules X-01, S-13', 'Step 3 of 4: waits for you', 'Each informer lists, watches and keeps everything', 'The server had ten watches more.']) expect(text).toContain(part);
    await expect.poll(() => page().getByRole('listitem').filter({ has: panel.page.locator('h3') }).count()).toBe(4);
    await expect.poll(() => step(/^2\. Ten that share nothing/).getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => page().locator('.scenario-actions').innerText()).toContain('kubectl patch configmap/busy');
  });

  it('shows figures side by side in a table with named rows and columns, in units that can be read', async () => {
    await open(scenarioPicture);
    const table = page().getByRole('table', { name: 'Measured' });
    await expect.poll(() => table.getByRole('columnheader').allInnerTexts()).toEqual(['ten informers', 'one shared']);
    const row = (name: string): Promise<string[]> => table.getByRole('row', { name }).getByRole('cell').allInnerTexts();
    await expect.poll(() => row('connections')).toEqual(['10', '1']);
    expect((await row('memory')).join()).toMatch(/33 MB,3\.2 MB|32\.9 MB,3\.2 MB/);
    await expect.poll(() => row('until it was known')).toEqual(['12 ms', '1.3 ms']);
    await expect.poll(() => row('requests')).toEqual(['20/s', '0.1/s']);
  });

  it('leads to what is to be looked at: a page, entries of the stream, an entry', async () => {
    await open(scenarioPicture);
    await button('Entries of this step').click();
    await expect.poll(() => panel.filter.inputValue()).toBe('informer:v1/configmaps@scenario-ten seq:41..');
    await button('Entry #15').click();
    await panel.page.locator('[data-page=chain]').waitFor();
    await panel.page.getByRole('tab', { name: 'Scenario' }).click();
    await button('Page API server').click();
    await panel.page.locator('[data-page=server]').waitFor();
  });

  it('goes on, to the end, or stops; and says so to the host alone', async () => {
    await open(scenarioPicture);
    await step(/^1\. /).click();
    await panel.drawn();
    await expect.poll(() => step(/^1\. /).getAttribute('aria-expanded')).toBe('true');
    await button('Next').click();
    await panel.drawn();
    // Whoever goes on follows what is played again.
    await expect.poll(() => step(/^2\. /).getAttribute('aria-expanded')).toBe('true');
    await button('Run to End').click();
    await button('Stop').click();
    await button('Show Script').click();
    expect([await sent('scenario/next'), await sent('scenario/runToEnd'), await sent('scenario/stop'), await sent('scenario/script')]).toEqual([1, 1, 1, 1]);
  });

  it('cannot go on while a step is being done', async () => {
    await open({ ...scenarioPicture, played: { ...scenarioPicture.played!, state: 'running' } });
    await button('Next').click({ force: true });
    await expect.poll(() => sent('scenario/next')).toBe(0);
  });

  it('tells why it failed, as text, and can be run again', async () => {
    await open(failedScenario);
    const text = await page().innerText();
    expect(text).toContain('This was not so: <img src=x onerror=alert(1)>');
    expect(text).toContain('Failed; everything was taken back');
    await expect.poll(() => page().locator('.not-held').textContent()).toContain('not seen: Ten lists were sent.');
    await button('Run Again').click();
    await expect.poll(() => sent('scenario/again')).toBe(1);
  });

  it('works by the keyboard: steps and controls are reached in their order, and opened by Enter', async () => {
    await open(scenarioPicture);
    await step(/^3\. /).focus();
    await panel.page.keyboard.press('Enter');
    await panel.drawn();
    await expect.poll(() => step(/^3\. /).getAttribute('aria-expanded')).toBe('true');
    await panel.page.keyboard.press('Tab');
    await expect.poll(() => panel.page.evaluate(() => document.activeElement?.textContent?.trim())).toMatch(/^4\. Back again/);
  });

  it('is opened by whoever wants to see it', async () => {
    panel = await browser.open({ state: live });
    await panel.host((host) => host.post({ type: 'page/open', body: { page: 'scenario' } }));
    await page().waitFor();
  });

  it.each(Object.keys(themes) as ThemeName[])('looks right in %s', async (theme) => {
    await open(scenarioPicture, { theme });
    await page().screenshot({ path: `test/.artifacts/panel/scenario-${theme}.png` });
    await change(failedScenario);
    await panel.drawn();
    await page().screenshot({ path: `test/.artifacts/panel/scenario-failed-${theme}.png` });
  });

  it('fits into a narrow panel', async () => {
    await open(scenarioPicture, { width: 300 });
    await expect.poll(() => overflowing(panel.page)).toEqual([]);
    await page().screenshot({ path: 'test/.artifacts/panel/scenario-narrow.png' });
  });
});
