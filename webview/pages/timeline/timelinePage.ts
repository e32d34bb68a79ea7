import { html } from 'lit';
import type { PageView } from '../pageView.ts';
import type { TimelineModel } from './timelineModel.ts';

export const timelinePage: PageView<'timeline', TimelineModel> = {
  title: 'timelinePage',
  look: () => ({}),
  view: () => html``,
};
