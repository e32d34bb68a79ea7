import { html, nothing, type TemplateResult } from 'lit';
import type { DeltaQueueView } from '../../extension/protocol/messages.ts';
import { foldable } from '../components/foldable.ts';
import type { Texts } from '../strings.ts';
import { codeList, moreText } from './codeList.ts';
import { queueTitle } from './stageNames.ts';
import type { View } from './view.ts';

/** The delta queues as client-go lays them out: `queue` is the order of the keys, `items` the deltas of each. */
export function deltaQueuesView({ model, texts, actions }: View): TemplateResult {
  const { deltaQueues, stepper, pipeline } = model.state!;
  const held = new Set(stepper.held.filter(({ point }) => point.startsWith('queue.')).map(({ owner, key }) => `${owner} ${key}`));
  return foldable({
    id: 'delta-queues',
    title: queueTitle(deltaQueues, texts),
    summary: `${texts.n('keys', pipeline.deltaQueue.keys)} · ${texts.n('deltas', pipeline.deltaQueue.deltas)}`,
    folded: model.folded.includes('deltaQueues'),
    onToggle: () => actions.fold('deltaQueues'),
    content: () =>
      deltaQueues.length === 0
        ? html`<p class="hint">${texts.t(model.state!.informers.length === 0 ? 'noDeltaQueue' : 'nothingWaits')}</p>`
        : deltaQueues.map((queue) => deltaQueueView(queue, (key) => held.has(`${queue.informer} ${key}`), texts)),
  });
}

function deltaQueueView({ informer, keys, items }: DeltaQueueView, isHeld: (key: string) => boolean, texts: Texts): TemplateResult {
  if (keys === 0) return html`<h3 class="owner">${informer} · ${texts.t('empty')}</h3>`;
  const after = moreText(keys - items.length, texts);
  const keyView = (key: string): TemplateResult => html`<span class=${isHeld(key) ? 'key key-held' : 'key'}>${key}</span>`;
  return html`<h3 class="owner">${informer}</h3>
    <div class="code">
      <div class="code-line">queue = [ ${codeList(items.map(({ key }) => keyView(key)), { close: ']', after })}</div>
      <div class="code-line">items = {</div>
      ${items.map(
        ({ key, deltas, count }) =>
          html`<div class="code-line code-indented"><span class="element">${keyView(key)}: [</span> ${codeList(deltas.map(deltaView), {
            close: ']',
            before: count > deltas.length ? texts.t('earlier', { count: texts.count(count - deltas.length) }) : '',
          })}</div>`,
      )}
      ${after === '' ? nothing : html`<div class="code-line code-indented"><em>${after}</em></div>`}
      <div class="code-line">}</div>
    </div>`;
}

function deltaView({ type, rv }: { readonly type: string; readonly rv: string }): TemplateResult {
  return html`<span class=${type === 'Deleted' ? 'delta delta-deleted' : 'delta'}>${type} ${rv}</span>`;
}
