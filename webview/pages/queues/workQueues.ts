import { html, nothing, type TemplateResult } from 'lit';
import type { QueuesPicture, WorkQueueView } from '../../../extension/protocol/pages/queues.ts';
import { codeList, moreText } from '../../components/codeList.ts';
import { formatDuration } from '../../format.ts';
import { foldable } from '../../components/foldable.ts';
import type { View } from '../../views/view.ts';
import { keyLink } from '../keyLink.ts';

/** The work queues as client-go keeps them: an ordered `queue`, the sets `dirty` and `processing`, what waits for its time, and what the rate limiter knows. */
export function workQueuesView(view: View, { workQueues }: QueuesPicture): TemplateResult {
  const { t, count } = view.texts;
  const sum = (field: 'queue' | 'processing' | 'waiting'): string => count(workQueues.reduce((total, { counts }) => total + counts[field], 0));
  return foldable({
    id: 'work-queues',
    title: t('workQueue'),
    summary: [t('ready', { count: sum('queue') }), t('processing', { count: sum('processing') }), t('waiting', { count: sum('waiting') })].join(' · '),
    folded: view.model.folded.includes('workQueues'),
    onToggle: () => view.actions.fold('workQueues'),
    content: () => (workQueues.length === 0 ? html`<p class="hint">${t('noWorkQueue')}</p>` : workQueues.map((queue) => workQueueView(queue, view))),
  });
}

function workQueueView({ name, queue, dirty, processing, waiting, failures, counts, priorities, tokens }: WorkQueueView, view: View): TemplateResult {
  const { model, texts } = view;
  const elapsed = model.now - model.receivedAt;
  const held = new Set((model.state?.stepper.held ?? []).filter(({ point, owner }) => point.startsWith('workqueue.') && owner === name).map(({ key }) => key));
  const behind = {
    priority: (index: number): string => (priorities?.[index] ? ` ${texts.count(priorities[index])}` : ''),
    due: (index: number): string => {
      const left = waiting[index]!.dueInMs - elapsed;
      return ` ${left > 0 ? texts.t('dueIn', { duration: formatDuration(left) }) : texts.t('due')}`;
    },
    failures: (index: number): string => `: ${texts.count(failures[index]!.count)}`,
  };
  const line = (label: string, open: string, keys: readonly string[], close: string, total: number, more: (index: number) => string = () => ''): TemplateResult => {
    const elements = keys.map((key, index) => html`${keyLink(key, view, held.has(key))}${more(index)}`);
    const list = codeList(elements, { close, after: moreText(total - keys.length, texts) });
    return html`<div class="code-line"><span class="code-name">${label}</span> = ${open} ${list}</div>`;
  };
  return html`<h3 class="owner">${name}</h3>
    <div class="code">
      ${line('queue', '[', queue, ']', counts.queue, behind.priority)} ${line('dirty', '{', dirty, '}', counts.dirty)}
      ${line('processing', '{', processing, '}', counts.processing)} ${line('waiting', '[', keysOf(waiting), ']', counts.waiting, behind.due)}
      ${counts.failures > 0 ? line('failures', '{', keysOf(failures), '}', counts.failures, behind.failures) : nothing}
      ${tokens === null ? nothing : html`<div class="code-line"><span class="code-name">tokens</span> = ${texts.count(Math.floor(tokens))}</div>`}
    </div>`;
}

function keysOf(items: readonly { readonly key: string }[]): readonly string[] {
  return items.map(({ key }) => key);
}
