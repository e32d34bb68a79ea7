import { describe, expect, it } from 'vitest';
import type { QueuesLook } from '../../../extension/protocol/pages/queues.ts';
import { busy, idle, live, paused } from '../../support/panelStates.ts';
import { inOrderQueues, liveQueues } from '../../support/queuesPictures.ts';
import type { OpenOptions, PanelPage } from '../support/panelPage.ts';
import { type ThemeName, themes } from '../support/theme.ts';
import { useBrowser } from '../support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

async function open(options: OpenOptions): Promise<void> {
  panel = await browser.open(options);
}

const plain = (texts: readonly string[]): string[] => texts.map((line) => line.replace(/\s+/g, ' ').trim());
const linesOf = async (pane: string): Promise<string[]> => plain(await panel.page.locator(`${pane} .code-line`).allInnerTexts());
const textOf = async (selector: string): Promise<string> => plain([await panel.page.locator(selector).innerText()])[0]!;
const loopOf = async (label: string): Promise<string[]> => plain(await panel.page.getByRole('list', { name: label }).locator('li').allInnerTexts());
/** What the host was asked for last. */
const looked = (): Promise<QueuesLook> => panel.host((host) => host.sentOf('page/look').findLast(({ body }) => body.page === 'queues')!.body.look as QueuesLook);

describe('the delta queues', () => {
  it('a DeltaFIFO is an order of keys, and deltas by key', async () => {
    await open({ state: paused });
    await expect.poll(() => linesOf('#delta-queues')).toEqual([
      'queue = [ web/api-7d4b9c6f8-x2x1, web/api-7d4b9c6f8-k8dp, jobs/etl-29-x ]',
      'items = {',
      'web/api-7d4b9c6f8-x2x1: [ Updated 184187, Deleted 184188 ]',
      'web/api-7d4b9c6f8-k8dp: [ Updated 184195, Updated 184201 ]',
      'jobs/etl-29-x: [ Added 184199 ]',
      '}',
    ]);
    await expect.poll(() => panel.page.locator('#delta-queues .key-held').allInnerTexts()).toEqual(['web/api-7d4b9c6f8-x2x1', 'web/api-7d4b9c6f8-x2x1']);
  });

  it('a RealFIFO is one delta an entry, in the order of the watch; one of the whole store has no key', async () => {
    await open({ state: live, queues: inOrderQueues });
    await expect.poll(() => linesOf('#delta-queues')).toEqual([
      'items = [',
      'ReplacedAll 184180',
      'Updated 184187 web/api-7d4b9c6f8-x2x1',
      'Deleted 184188 web/api-7d4b9c6f8-x2x1',
      'Updated 184195 web/api-7d4b9c6f8-k8dp',
      'Added 184199 jobs/etl-29-x',
      'and 1 more',
      ']',
    ]);
  });

  it('a long one says how much is not shown', async () => {
    await open({ state: busy });
    const lines = await linesOf('#delta-queues');
    expect(lines[0]).toContain('and 19,920 more ]');
    expect(lines.at(-2)).toBe('and 19,920 more');
    expect(lines[3]).toMatch(/: \[ 2,000 earlier, Updated 1184186004, Updated 1184186005 \]$/);
  });

  it('stand at Pop, which is lit, and say when that is held', async () => {
    await open({ state: paused });
    const lit = panel.page.locator('#delta-queues [aria-current="step"]');
    expect(plain(await lit.allInnerTexts())).toEqual(['deltas := queue.Pop() held here']);
    await expect.poll(() => loopOf('Pop loop of v1/pods')).toHaveLength(7);
  });

  it('lead from a key to its entries in the stream', async () => {
    await open({ state: paused, entries: 100 });
    await panel.page.locator('#delta-queues').getByRole('button', { name: 'Show jobs/etl-29-x in the stream' }).first().click();
    await panel.until((host) => host.sentOf('stream/view').some(({ body }) => body.filter === 'key:jobs/etl-29-x'));
  });
});

