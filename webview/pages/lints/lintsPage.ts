import { html } from 'lit';
import type { PageView } from '../pageView.ts';
import type { LintsModel } from './lintsModel.ts';

export const lintsPage: PageView<'lints', LintsModel> = {
  title: 'lintsPage',
  look: () => ({}),
  view: () => html``,
};
