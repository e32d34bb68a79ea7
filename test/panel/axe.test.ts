import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ItemPicture } from '../../extension/protocol/pages/item.ts';
import type { PictureOf } from '../../extension/protocol/pages.ts';
import { tabs, type Tab } from '../../webview/store/pageModels.ts';
import { falseCache } from '../support/cachePictures.ts';
import { chainPictureOf, rollout } from '../support/chainPictures.ts';
import { lintsPicture, oneOfEach } from '../support/lintViews.ts';
import { ended, live, none, paused } from '../support/panelStates.ts';
import { busyQueues } from '../support/queuesPictures.ts';
import { serverPicture } from '../support/serverPictures.ts';
import { timelinePicture } from '../support/timelinePictures.ts';
import { PanelBrowser, type PanelPage } from './support/panelPage.ts';
import { type ThemeName, themes } from './support/theme.ts';

let browser: PanelBrowser;
let panel: PanelPage;
let axe: string;

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  browser = await PanelBrowser.start();
});
afterAll(() => browser.stop());
afterEach(() => panel.close());

const item: ItemPicture = {
  informer: 'v1/pods',
  key: 'web/api-7d4b9c6f8-x2x1',
  entry: { seq: 40, kind: 'handler.update', fields: [{ name: 'handler', value: 'deployment-rollout' }] },
  object: { rv: '184001', format: 'yaml', source: 'cache', wanted: '184001', parts: [{ name: '', text: 'kind: Pod\n' }, { name: 'status', text: 'status:\n  phase: Running\n' }], cut: true },
  diff: {
    seq: 4,
    from: '184180',
    to: '184001',
    uidChanged: true,
    fields: [{ path: 'spec.replicas', before: '2', after: '', owner: { manager: 'hpa', operation: 'Update', subresource: '', time: '2026-11-29T23:59:01Z' } }],
    more: true,
    unknown: false,
  },
  queue: { ahead: 2, deltas: [{ type: 'Deleted', rv: '184188' }], count: 2 },
  places: [{ queue: 'flaky', ahead: null, length: 0, dirty: true, processing: false, dueInMs: 3200, failures: 3 }],
  held: [{ id: 7, point: 'queue.pop', owner: 'v1/pods', heldMs: 6300 }],
  history: { rows: [{ seq: 5, t: 15, stage: 'handler', kind: 'handler.update', rv: '184001', summary: 'OnUpdate', changed: [] }], count: 4, searching: false },
};

const recording: PictureOf<'recording'> = {
  file: { format: 'trace', producer: 'Informer Inspector 0.1.0', entries: 1234, input: 56, informers: 2, skipped: 1, firstSkipped: 7, whySkipped: 'it is no JSON', cut: null },
  whyNot: null,
  replay: null,
  comparison: { phase: 'none', message: '', runs: [], keys: 0, parted: 0, partings: [], caches: 0, cut: false },
};

/** Something to see on each page. One that has nothing here does not compile. */
const pictures: { readonly [Name in Tab]: PictureOf<Name> } = {
  item,
  chain: chainPictureOf(rollout, 15),
  queues: busyQueues,
  cache: falseCache,
  server: serverPicture,
  lints: lintsPicture,
  recording,
};

/**
 * Pictures with text in them: their names say all that is drawn, in sentences that begin with its title, where what is drawn is figures beside each other. axe asks for
 * the very same words in the same order.
 */
const saidInSentences = '.stage, .span-row';

/** What axe finds wrong, one line for each element. */
async function findings(): Promise<readonly string[]> {
  await panel.drawn();
  await panel.page.evaluate(axe);
  const violations = await panel.page.evaluate(async (pictured) => {
    const { violations: all } = await (window as unknown as { readonly axe: { run(): Promise<AxeResults> } }).axe.run();
    const isPicture = (id: string, target: string): boolean => id === 'label-content-name-mismatch' && document.querySelector(target)!.matches(pictured);
    return all.map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ target }) => !isPicture(id, String(target[0]))).map(({ target, failureSummary }) => ({ target: target.map(String), failureSummary })) }));
  }, saidInSentences);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').slice(1, 3).join(' ')}`));
}

describe.each(Object.keys(themes) as ThemeName[])('axe finds nothing: %s', (theme) => {
  it('on any page', { timeout: 240_000 }, async () => {
    panel = await browser.open({ entries: 100, state: { ...paused, lints: { raised: 11, newest: oneOfEach[0]!, ofKeys: oneOfEach.slice(0, 10) } }, theme });
    await panel.host((host, given) => host.picture('timeline', given), timelinePicture);
    await panel.rows.first().click();
    for (const tab of tabs) {
      await panel.host((host, [page, given]) => host.picture(page as 'lints', given as never), [tab, pictures[tab]] as unknown as [string, string]);
      await panel.page.locator(`#tab-${tab}`).click();
      expect.soft(await findings(), tab).toEqual([]);
    }
  });

  it('in a narrow panel that is live, at its end, or without a session', { timeout: 240_000 }, async () => {
    panel = await browser.open({ entries: 10, state: live, theme, width: 360 });
    for (const [name, state] of Object.entries({ live, ended, none })) {
      await panel.show(state);
      expect.soft(await findings(), name).toEqual([]);
    }
  });
});
