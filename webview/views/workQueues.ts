import { html, nothing, type TemplateResult } from 'lit';
import type { WorkQueueView } from '../../extension/protocol/messages.ts';
import { foldable } from '../components/foldable.ts';
import { formatDuration } from '../format.ts';
import { codeList, moreText } from './codeList.ts';
import type { View } from './view.ts';

/** The work queues as client-go keeps them: an ordered `queue`, the sets `dirty` and `processing`, what waits for its time, and what the rate limiter knows. */
export function workQueuesView(view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { workQueues, pipeline } = model.state!;
  const { ready, processing, waiting } = pipeline.workQueue;
  const { t, count } = texts;
  return foldable({
    id: 'work-queues',
    title: t('workQueue'),
    summary: [t('ready', { count: count(ready) }), t('processing', { count: count(processing) }), t('waiting', { count: count(waiting) })].join(' · '),
    folded: model.folded.includes('workQueues'),
    onToggle: () => actions.fold('workQueues'),
    content: () =>
      workQueues.length === 0
        ? html`<p class="hint">${t('noWorkQueue')}</p>`
        : workQueues.map((queue) => workQueueView(queue, view)),
  });
}

function workQueueView({ name, queue, dirty, processing, waiting, failures, counts, priorities, tokens }: WorkQueueView, { model, texts }: View): TemplateResult {
  const elapsed = model.now - model.receivedAt;
  const held = new Set(
    (model.state?.stepper.held ?? []).filter(({ point, owner }) => point.startsWith('workqueue.') && owner === name).map(({ key }) => key),
  );
  const due = waiting.map(({ key, dueInMs }) => {
    const left = dueInMs - elapsed;
    return `${key} ${left > 0 ? texts.t('dueIn', { duration: formatDuration(left) }) : texts.t('due')}`;
  });
  const failed = failures.map(({ key, count }) => `${key}: ${texts.count(count)}`);
  const priorityOf = (index: number): string => (priorities?.[index] ? ` ${texts.count(priorities[index])}` : '');
  const line = (label: string, open: string, keys: readonly string[], close: string, total: number, behind: (index: number) => string = () => ''): TemplateResult => {
    const elements = keys.map((key, index) => html`<span class=${held.has(key) ? 'key key-held' : 'key'}>${key}${behind(index)}</span>`);
    const list = codeList(elements, { close, after: moreText(total - keys.length, texts) });
    return html`<div class="code-line"><span class="code-name">${label}</span> = ${open} ${list}</div>`;
  };
  return html`<h3 class="owner">${name}</h3>
    <div class="code">
      ${line('queue', '[', queue, ']', counts.queue, priorityOf)} ${line('dirty', '{', dirty, '}', counts.dirty)}
      ${line('processing', '{', processing, '}', counts.processing)} ${line('waiting', '[', due, ']', counts.waiting)}
      ${counts.failures > 0 ? line('failures', '{', failed, '}', counts.failures) : nothing}
      ${tokens === null ? nothing : html`<div class="code-line"><span class="code-name">tokens</span> = ${texts.count(Math.floor(tokens))}</div>`}
    </div>`;
}