describe('the work queues', () => {
  it('are a queue, two sets, what waits for its time, and what the rate limiter knows', async () => {
    await open({ state: live });
    await expect.poll(() => linesOf('#work-queues')).toEqual([
      'queue = [ web/api ]',
      'dirty = { web/api }',
      'processing = { web/frontend }',
      expect.stringMatching(/^waiting = \[ web\/worker in \d\.\d s \]$/),
      'failures = { web/worker: 3 }',
      'tokens = 97',
    ]);
  });

  it('count down between two pictures', async () => {
    await open({ state: live });
    const before = (await linesOf('#work-queues'))[3];
    await panel.page.waitForFunction((line) => document.querySelectorAll('#work-queues .code-line')[3]!.textContent.replace(/\s+/g, ' ').trim() !== line, before);
    expect((await linesOf('#work-queues'))[3]).toMatch(/web\/worker (in [0-2]\.\d s|due)/);
  });

  it('with priorities name those that are not 0; one without a bucket has no tokens', async () => {
    const [queue] = liveQueues.workQueues;
    const prioritized = { ...queue!, queue: ['web/new', 'web/old'], priorities: [0, -100], tokens: null, failures: [], counts: { ...queue!.counts, queue: 2, failures: 0 } };
    await open({ state: live, queues: { ...liveQueues, workQueues: [prioritized] } });
    await expect.poll(() => linesOf('#work-queues')).toEqual([
      'queue = [ web/new, web/old -100 ]',
      'dirty = { web/api }',
      'processing = { web/frontend }',
      expect.stringMatching(/^waiting/),
    ]);
  });
});

describe('handlers and workers', () => {
  it('a handler has a buffer, and a call that it has not returned from', async () => {
    await open({ state: live });
    const rows = plain(await panel.page.locator('#handler-buffers tbody tr').allInnerTexts());
    expect(rows[0]).toBe('deployment-rollout apps/v1/deployments 0 9,402 waits');
    expect(rows[1]).toMatch(/^deployment-rollout apps\/v1\/replicasets 812 9,422 3 threw OnUpdate web\/api-5f6c \d\.\d s$/);
    expect(rows[2]).toContain('not synced');
  });

  it('the lines of the loop at which workers stand are lit, with who is there', async () => {
    await open({ state: live });
    const lit = panel.page.locator('#worker-loops [aria-current="step"]');
    expect(plain(await lit.allInnerTexts())).toEqual(['key, quit := queue.Get() waits here · 1 here', 'err := reconcile(ctx, key) web/frontend']);
    await panel.show(busy);
    expect(plain(await panel.page.locator('#worker-loops .loop-held').allInnerTexts())).toEqual(['key, quit := queue.Get() held here · web/api']);
  });

  it('times are bars with exact numbers, and a table that says the same', async () => {
    await open({ state: live });
    const image = panel.page.getByRole('img', { name: /^Time in the queue of deployment-rollout: 11× · mean 2 ms · half up to 0\.5 ms · 99 % up to 25 ms$/ });
    const tips = await image.locator('g').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('data-tip')));
    expect(tips.slice(0, 3)).toEqual(['up to 0.1 ms: 1', 'up to 0.25 ms: 2', 'up to 0.5 ms: 3']);
    await panel.page.getByText('As a table').first().click();
    const rows = plain(await panel.page.locator('.histogram-table').first().locator('tbody tr').allInnerTexts());
    expect(rows.map((row) => row.replace(/ (\d+)$/, ': $1'))).toEqual(tips);
    await image.locator('g').nth(2).hover();
    await panel.page.getByRole('tooltip').filter({ hasText: 'up to 0.5 ms: 3' }).waitFor();
  });

  it('who asked is told by kind', async () => {
    await open({ state: live });
    expect(plain(await panel.page.locator('.causes-table tr').allInnerTexts())).toEqual([
      'add 42',
      'update 7,811',
      'delete 31',
      'resync 412',
      'own write that came back 31',
      'retry after a failure 14',
      'requeue that it asked for 3',
    ]);
  });
});

