import { html, nothing, type TemplateResult } from 'lit';
import type { LintView } from '../../../extension/protocol/pages/lints.ts';
import { icon } from '../../components/icon.ts';
import { formatDuration } from '../../format.ts';
import type { View } from '../../views/view.ts';
import { lintWords } from './lintWords.ts';

export interface LintCardOptions {
  /** It is not raised any more. */
  readonly gone?: boolean;
  /** Of the whole only its sentence: beside something else. */
  readonly short?: boolean;
}

/** One lint: how bad it is, what was found and since when, what it means, what to do, and the entries that show it. */
export function lintCard(lint: LintView, { model, texts, actions }: Pick<View, 'model' | 'texts' | 'actions'>, { gone = false, short = false }: LintCardOptions = {}): TemplateResult {
  const { t } = texts;
  const { severity, title, found, means, todo } = lintWords(lint, texts);
  const id = `lint-${lint.seq}`;
  const duration = formatDuration(gone ? lint.forMs : lint.forMs + Math.max(0, model.now - model.receivedAt));
  return html`<article class="lint lint-${severity} ${gone ? 'lint-gone' : ''}" aria-labelledby=${id}>
    <h3 id=${id}>
      ${icon(gone ? 'pass' : severity)}<span class="visually-hidden">${t(severity === 'error' ? 'lintError' : 'lintWarning')}: </span>${title}
      <span class="lint-since">${t(gone ? 'lintWas' : 'lintFor', { duration })}</span>
    </h3>
    <p class="lint-found">${found}</p>
    ${short ? nothing : html`<p>${means}</p>${gone ? nothing : html`<p>${t('lintTodo', { todo })}</p>`}`} ${lint.entries.length > 0 ? evidence() : nothing}
  </article>`;

  function evidence(): TemplateResult {
    return html`<ul class="lint-entries" aria-label=${t('lintEvidence')}>
      ${lint.entries.map(
        ({ seq, kind, what }) =>
          html`<li>
            <button type="button" class="link" aria-label=${t('goToEntry', { seq: String(seq) })} ?disabled=${kind === ''} @click=${() => actions.goTo(seq)}>#${seq}</button>
            <span class="lint-entry-kind">${kind}</span> <span>${kind === '' ? t('lintEntryGone') : what}</span>
          </li>`,
      )}
    </ul>`;
  }
}
