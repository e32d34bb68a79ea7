import type { TemplateResult } from 'lit';
import { foldable } from '../../components/foldable.ts';
import type { View } from '../../views/view.ts';
import type { CacheModel, CacheSection } from './cacheModel.ts';

/** A part of the page that folds up. */
export function section(id: CacheSection, { actions }: View, own: CacheModel, { title, summary, content }: { readonly title: string; readonly summary: string; readonly content: () => unknown }): TemplateResult {
  return foldable({ id: `cache-${id}`, title, summary, folded: own.folded.includes(id), onToggle: () => actions.onPage({ page: 'cache', action: { type: 'fold', section: id } }), content });
}
