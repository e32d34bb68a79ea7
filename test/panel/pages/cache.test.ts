import { describe, expect, it } from 'vitest';
import type { CacheLook, CachePicture } from '../../../extension/protocol/pages/cache.ts';
import { falseCache, liveCache, openCache, trueCache, waitingCache } from '../../support/cachePictures.ts';
import { idle, live } from '../../support/panelStates.ts';
import type { OpenOptions, PanelPage } from '../support/panelPage.ts';
import { type ThemeName, themes } from '../support/theme.ts';
import { useBrowser } from '../support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

async function open(picture: CachePicture, options: OpenOptions = {}): Promise<void> {
  panel = await browser.open({ state: live, ...options });
  await show(picture);
  await panel.page.getByRole('tab', { name: 'Cache' }).click();
  await panel.page.locator('[data-page="cache"]').waitFor();
  await panel.drawn();
}

async function show(picture: CachePicture): Promise<void> {
  await panel.host((host, given) => host.picture('cache', given), picture);
  await panel.drawn();
}

const plain = (texts: readonly string[]): string[] => texts.map((line) => line.replace(/\s+/g, ' ').trim());
const textOf = async (selector: string): Promise<string> => plain([await panel.page.locator(selector).innerText()])[0]!;
const rowsOf = async (pane: string): Promise<string[]> => plain(await panel.page.locator(`${pane} tbody tr`).allInnerTexts());
const looked = (): Promise<CacheLook> => panel.host((host) => host.sentOf('page/look').findLast(({ body }) => body.page === 'cache')!.body.look as CacheLook);
const sent = (type: 'cache/verify' | 'cache/stopVerifying' | 'cache/relist'): Promise<unknown[]> => panel.host((host, name) => host.sentOf(name as 'cache/verify').map(({ body }) => body), type);

describe('the Indexer', () => {
  it('is looked through by index, value and key', async () => {
    await open(liveCache);
    expect(plain(await panel.page.locator('.value').allInnerTexts())).toEqual(['jobs 353 keys', 'kube-system 21 keys', 'web 38 keys']);
    await panel.page.getByRole('combobox', { name: 'Index' }).click();
    await panel.page.getByRole('option', { name: 'owner (96 values)' }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ index: 'owner', value: null });
    await panel.page.getByRole('button', { name: /^web 38 keys/ }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ value: 'web', firstKey: 0 });
    await show(openCache);
    await expect.poll(() => panel.page.getByRole('button', { name: /^web 38 keys/ }).getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => panel.page.locator('.value-keys li').count()).toBe(38);
    await panel.page.getByRole('button', { name: /^web 38 keys/ }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ value: null });
  });

  it('leads from a key to all that is known of it', async () => {
    await open(openCache);
    await panel.page.getByRole('button', { name: 'Open web/api-7d4b9c6f8-0007' }).click();
    await panel.until((host) => host.sentOf('page/look').some(({ body }) => body.page === 'item' && body.look?.informer === 'v1/pods' && body.look.key === 'web/api-7d4b9c6f8-0007'));
  });

  it('is searched, and paged', async () => {
    const values = Array.from({ length: 100 }, (_, index) => ({ value: `uid-${index}`, keys: 1 }));
    await open({ ...liveCache, index: { name: 'owner', total: 1_234, first: 0, values } });
    await panel.page.locator('#cache-index').getByRole('button', { name: 'Next Page' }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ firstValue: 100 });
    await panel.page.getByRole('textbox', { name: 'Filter values' }).fill('uid-7');
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ values: 'uid-7', firstValue: 0 });
  });

  it('of another informer is looked at without leaving that of the panel', async () => {
    await open(liveCache);
    await panel.page.getByRole('combobox', { name: 'Cache of' }).click();
    await panel.page.getByRole('option', { name: 'apps/v1/deployments' }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ informer: 'apps/v1/deployments' });
    await expect.poll(() => panel.host((host) => host.sentOf('panel/select').length)).toBe(0);
  });
});

