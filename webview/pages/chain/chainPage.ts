import { html } from 'lit';
import type { PageView } from '../pageView.ts';
import type { ChainModel } from './chainModel.ts';

export const chainPage: PageView<'chain', ChainModel> = {
  title: 'chainPage',
  look: ({ stream }) => (stream.cursor?.seq == null ? null : { seq: stream.cursor.seq }),
  view: () => html``,
};
