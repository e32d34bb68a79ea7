import { html, nothing, type TemplateResult } from 'lit';
import type { DeltaQueueView, DeltaView, QueuesPicture } from '../../../extension/protocol/pages/queues.ts';
import { codeList, moreText } from '../../components/codeList.ts';
import { codeLoop, type LoopLine } from '../../components/codeLoop.ts';
import { foldable } from '../../components/foldable.ts';
import type { View } from '../../views/view.ts';
import { keyLink } from '../keyLink.ts';

/** The pop loop in short, as client-go's `processLoop` and `processDeltas` have it. */
const popLoop: readonly LoopLine[] = [
  { code: 'for {', indent: 0 },
  { code: 'deltas := queue.Pop()', id: 'pop', indent: 1 },
  { code: 'for _, d := range deltas {', indent: 1 },
  { code: 'indexer.Update(d.Object) // Add, Delete', id: 'store', indent: 2 },
  { code: 'processor.distribute(d)', id: 'distribute', indent: 2 },
  { code: '}', indent: 1 },
  { code: '}', indent: 0 },
];

/** The delta queues as client-go lays them out: `queue` and `items` of a DeltaFIFO, the entries of a RealFIFO, each with the loop that pops them. */
export function deltaQueuesView(view: View, { deltaQueues }: QueuesPicture): TemplateResult {
  const { texts } = view;
  const keys = deltaQueues.reduce((sum, queue) => sum + queue.keys, 0);
  const deltas = deltaQueues.reduce((sum, queue) => sum + queue.deltas, 0);
  const kinds = new Set(deltaQueues.map(({ kind }) => texts.t(kind === 'DeltaFIFO' ? 'deltaFifo' : 'realFifo')));
  return foldable({
    id: 'delta-queues',
    title: kinds.size === 0 ? texts.t('deltaFifo') : [...kinds].join(' · '),
    summary: `${texts.n('keys', keys)} · ${texts.n('deltas', deltas)}`,
    folded: view.model.folded.includes('deltaQueues'),
    onToggle: () => view.actions.fold('deltaQueues'),
    content: () => (deltaQueues.length === 0 ? html`<p class="hint">${texts.t('noDeltaQueue')}</p>` : deltaQueues.map((queue) => deltaQueueView(queue, view))),
  });
}

function deltaQueueView(queue: DeltaQueueView, view: View): TemplateResult {
  const { texts, model } = view;
  const held = new Set((model.state?.stepper.held ?? []).filter(({ point, owner }) => point.startsWith('queue.') && owner === queue.informer).map(({ key }) => key));
  const key = (name: string): TemplateResult => keyLink(name, view, held.has(name));
  return html`<h3 class="owner">${queue.informer}${queue.deltas === 0 ? ` · ${texts.t('empty')}` : nothing}</h3>
    ${queue.deltas === 0 ? nothing : queue.kind === 'DeltaFIFO' ? byKey(queue, key, view) : inOrder(queue, key, view)}
    ${queue.deltas === 0 && !queue.held ? nothing : popLoopView(queue, view)}`;
}

function byKey({ keys, items }: DeltaQueueView, key: (name: string) => TemplateResult, { texts }: View): TemplateResult {
  const after = moreText(keys - items.length, texts);
  return html`<div class="code">
    <div class="code-line">queue = [ ${codeList(items.map((item) => key(item.key)), { close: ']', after })}</div>
    <div class="code-line">items = {</div>
    ${items.map(
      (item) =>
        html`<div class="code-line code-indented"><span class="element">${key(item.key)}: [</span> ${codeList(item.deltas.map(deltaView), {
          close: ']',
          before: item.count > item.deltas.length ? texts.t('earlier', { count: texts.count(item.count - item.deltas.length) }) : '',
        })}</div>`,
    )}
    ${after === '' ? nothing : html`<div class="code-line code-indented"><em>${after}</em></div>`}
    <div class="code-line">}</div>
  </div>`;
}

/** One delta an entry, in the order of the watch. */
function inOrder({ deltas, entries }: DeltaQueueView, key: (name: string) => TemplateResult, { texts }: View): TemplateResult {
  const after = moreText(deltas - entries.length, texts);
  return html`<div class="code">
    <div class="code-line">items = [</div>
    ${entries.map((entry) => html`<div class="code-line code-indented">${deltaView(entry)}${entry.key === '' ? nothing : html` ${key(entry.key)}`}</div>`)}
    ${after === '' ? nothing : html`<div class="code-line code-indented"><em>${after}</em></div>`}
    <div class="code-line">]</div>
  </div>`;
}

function popLoopView({ informer, held }: DeltaQueueView, { texts: { t } }: View): TemplateResult {
  // The rest of a turn is one step: it is never seen half done.
  return codeLoop(t('queueLoop', { informer }), popLoop, (id) => (id === 'pop' ? { lit: true, held, note: t(held ? 'lineHeld' : 'lineWaits') } : undefined));
}

function deltaView({ type, rv }: DeltaView): TemplateResult {
  return html`<span class=${type === 'Deleted' ? 'delta delta-deleted' : 'delta'}>${type} ${rv}</span>`;
}
