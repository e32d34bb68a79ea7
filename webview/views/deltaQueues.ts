import { html, nothing, type TemplateResult } from 'lit';
import type { DeltaQueueView } from '../../extension/protocol/messages.ts';
import { foldable } from '../components/foldable.ts';
import type { Texts } from '../strings.ts';
import type { View } from './view.ts';

/** The delta queues as client-go lays them out: `queue` is the order of the keys, `items` the deltas of each. */
export function deltaQueuesView({ model, texts, actions }: View): TemplateResult {
  const { deltaQueues, stepper, pipeline } = model.state!;
  const held = new Set(stepper.held.filter(({ point }) => point.startsWith('queue.')).map(({ owner, key }) => `${owner} ${key}`));
  return foldable({
    id: 'delta-queues',
    title: texts.t('deltaFifo'),
    summary: `${texts.n('keys', pipeline.deltaQueue.keys)} · ${texts.n('deltas', pipeline.deltaQueue.deltas)}`,
    folded: model.folded.includes('deltaQueues'),
    onToggle: () => actions.fold('deltaQueues'),
    content: () =>
      deltaQueues.length === 0
        ? html`<p class="hint">${texts.t(model.state!.informers.length === 0 ? 'noDeltaQueue' : 'nothingWaits')}</p>`
        : deltaQueues.map((queue) => deltaQueueView(queue, (key) => held.has(`${queue.informer} ${key}`), texts)),
  });
}

function deltaQueueView(queue: DeltaQueueView, isHeld: (key: string) => boolean, texts: Texts): TemplateResult {
  const { items } = queue;
  const more = queue.keys - items.length;
  const moreText = more > 0 ? texts.t('andMore', { count: texts.count(more) }) : '';
  const keyClass = (key: string): string => (isHeld(key) ? 'key key-held' : 'key');
  if (queue.keys === 0) return html`<h3 class="owner">${queue.informer} · ${texts.t('empty')}</h3>`;
  return html`<h3 class="owner">${queue.informer}</h3>
    <div class="code">
      <div class="code-line">queue = [ ${items.map(
        ({ key }, index) => html`${index > 0 ? ', ' : nothing}<span class=${keyClass(key)}>${key}</span>`,
      )}${items.length > 0 && more > 0 ? ', ' : nothing}${more > 0 ? html`<em>${moreText}</em>` : nothing} ]</div>
      <div class="code-line">items = {</div>
      ${items.map(
        ({ key, deltas }) => html`<div class="code-line code-indented"><span class=${keyClass(key)}>${key}</span>: [ ${deltas.map(
          ({ type, rv }, index) => html`${index > 0 ? ', ' : nothing}<span class=${type === 'Deleted' ? 'delta delta-deleted' : 'delta'}>${type} ${rv}</span>`,
        )} ]</div>`,
      )}
      ${more > 0 ? html`<div class="code-line code-indented"><em>${moreText}</em></div>` : nothing}
      <div class="code-line">}</div>
    </div>`;
}
