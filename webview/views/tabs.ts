import { html, nothing, type TemplateResult } from 'lit';
import { anyPage } from '../pages/pages.ts';
import { type Tab, tabs } from '../store/pageModels.ts';
import type { View } from './view.ts';

/** The pages of the side column: a strip of tabs and the one that is open. */
export function tabsView(view: View): TemplateResult {
  const { model, texts, actions } = view;
  return html`<div class="tabs" role="tablist" aria-label=${texts.t('pages')}>${tabs.map((tab) => tabView(tab, view))}</div>
    <div class="tab-page" role="tabpanel" id="tab-page" aria-labelledby="tab-${model.tab}" data-page=${model.tab}>
      ${anyPage(model.tab).view({ model, texts, actions }, model.pages[model.tab], model.pictures[model.tab] ?? null)}
    </div>`;
}

function tabView(tab: Tab, { model, texts, actions }: View): TemplateResult {
  const { title, badge } = anyPage(tab);
  const extra = badge?.(model) ?? '';
  return html`<button
    type="button"
    class="tab"
    role="tab"
    id="tab-${tab}"
    aria-selected=${String(tab === model.tab)}
    aria-controls="tab-page"
    @click=${() => actions.openTab(tab)}
    >${texts.t(title)}${extra === '' ? nothing : html`<span class="tab-badge">${extra}</span>`}</button
  >`;
}
