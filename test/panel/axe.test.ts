import { describe, expect, it } from 'vitest';
import { tabs } from '../../webview/store/pageModels.ts';
import { oneOfEach } from '../support/lintViews.ts';
import { ended, live, none, paused } from '../support/panelStates.ts';
import { timelinePicture } from '../support/timelinePictures.ts';
import { axeFindings } from './support/axeFindings.ts';
import type { PanelPage } from './support/panelPage.ts';
import { tabPictures } from './support/tabPictures.ts';
import { type ThemeName, themes } from './support/theme.ts';
import { useBrowser } from './support/useBrowser.ts';

const browser = useBrowser({ provokes: true });
let panel: PanelPage;

async function findings(): Promise<readonly string[]> {
  await panel.drawn();
  return axeFindings(panel.page);
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
