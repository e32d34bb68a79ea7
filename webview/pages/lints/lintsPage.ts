import { html, nothing, type TemplateResult } from 'lit';
import type { LintsPicture } from '../../../extension/protocol/pages/lints.ts';
import { foldable } from '../../components/foldable.ts';
import { icon } from '../../components/icon.ts';
import type { View } from '../../views/view.ts';
import type { PageView } from '../pageView.ts';
import { lintCard } from './lintCard.ts';
import type { LintsModel } from './lintsModel.ts';

/** What looks wrong; below it what has gone again. */
export const lintsPage: PageView<'lints', LintsModel> = (view, { showsGone }, picture) => {
  if (!picture) return html`<p class="hint">${view.texts.t('loading')}</p>`;
  return html`<section class="lints" aria-label=${view.texts.t('lintsPage')}>${picture.raised.length === 0 ? nothingWrong(view) : picture.raised.map((lint) => lintCard(lint, view))}</section>
    ${picture.cleared.length > 0 ? goneView(view, showsGone, picture.cleared) : nothing}`;
};

function nothingWrong({ texts }: View): TemplateResult {
  return html`<p class="lints-none">${icon('pass')} ${texts.t('noLints')}</p>
    <p class="hint">${texts.t('lintsLookedFor')}</p>`;
}

function goneView(view: View, showsGone: boolean, cleared: LintsPicture['cleared']): TemplateResult {
  return foldable({
    id: 'lints-gone',
    title: view.texts.t('lintGone'),
    summary: view.texts.n('lintsGone', cleared.length),
    folded: !showsGone,
    onToggle: () => view.actions.onPage({ page: 'lints', action: { type: 'toggleGone' } }),
    content: () => cleared.map((lint) => lintCard(lint, view, { gone: true })),
  });
}
