import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { tabs } from '../../../webview/store/pageModels.ts';
import { oneOfEach } from '../../support/lintViews.ts';
import { paused } from '../../support/panelStates.ts';
import { timelinePicture } from '../../support/timelinePictures.ts';
import { overflowing } from '../support/overflowing.ts';
import type { PanelPage } from '../support/panelPage.ts';
import { tabPictures } from '../support/tabPictures.ts';
import { type ThemeName, themes } from '../support/theme.ts';
import { useBrowser } from '../support/useBrowser.ts';

const screenshots = 'test/.artifacts/panel/pages';
const browser = useBrowser({ provokes: true });
let panel: PanelPage;

beforeAll(() => {
  mkdirSync(screenshots, { recursive: true });
});

describe.each(Object.keys(themes) as ThemeName[])('H2, H3: %s', (theme) => {
  it.each([1400, 560])('no page is wider than a panel of %i px', { timeout: 120_000 }, async (width) => {
    panel = await browser.open({ entries: 9412, state: { ...paused, lints: { raised: 3, newest: oneOfEach[0]!, ofKeys: [] } }, theme, width, height: 1000 });
    await panel.host((host, given) => host.picture('timeline', given), timelinePicture);
    await panel.rows.nth(4).click();
    for (const tab of tabs) {
      await panel.host((host, [page, given]) => host.picture(page as 'lints', given as never), [tab, tabPictures[tab]] as unknown as [string, string]);
      await panel.page.locator(`#tab-${tab}`).click();
      await panel.drawn();
      if (width === 560) await panel.page.locator('.tabs').evaluate((bar) => bar.scrollIntoView());
      await panel.page.screenshot({ path: `${screenshots}/${theme}-${tab}-${width}.png` });
      expect.soft(await overflowing(panel.page), tab).toEqual([]);
    }
    await expect.poll(() => panel.troubles()).toEqual([]);
  });
});
