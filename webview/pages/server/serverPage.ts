import { html, type TemplateResult } from 'lit';
import type { ServerPicture } from '../../../extension/protocol/pages/server.ts';
import type { InsidePicture } from '../../../extension/protocol/pages/server/insidePicture.ts';
import { addTexts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import type { PageView } from '../pageView.ts';
import { cachesTab } from './cachesTab.ts';
import { insideStrings } from './insideStrings.ts';
import { requestsTab } from './requestsTab.ts';
import type { ServerModel, ServerTab } from './serverModel.ts';
import { serverStrings } from './serverStrings.ts';
import { sessionPart } from './sessionPart.ts';
import { storageTab } from './storageTab.ts';
import { subNavigation } from './subNavigation.ts';
import { trafficTab } from './trafficTab.ts';
import { worldTab } from './worldTab.ts';

addTexts(serverStrings);
addTexts(insideStrings);

const insideTabs: Readonly<Record<Exclude<ServerTab, 'session'>, (view: View, own: ServerModel, inside: InsidePicture) => TemplateResult>> = {
  storage: storageTab,
  caches: cachesTab,
  requests: requestsTab,
  traffic: trafficTab,
  world: worldTab,
};

/** What can be known of any API server; and the inside of one that shows it. */
export const serverPage: PageView<'server', ServerModel> = (view, own, picture) => {
  if (!picture) return html`<p class="hint">${view.texts.t('loading')}</p>`;
  if (!picture.inside) return sessionPart(view, own, picture);
  return subNavigation(view, own, partView(view, own, picture, picture.inside));
};

function partView(view: View, own: ServerModel, picture: ServerPicture, inside: InsidePicture): TemplateResult {
  const { t } = view.texts;
  if (own.tab === 'session') return sessionPart(view, own, picture);
  if (inside.state !== 'live') return html`<p class="hint">${t(inside.state === 'past' ? 'insidePast' : 'insideEnded')}</p>`;
  return insideTabs[own.tab](view, own, inside);
}
