import { html } from 'lit';
import type { PageView } from '../pageView.ts';
import type { ItemModel } from './itemModel.ts';

export const itemPage: PageView<'item', ItemModel> = {
  title: 'itemPage',
  look: ({ stream }) => (stream.cursor?.seq == null ? null : { seq: stream.cursor.seq, informer: '', key: '' }),
  view: () => html``,
};