describe('the table of keys', () => {
  it('says of each key where it is and what came of it', async () => {
    await open({ width: 1800, state: live }); // where all columns have room
    const rows = plain(await panel.page.locator('.keys-table tbody tr').allInnerTexts());
    expect(rows[0]).toBe('web/frontend processing 0 12 done 12 ms');
    expect(rows[2]).toMatch(/^web\/worker waiting 3 4 Deployment web\/worker names an image that no registry knows 2\.2 s \d\.\d s$/);
    expect(rows[3]).toContain('settled · given up');
  });

  it('is sorted by any column, either way, and says so', async () => {
    await open({ state: live });
    await panel.page.getByRole('button', { name: 'Failures', exact: true }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ sort: 'attempts', descending: false });
    await panel.page.getByRole('button', { name: 'Failures', exact: true }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ sort: 'attempts', descending: true });
    await expect.poll(() => panel.page.getByRole('columnheader', { name: 'Failures' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('is filtered, and paged, from the first row again', async () => {
    await open({ state: busy });
    const place = panel.page.locator('#controller-keys .pager-place');
    await expect.poll(() => place.innerText()).toBe('1–50 of 5,000');
    await expect.poll(() => textOf('#controller-keys')).toContain('Sorted are the first 5,000 that came');
    await panel.page.locator('#controller-keys').getByRole('button', { name: 'Next Page' }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ first: 50 });
    await panel.page.locator('#controller-keys').getByRole('textbox', { name: 'Filter keys' }).fill('web');
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ first: 0, filter: 'web' });
  });

  it('is that of the controller that is chosen', async () => {
    const [first] = liveQueues.controllers;
    await open({ state: live, queues: { ...liveQueues, controllers: [first!, { ...first!, name: 'another' }] } });
    await panel.page.getByRole('combobox', { name: 'Controller' }).click();
    await panel.page.getByRole('option', { name: 'another' }).click();
    await panel.drawn();
    await expect.poll(() => looked()).toMatchObject({ controller: 'another' });
  });
});

describe('the page', () => {
  it('folds up its parts, and says in short what is in them', async () => {
    await open({ state: paused });
    for (const [pane, summary] of [['DeltaFIFO', '3 keys · 5 deltas'], ['Handlers', '812 pending'], ['Workers', '1 of 2 busy'], ['Keys', '4']] as const) {
      const header = panel.page.getByRole('button', { name: `${pane} ${summary}` });
      await header.click();
      await panel.drawn();
      await expect.poll(() => header.getAttribute('aria-expanded')).toBe('false');
    }
    await expect.poll(() => panel.page.locator('#delta-queues').isVisible()).toBe(false);
  });

  it('says that there is nothing', async () => {
    await open({ state: idle });
    await expect.poll(() => textOf('#delta-queues')).toBe('No informer is running.');
    await expect.poll(() => textOf('#handler-buffers')).toBe('No handler is registered.');
    await expect.poll(() => textOf('#work-queues')).toBe('No controller is running.');
    await expect.poll(() => textOf('#worker-loops')).toBe('No controller is running.');
  });

  it.each(Object.keys(themes) as ThemeName[])('looks as it should in %s', async (theme) => {
    await open({ theme, width: 1400, height: 2200, entries: 200, state: paused });
    await panel.page.screenshot({ path: `test/.artifacts/panel/queues-${theme}.png` });
  });

  it.each([300, 700])('fits into %i pixels', async (width) => {
    await open({ width, height: 2600, entries: 50, state: busy });
    await expect.poll(() => panel.page.evaluate(() => document.querySelector('#panel')!.scrollWidth <= document.querySelector('#panel')!.clientWidth)).toBe(true);
    await panel.page.locator('#controller-keys').scrollIntoViewIfNeeded();
    await panel.page.screenshot({ path: `test/.artifacts/panel/queues-${width}.png` });
    await panel.page.locator('#delta-queues').scrollIntoViewIfNeeded();
    await panel.page.screenshot({ path: `test/.artifacts/panel/queues-${width}-top.png` });
  });
});
