import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChainPicture } from '../../../extension/protocol/pages/chain.ts';
import { chainPictureOf, patched, rollout } from '../../support/chainPictures.ts';
import { live } from '../../support/panelStates.ts';
import { overflowing } from '../support/overflowing.ts';
import type { OpenOptions, PanelPage } from '../support/panelPage.ts';
import { type ThemeName, themes } from '../support/theme.ts';
import { useBrowser } from '../support/useBrowser.ts';

const browser = useBrowser();
let panel: PanelPage;

/** Opens the page on the newest of as many entries as the trace has. */
async function open(picture: ChainPicture, options: OpenOptions = {}): Promise<void> {
  panel = await browser.open({ entries: rollout.length, state: live, ...options });
  await panel.host((host, given) => host.picture('chain', given as never), picture as unknown as string);
  await panel.rows.first().click();
  await panel.page.getByRole('tab', { name: 'Chain' }).click();
  await panel.page.locator('.chain').waitFor();
  await panel.drawn();
}

const answers = (): Promise<string[]> => panel.page.locator('.answer').allInnerTexts();
const spans = (): Promise<string[]> => panel.page.locator('.span-row').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')!));

describe('the answer', () => {
  it('names every request that was merged, who was at work, and what came of it', async () => {
    await open(chainPictureOf(rollout, 15));
    await expect.poll(() => panel.page.locator('.question').innerText()).toBe('Why did web/api reconcile? #2 – #21');
    const [answer] = await answers();
    expect(answer).toContain('2 requests asked for it and were merged into one run:');
    expect(answer).toContain('#2: MODIFIED of web/api.');
    expect(answer).toContain('#8: MODIFIED of web/api-5f6c.');
    expect(answer).toContain('It wrote once, #17: patch apps/v1/replicasets web/api-5f6c. The write came back as #21, 31 ms later. by deployment-rollout');
  });

  it('leads to its entries', async () => {
    await open(chainPictureOf(rollout, 15));
    await panel.page.locator('.answer').getByRole('button', { name: 'Go to entry #8' }).click();
    await panel.until((host) => host.sentOf('page/look').some(({ body }) => body.page === 'chain' && body.look?.seq === 8));
    await expect.poll(() => panel.page.locator('.row[aria-selected="true"]').getAttribute('aria-label')).toMatch(/^#8,/);
  });

  it('says why a coalesced add did not run by itself, and which run served it', async () => {
    await open(chainPictureOf(rollout, 13));
    await expect.poll(() => panel.page.locator('.question').first().innerText()).toBe('Why did web/api not reconcile by itself?');
    expect((await answers())[0]).toBe('It was merged: web/api was in the queue already, since #7. The run #15 served them all.');
  });

  it('says what it stands before while it is held', async () => {
    const event = rollout.slice(0, 3);
    await open(chainPictureOf(event, 2, [{ id: 1, point: 'queue.pop', owner: 'apps/v1/deployments', key: 'web/api', since: 0 }]));
    await expect.poll(() => panel.page.locator('.question').innerText()).toBe('Why did web/api not reconcile?');
    await expect.poll(() => answers()).toEqual(['It is held before queue.pop of apps/v1/deployments. Continue, or step, to let it go on.']);
  });

  it('says what to do while nothing is chosen, and when the entry is gone', async () => {
    panel = await browser.open({ entries: 5, state: live });
    await panel.page.getByRole('tab', { name: 'Chain' }).click();
    await panel.page.getByText('Choose an entry in the stream').waitFor();
    await panel.host((host, given) => host.picture('chain', given as never), { ...chainPictureOf(rollout, 15), entry: null } as unknown as string);
    await panel.rows.first().click();
    await panel.page.getByRole('tab', { name: 'Chain' }).click();
    await panel.page.getByText('Entry #15 is not kept any more.').waitFor();
  });
});

describe('the waterfall', () => {
  it('has a row for each stage, with its milliseconds', async () => {
    await open(chainPictureOf(rollout, 15));
    await expect.poll(() => spans()).toEqual([
      'watch event #2, 0.2 ms: go to entry #2',
      'in DeltaFIFO, 0.9 ms: go to entry #4',
      'Indexer, 0.0 ms: go to entry #5',
      'handler buffer, 0.1 ms: go to entry #6',
      'handler, 0.0 ms: go to entry #7',
      'in WorkQueue, 1.2 ms: go to entry #14',
      'watch event #8, 0.1 ms: go to entry #8',
      'in DeltaFIFO, 0.4 ms: go to entry #10',
      'Indexer, 0.0 ms: go to entry #11',
      'handler buffer, 0.1 ms: go to entry #12',
      'handler, 0.0 ms: go to entry #13',
      'in WorkQueue, 0.4 ms: go to entry #14',
      'reconcile, 12.4 ms: go to entry #18',
      'read byIndex apps/v1/replicasets owner 7f3e, 0.0 ms: go to entry #16',
      'patch apps/v1/replicasets web/api-5f6c, 11.8 ms: go to entry #17',
      'write seen by the watch #21, 31.0 ms: go to entry #21',
    ]);
    await expect.poll(() => panel.page.locator('.span-ms').last().innerText()).toBe('31.0');
    await expect.poll(() => panel.page.locator('#chain-waterfall-title').innerText()).toContain('45 ms in all');
  });

  it('is gone through with the arrow keys, one tab stop for all rows', async () => {
    await open(chainPictureOf(rollout, 15));
    await panel.page.locator('.span-row').first().focus();
    await panel.page.keyboard.press('ArrowDown');
    await panel.page.keyboard.press('ArrowDown');
    await expect.poll(() => panel.page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).toContain('Indexer');
    await expect.poll(() => panel.page.locator('.span-row[tabindex="0"]').count()).toBe(1);
    await panel.page.keyboard.press('End');
    await expect.poll(() => panel.page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).toContain('write seen');
    await panel.page.keyboard.press('Enter');
    await panel.until((host) => host.sentOf('page/look').some(({ body }) => body.page === 'chain' && body.look?.seq === 21));
  });
});

describe('the sequence', () => {
  it('has the lanes of the article, and says which are not observed', async () => {
    await open(chainPictureOf(rollout, 15));
    await expect.poll(() => panel.page.locator('.sequence .lane text:not(.lane-note)').allTextContents()).toEqual(['kubectl', 'API server', 'etcd', 'watch cache', 'Reflector', 'queue', 'Indexer', 'handler', 'WorkQueue', 'reconcile']);
    await expect.poll(() => panel.page.locator('.sequence .lane-unseen').count()).toBe(3);
    await panel.page.locator('.sequence-text summary').click();
    const steps = await panel.page.locator('.sequence-steps li').allInnerTexts();
    expect(steps[0]).toBe('#2 API server to Reflector: MODIFIED 184179');
    expect(steps.at(-1)).toBe('#21 API server to Reflector: MODIFIED 184185');
    expect(steps).toContain('#17 reconcile to API server: patch apps/v1/replicasets web/api-5f6c 200');
  });
});

it('folds up what a person does not want, and remembers it', async () => {
  await open(chainPictureOf(rollout, 15));
  await panel.page.locator('#chain-sequence-title').click();
  await panel.drawn();
  await expect.poll(() => panel.page.locator('.sequence').count()).toBe(0);
  await panel.until((host) => host.kept.pages?.chain.folded.includes('sequence') === true);
});

it('lets no text of a cluster become markup', async () => {
  const poison = '<img src=x onerror=alert(1)>';
  const picture = JSON.parse(JSON.stringify(chainPictureOf(rollout, 15)).replaceAll('web/api', poison)) as ChainPicture;
  await open(picture);
  await expect.poll(() => panel.page.locator('.side img').count()).toBe(0);
  expect((await answers())[0]).toContain(poison);
});

describe('the look', () => {
  it.each(['dark-modern', 'light-modern', 'hc-dark', 'hc-light'] as const)('in %s', async (theme) => {
    await open(chainPictureOf(rollout, 15), { theme, height: 1100 });
    await panel.page.screenshot({ path: `test/.artifacts/panel/chain-${theme}.png` });
    // Which is wider than its column: over all else, for people to look at.
    await panel.page.locator('.sequence-scroller').evaluate((scroller: HTMLElement) => {
      Object.assign(scroller.style, { position: 'fixed', inset: '0', maxHeight: 'none', zIndex: '9', background: 'var(--vscode-editor-background)' });
    });
    await panel.page.screenshot({ path: `test/.artifacts/panel/sequence-${theme}.png` });
  });

  it.each([300, 700, 1000])('at %i pixels does not scroll sideways', async (width) => {
    await open(chainPictureOf(rollout, 15), { width, height: 1100 });
    await expect.poll(() => panel.page.evaluate(() => document.querySelector('#panel')!.scrollWidth <= document.querySelector('#panel')!.clientWidth)).toBe(true);
    const side = panel.page.locator('.side');
    await expect.poll(() => side.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await panel.page.locator('.answers').scrollIntoViewIfNeeded();
    await panel.page.screenshot({ path: `test/.artifacts/panel/chain-${width}.png` });
  });
});

describe('where the server tells of itself', () => {
  it('the answer names the request, who sent it, and leads there', async () => {
    await open(chainPictureOf(patched, 9));
    const [answer] = await answers();
    expect(answer).toContain('#2: MODIFIED of web/api, by kubectl patch of admin in #10 (/apis/apps/v1/namespaces/web/deployments/api).');
    await panel.page.locator('.answer').getByRole('button', { name: 'Go to entry #10' }).click();
    await panel.until((host) => host.sentOf('page/look').some(({ body }) => body.page === 'chain' && body.look?.seq === 10));
  });

  it('the waterfall begins at the request, and each step of the server has its row', async () => {
    await open(chainPictureOf(patched, 9));
    expect((await spans()).slice(0, 6)).toEqual([
      'kubectl patch, 11.0 ms: go to entry #10',
      'to its commit at revision 184179, 9.0 ms: go to entry #11',
      'to the watch cache of apps/v1/deployments, 1.0 ms: go to entry #12',
      'in the channel of watcher 4, 1.2 ms: go to entry #13',
      'on the wire #2, 0.8 ms: go to entry #2',
      'watch event #2, 0.2 ms: go to entry #2',
    ]);
  });

  it('every lane of the sequence is observed', async () => {
    await open(chainPictureOf(patched, 9));
    await expect.poll(() => panel.page.locator('.lane-unseen').count()).toBe(0);
    await expect.poll(() => panel.page.locator('.sequence-help').innerText()).not.toContain('dashed');
    await panel.page.locator('.sequence-text summary').click();
    const steps = await panel.page.locator('.sequence-steps li').allInnerTexts();
    expect(steps).toContain('#10 kubectl to API server: kubectl patch 200');
    expect(steps).toContain('#12 etcd to watch cache: slot 79');
  });

  it.each(Object.keys(themes) as ThemeName[])('H2, H3: all of it can be read in %s', { timeout: 120_000 }, async (theme) => {
    mkdirSync('test/.artifacts/panel/pages', { recursive: true });
    for (const width of [1400, 560]) {
      await open(chainPictureOf(patched, 9), { theme, width, height: 1000 });
      await panel.page.screenshot({ path: `test/.artifacts/panel/pages/${theme}-chain-server-${width}.png` });
      await panel.page.locator('.sequence').scrollIntoViewIfNeeded();
      await panel.page.screenshot({ path: `test/.artifacts/panel/pages/${theme}-chain-server-sequence-${width}.png` });
      expect.soft(await overflowing(panel.page)).toEqual([]);
      const colours = await panel.page.locator('.span-bar rect').evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar).fill));
      expect(colours.every((colour) => colour !== 'none' && colour !== 'rgba(0, 0, 0, 0)' && colour !== 'rgb(0, 0, 0)')).toBe(true);
    }
    await expect.poll(() => panel.troubles()).toEqual([]);
  });
});
