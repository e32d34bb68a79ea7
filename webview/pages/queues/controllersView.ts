import { html, type TemplateResult } from 'lit';
import type { CauseKind, ControllerView, QueuesPicture } from '../../../extension/protocol/pages/queues.ts';
import { codeLoop, type LineMark, type LoopLine } from '../../components/codeLoop.ts';
import type { StringKey } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { histogram } from './histogram.ts';
import type { QueuesModel } from './queuesModel.ts';
import { section } from './section.ts';

/** A worker in short, as controllers over client-go write it. */
const workerLoop: readonly LoopLine[] = [
  { code: 'for {', indent: 0 },
  { code: 'key, quit := queue.Get()', id: 'get', indent: 1 },
  { code: 'err := reconcile(ctx, key)', id: 'reconcile', indent: 1 },
  { code: 'if err == nil {', indent: 1 },
  { code: 'queue.Forget(key)', id: 'forget', indent: 2 },
  { code: '} else {', indent: 1 },
  { code: 'queue.AddRateLimited(key)', id: 'addRateLimited', indent: 2 },
  { code: '}', indent: 1 },
  { code: 'queue.Done(key)', id: 'done', indent: 1 },
  { code: '}', indent: 0 },
];

const causeTexts: { readonly [Kind in CauseKind]: StringKey } = {
  add: 'causeAdd',
  update: 'causeUpdate',
  delete: 'causeDelete',
  resync: 'causeResync',
  ownWrite: 'causeOwnWrite',
  retry: 'causeRetry',
  requeue: 'causeRequeue',
  other: 'causeOther',
};

/** Where the workers of each controller are, how long keys wait and take, and who asks for them. */
export function controllersView(view: View, own: QueuesModel, { controllers }: QueuesPicture): TemplateResult {
  const { t, count } = view.texts;
  const sum = (field: 'busy' | 'workers'): string => count(controllers.reduce((total, each) => total + each[field], 0));
  return section('workers', 'worker-loops', view, own, {
    title: t('workersPane'),
    summary: t('busy', { busy: sum('busy'), workers: sum('workers') }),
    content: () => (controllers.length === 0 ? html`<p class="hint">${t('noWorkers')}</p>` : controllers.map((controller) => controllerView(controller, view))),
  });
}

function controllerView(controller: ControllerView, { texts }: View): TemplateResult {
  const { t } = texts;
  const { name, latency, work } = controller;
  return html`<h3 class="owner">${name}</h3>
    ${codeLoop(t('workerLoop', { controller: name }), workerLoop, (id) => markOf(id, controller, texts))}
    <div class="histograms">${histogram(t('queueLatency'), name, latency, texts)} ${histogram(t('workDuration'), name, work, texts)}</div>
    ${causesView(controller, texts)}`;
}

function markOf(id: string, { lines, last }: ControllerView, { t, count }: View['texts']): LineMark | undefined {
  const at = lines.find(({ line }) => line === id);
  if (!at) return id === last ? { lit: false, held: false, note: t('lineLast') } : undefined;
  const who = at.keys.length > 0 ? at.keys.join(', ') : t('lineWorkers', { count: count(at.workers) });
  const waits = id === 'get' && !at.held ? t('lineWaits') : '';
  return { lit: true, held: at.held, note: [at.held ? t('lineHeld') : waits, who, at.workers > at.keys.length && at.keys.length > 0 ? t('lineWorkers', { count: count(at.workers) }) : ''].filter(Boolean).join(' · ') };
}

function causesView({ causes }: ControllerView, { t, count }: View['texts']): TemplateResult {
  const total = causes.reduce((sum, each) => sum + each.count, 0);
  if (total === 0) return html`<h4 class="histogram-title">${t('causesTitle')}</h4><p class="hint">${t('noCauses')}</p>`;
  return html`<h4 class="histogram-title">${t('causesTitle')}</h4>
    <table class="grid-table causes-table">
      <tbody>
        ${causes.map(
          ({ kind, count: number }) =>
            html`<tr>
              <th scope="row">${t(causeTexts[kind])}</th>
              <td class="number">${count(number)}</td>
              <td class="bar-cell" aria-hidden="true"><svg class="share" viewBox="0 0 100 8" preserveAspectRatio="none"><rect class="histogram-bar" x="0" y="0" width=${(number / total) * 100} height="8"></rect></svg></td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}
