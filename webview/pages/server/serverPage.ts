import { html } from 'lit';
import type { PageView } from '../pageView.ts';
import type { ServerModel } from './serverModel.ts';

export const serverPage: PageView<'server', ServerModel> = {
  title: 'serverPage',
  look: () => ({}),
  view: () => html``,
};
