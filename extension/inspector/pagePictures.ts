import type { PageLook, PageName, PagePicture } from '../protocol/pages.ts';
import { cachePage } from './pages/cachePage.ts';
import { chainPage } from './pages/chainPage.ts';
import { itemPage } from './pages/itemPage.ts';
import { lintsPage } from './pages/lintsPage.ts';
import { queuesPage } from './pages/queuesPage.ts';
import { recordingPage } from './pages/recordingPage.ts';
import { scenarioPage } from './pages/scenarioPage.ts';
import { serverPage } from './pages/serverPage.ts';
import { timelinePage } from './pages/timelinePage.ts';
import type { Page, PageContext } from './pages/page.ts';

const pages: { readonly [Name in PageName]: Page<Name> } = {
  item: itemPage,
  chain: chainPage,
  queues: queuesPage,
  cache: cachePage,
  server: serverPage,
  lints: lintsPage,
  recording: recordingPage,
  scenario: scenarioPage,
  timeline: timelinePage,
};

/** What is looked at of a page. */
export type Look = { [Name in PageName]: { readonly page: Name; readonly look: NonNullable<Extract<PageLook, { readonly page: Name }>['look']> } }[PageName];

/** The picture of the page that is looked at. */
export function pagePicture(context: PageContext, { page, look }: Look): PagePicture {
  // The compiler does not see that page and look belong together.
  const picture = (pages[page] as Page<PageName>)(context, look);
  return { page, look, picture } as PagePicture;
}
