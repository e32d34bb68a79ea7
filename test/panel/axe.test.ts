import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { tabs } from '../../webview/store/pageModels.ts';
import { oneOfEach } from '../support/lintViews.ts';
import { ended, live, none, paused } from '../support/panelStates.ts';
import { timelinePicture } from '../support/timelinePictures.ts';
import type { PanelPage } from './support/panelPage.ts';
import { tabPictures } from './support/tabPictures.ts';
import { type ThemeName, themes } from './support/theme.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser({ provokes: true });
let panel: PanelPage;
let axe: string;

beforeAll(async () => {
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
});

/** What axe finds wrong, one line for each element. */
async function findings(): Promise<readonly string[]> {
  await panel.drawn();
  await panel.page.evaluate(axe);
  const violations = await panel.page.evaluate(async () => {
    const { violations: all } = await (window as unknown as { readonly axe: { run(): Promise<AxeResults> } }).axe.run();
    return all.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target, failureSummary }) => ({ target: target.map(String), failureSummary })) }));
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n').slice(1, 3).join(' ')}`));
}

describe.each(Object.keys(themes) as ThemeName[])('axe finds nothing: %s', (theme) => {
  it('on any page', { timeout: 240_000 }, async () => {
    panel = await browser.open({ entries: 100, state: { ...paused, lints: { raised: 11, newest: oneOfEach[0]!, ofKeys: oneOfEach.slice(0, 10) } }, theme });
    await panel.host((host, given) => host.picture('timeline', given), timelinePicture);
    await panel.rows.first().click();
    for (const tab of tabs) {
      await panel.host((host, [page, given]) => host.picture(page as 'lints', given as never), [tab, tabPictures[tab]] as unknown as [string, string]);
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
