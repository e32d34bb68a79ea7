import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../components/icon.ts';
import { loadedPage } from '../pages/loadedPages.ts';
import { anyPage } from '../pages/pages.ts';
import { pageTitles } from '../pages/pageTitles.ts';
import { type Tab, tabs } from '../store/pageModels.ts';
import type { View } from './view.ts';

/** The pages of the side column: a strip of tabs and the one that is open. */
export function tabsView(view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { enlarged } = model.layout;
  const label = texts.t('enlarge');
  return html`<div class="tab-strip">
      <div class="tabs" role="tablist" aria-label=${texts.t('pages')}>${tabs.map((tab) => tabView(tab, view))}</div>
      <button type="button" class="tool" id="enlarge" aria-label=${label} aria-pressed=${String(enlarged)} data-tip=${enlarged ? texts.t('enlargeBack') : label} @click=${() => actions.arrange({ enlarged: !enlarged })}>
        ${icon(enlarged ? 'screen-normal' : 'screen-full')}
      </button>
    </div>
    <div class="tab-page" role="tabpanel" id="tab-page" aria-labelledby="tab-${model.tab}" data-page=${model.tab}>
      ${loadedPage(model.tab)?.(view, model.pages[model.tab], model.pictures[model.tab] ?? null) ?? html`<p class="hint">${texts.t('loading')}</p>`}
    </div>`;
}

function tabView(tab: Tab, { model, texts, actions }: View): TemplateResult {
  const extra = anyPage(tab).badge?.(model) ?? '';
  return html`<button
    type="button"
    class="tab"
    role="tab"
    id="tab-${tab}"
    aria-selected=${String(tab === model.tab)}
    aria-controls="tab-page"
    @click=${() => actions.openTab(tab)}
    >${texts.t(pageTitles[tab])}${extra === '' ? nothing : html`<span class="tab-badge">${extra}</span>`}</button
  >`;
}
