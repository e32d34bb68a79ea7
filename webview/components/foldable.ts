import { html, nothing, type TemplateResult } from 'lit';
import { icon } from './icon.ts';

export interface FoldableOptions {
  readonly id: string;
  readonly title: string;
  /** Said beside the title, also when it is folded up. */
  readonly summary: string;
  readonly folded: boolean;
  readonly onToggle: () => void;
  readonly content: () => unknown;
}

/** A section that folds up, as the views of VS Code's side bar do. */
export function foldable({ id, title, summary, folded, onToggle, content }: FoldableOptions): TemplateResult {
  return html`<section class="pane" aria-labelledby="${id}-title">
    <h2>
      <button type="button" class="pane-header" id="${id}-title" aria-expanded=${String(!folded)} aria-controls=${id} data-tips @click=${onToggle}>
        ${icon(folded ? 'chevron-right' : 'chevron-down')}<span class="pane-title">${title}</span
        ><span class="pane-summary" data-cut>${summary}</span>
      </button>
    </h2>
    <div class="pane-body" id=${id} ?hidden=${folded}>${folded ? nothing : content()}</div>
  </section>`;
}
