import { html } from 'lit';
import { deltaQueuesView } from '../../views/deltaQueues.ts';
import { workQueuesView } from '../../views/workQueues.ts';
import type { PageView } from '../pageView.ts';
import type { QueuesModel } from './queuesModel.ts';

export const queuesPage: PageView<'queues', QueuesModel> = {
  title: 'queuesPage',
  look: () => ({}),
  view: (view) => html`${deltaQueuesView(view)} ${workQueuesView(view)}`,
};
