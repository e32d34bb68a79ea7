import { describe, expect, it } from 'vitest';
import { live } from '../../support/panelStates.ts';
import { serverPicture } from '../../support/serverPictures.ts';
import type { PanelBrowser, PanelPage } from '../support/panelPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

async function open(options: Parameters<PanelBrowser['open']>[0] = {}, picture = serverPicture): Promise<void> {
  panel = await browser.open({ entries: 100, state: live, ...options });
  await panel.host((host, given) => host.picture('server', given), picture);
  await panel.page.getByRole('tab', { name: 'API server' }).click();
  await panel.drawn();
}

const cells = async (row: number): Promise<string[]> => (await panel.page.locator('#server-requests tbody tr').nth(row).locator('th, td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));

describe('the page of the API server', () => {
  it('tells who it is, and of each kind of request number, bytes and times', async () => {
    await open();
    await expect.poll(() => panel.page.getByRole('tabpanel').innerText()).toContain('v1.34.0');
    await expect.poll(() => panel.page.getByRole('button', { name: /^Requests/ }).innerText()).toMatch(/1,284 requests · 7 refused · 1 unanswered · 48\.2 MB received/i);
    await expect.poll(() => cells(0)).toEqual(['list v1/pods5 refused · 1 unanswered', '812', '47 MB', '≤ 10 ms', '≤ 200 ms'].map((text) => expect.stringContaining(text.slice(0, 8))));
    await expect.poll(() => cells(2)).toEqual([expect.stringContaining('watch v1/pods'), '12', '3.8 KB', '≤ 5 ms', '> 30 s']);
    expect((await cells(3)).slice(3)).toEqual(['–', '–']);
    await expect.poll(() => panel.page.getByText('Held back by the rate limit of this client: 12 times, 3.4 s in all.').count()).toBe(1);
    await expect.poll(() => panel.page.getByRole('img', { name: /^Time to the answer/ }).count()).toBe(1);
  });

  it('tells who asks, and as whom', async () => {
    const facts = (): Promise<string[]> => panel.page.locator('.server-facts').innerText().then((text) => text.split('\n').filter(Boolean));
    await open();
    await expect.poll(() => facts()).toEqual(
      expect.arrayContaining(['dev@example.com', 'system:serviceaccount:shop:web, in place of bob of the kubeconfig', 'system:serviceaccounts', 'system:authenticated', 'Extra example.com/reason', 'debugging']),
    );
    await open({}, { ...serverPicture, identity: { user: '', withheld: true, impersonated: null, replaced: '' } });
    await expect.poll(() => facts()).toContain('anonymous');
    await open({}, { ...serverPicture, identity: { user: 'dev', withheld: true, impersonated: null, replaced: '' } });
    await expect.poll(() => facts()).toContain('dev; over plain http the server is not told');
  });

  it('tells why the server refused what was too much', async () => {
    await open();
    const refusals = panel.page.locator('#server-refusals li');
    await expect.poll(() => refusals.count()).toBe(2);
    await expect.poll(() => refusals.nth(0).innerText()).toMatch(/priority level 2a8c9d10[-\w]+, flow schema 7d3f5a1e[-\w]+; to be tried again after 1 s/);
    await expect.poll(() => refusals.nth(1).innerText()).toContain('not by priority and fairness');
  });

  it('tells which watches are open, and when the last byte came', async () => {
    await open();
    const rows = panel.page.locator('#server-watches tbody tr');
    expect((await rows.nth(0).innerText()).replace(/\s+/g, ' ')).toBe('v1/pods 3 min 12 s 31 s ago 3.4 KB');
  });

  it('folds up its parts, and remembers which', async () => {
    await open();
    await panel.page.getByRole('button', { name: /^Open watches/i }).click();
    await panel.drawn();
    await expect.poll(() => panel.page.locator('#server-watches').isVisible()).toBe(false);
  });

  it('says that it does not know of a time in which nothing was counted', async () => {
    await open({}, { ...serverPicture, requests: null });
    await panel.page.getByText('Requests are counted while a session is live: of this time there is no record.').waitFor();
  });

  it.each([
    [1400, 'light-modern'],
    [300, 'dark-modern'],
    [1400, 'hc-dark'],
    [700, 'hc-light'],
  ] as const)('fits into %d px', async (width, theme) => {
    await open({ width, theme });
    await panel.page.locator('.server-facts').scrollIntoViewIfNeeded();
    await panel.page.screenshot({ path: `test/.artifacts/panel/server-${theme}-${width}.png` });
    const overflow = await panel.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflow).toBe(false);
  });
});
