import type { TemplateResult } from 'lit';
import { foldable } from '../../components/foldable.ts';
import type { View } from '../../views/view.ts';
import type { QueueSection, QueuesModel } from './queuesModel.ts';

/** A part of the page that folds up. */
export function section(id: QueueSection, domId: string, { actions }: View, own: QueuesModel, { title, summary, content }: { readonly title: string; readonly summary: string; readonly content: () => unknown }): TemplateResult {
  return foldable({ id: domId, title, summary, folded: own.folded.includes(id), onToggle: () => actions.onPage({ page: 'queues', action: { type: 'fold', section: id } }), content });
}