describe('its truth', () => {
  it('is asked for by a button, which stops it while it is under way', async () => {
    await open(liveCache);
    await panel.button('Verify Against Server').click();
    await expect.poll(() => sent('cache/verify')).toEqual([{ informer: 'v1/pods' }]);
    await show(waitingCache);
    await expect.poll(() => textOf('.check-result')).toBe('Waiting for the watch to come to version 184210: 2 keys cannot be decided before');
    await panel.button('Stop Verifying').click();
    await expect.poll(() => sent('cache/stopVerifying')).toEqual([{ informer: 'v1/pods' }]);
  });

  it('is told where nothing differs, with what has changed meanwhile', async () => {
    await open(trueCache);
    await expect.poll(() => textOf('.check-result')).toBe('The cache is true: 412 objects compared at version 184210.');
    await expect.poll(() => textOf('#cache-check')).toContain('3 keys have changed since and are no difference.');
    await expect.poll(() => textOf('#cache-check')).toMatch(/\d+(\.\d)? s ago · took 312 ms · 1 page · 2\.1 MiB/);
  });

  it('differences are told by key, and one click lists anew', async () => {
    await open(falseCache);
    await expect.poll(() => textOf('.check-result')).toBe('The cache differs from the server at version 184210 in 5 keys.');
    await expect.poll(() => rowsOf('#cache-check')).toEqual([
      'jobs/etl-29-x missing – 184199',
      'web/api-5f6c-old1 gone on the server 183001 –',
      'web/api-7d4b9c6f8-k8dp older 184100 184195',
      'web/api-7d4b9c6f8-x2x1 unknown to the server 184209 184187',
      'web/worker-0 another object 180002 · UID 5c1a-07 184150 · UID e802-11',
      'web/worker-1 gone on the server 184003 –',
    ]);
    await expect.poll(() => textOf('#cache-check')).toContain('The watch has not shown that it has come as far as the list');
    await panel.button('Relist').click();
    await expect.poll(() => sent('cache/relist')).toEqual([{ informer: 'v1/pods' }]);
  });

  it('what went wrong is a sentence that says what to do', async () => {
    await open({ ...liveCache, check: { ...liveCache.check!, failure: 'pods is forbidden' } });
    await expect.poll(() => textOf('.check-result')).toBe('It could not be compared: pods is forbidden. Verify again when that is mended.');
    await show({ ...liveCache, check: { ...liveCache.check!, ready: false } });
    await expect.poll(() => textOf('.check-result')).toBe('It has not listed its objects yet: verify when it has synced.');
    await panel.button('Verify Against Server').click({ force: true });
    await expect.poll(() => sent('cache/verify')).toEqual([]);
    await show({ ...liveCache, check: null });
    await expect.poll(() => textOf('#cache-check')).toBe('There is no server to ask here: this is the past, a recording, or a session that has ended.');
  });
});

describe('its age and its readers', () => {
  it('is told for all informers side by side, and where two disagree', async () => {
    await open(liveCache);
    const rows = await rowsOf('#cache-staleness');
    expect(rows[0]).toMatch(/^apps\/v1\/deployments watching 3 revisions [23]\d s [23]\d s 0 deltas 184100 184198 1\d min \d+ s$/);
    expect(rows[1]).toMatch(/^v1\/pods watching 15 revisions \d+(\.\d)? s [34]\d s 5 deltas 184186 184201 1\d min \d+ s$/);
    expect(rows[2]).toBe('v1/pods@web#metadata listing not comparable never never 0 deltas – – never');
    await expect.poll(() => textOf('#cache-staleness')).toContain('Two informers hold 1 key in different versions now.');
    await expect.poll(() => textOf('#cache-staleness')).toContain('v1/pods@web#metadata has 184188, v1/pods has 184187');
  });

  it('grows between two pictures', async () => {
    await open(liveCache);
    const before = (await rowsOf('#cache-staleness'))[1]!;
    await panel.page.waitForFunction((row) => document.querySelectorAll('#cache-staleness tbody tr')[1]!.textContent.replace(/\s+/g, '') !== row.replace(/\s+/g, ''), before);
  });

  it('reads are requests that were spared, by lookup, with the last run', async () => {
    await open(liveCache, { entries: 200 });
    await expect.poll(() => panel.page.getByRole('button', { name: /^Reads and requests spared/ }).innerText()).toContain('18,204 requests spared');
    await expect.poll(() => textOf('#cache-reads')).toContain('9,102 GET and 9,102 LIST were answered by a cache.');
    expect(plain(await panel.page.locator('.run-reads li').allInnerTexts())).toEqual(['get apps/v1/deployments web/api', 'byIndex apps/v1/replicasets owner 7f3c-41']);
    await panel.page.locator('#cache-reads').getByRole('button', { name: 'Go to entry #88' }).click();
    await panel.until((host) => host.sentOf('stream/find').some(({ body }) => body.seq === 88));
  });

  it('says that there is none', async () => {
    await open({ ...liveCache, informer: '', informers: [], indexes: [], index: null, reads: [], staleness: [], check: null }, { state: idle });
    await expect.poll(() => textOf('#tab-page')).toBe('No informer is running, so that there is no cache.');
  });
});

describe('the page', () => {
  it.each(Object.keys(themes) as ThemeName[])('looks as it should in %s', async (theme) => {
    await open({ ...falseCache, keys: { ...openCache.keys!, keys: openCache.keys!.keys.slice(0, 6), total: 38 } }, { theme, height: 1900, entries: 50 });
    await panel.page.screenshot({ path: `test/.artifacts/panel/cache-${theme}.png` });
  });

  it.each([300, 700])('fits into %i pixels', async (width) => {
    await open(falseCache, { width, height: 2400 });
    await expect.poll(() => panel.page.evaluate(() => document.querySelector('#panel')!.scrollWidth <= document.querySelector('#panel')!.clientWidth)).toBe(true);
    await panel.page.screenshot({ path: `test/.artifacts/panel/cache-${width}.png` });
  });
});
