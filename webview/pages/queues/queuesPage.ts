import { html } from 'lit';
import { articleNotes } from '../../components/articleNote.ts';
import type { PageView } from '../pageView.ts';
import { controllersView } from './controllersView.ts';
import { deltaQueuesView } from './deltaQueues.ts';
import { handlersView } from './handlersView.ts';
import { keysTable } from './keysTable.ts';
import type { QueuesModel } from './queuesModel.ts';
import { workQueuesView } from './workQueues.ts';

export const queuesPage: PageView<'queues', QueuesModel> = (view, own, picture) =>
  picture
    ? html`${deltaQueuesView(view, picture)} ${handlersView(view, own, picture)} ${workQueuesView(view, picture)} ${controllersView(view, own, picture)}
      ${keysTable(view, own, picture)} ${articleNotes('queues', view.texts)}`
    : html`<p class="hint">${view.texts.t('loading')}</p>`;
