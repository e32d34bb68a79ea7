import { html, nothing, type TemplateResult } from 'lit';
import type { Answered } from '../../../extension/protocol/pages/server/answered.ts';
import { insideLimits } from '../../../extension/protocol/pages/server/insideLook.ts';
import type { ObjectText, StorePart } from '../../../extension/protocol/pages/server/storePart.ts';
import { icon } from '../../components/icon.ts';
import { pager } from '../../components/pager.ts';
import type { View } from '../../views/view.ts';
import { act } from './act.ts';
import { answerView, section } from './section.ts';
import type { ServerModel } from './serverModel.ts';

/** The objects of the watch cache, in the order of their storage paths; one of them can be looked at. */
export function storeSection(view: View, own: ServerModel, answer: Answered<StorePart> | undefined): TemplateResult {
  const { texts } = view;
  const { t, n } = texts;
  return section('store', view, own, {
    title: t('insideStore'),
    summary: answer?.value ? n('objects', answer.value.total) : '',
    content: () => answerView(answer, texts, (part) => storeView(part, view, own)),
  });
}

function storeView({ items, total, next, object }: StorePart, view: View, own: ServerModel): TemplateResult {
  const { texts } = view;
  const { t, count } = texts;
  if (items.length === 0) return html`<p class="hint">${t('insideStoreEmpty')}</p>`;
  const first = own.pages.length * insideLimits.rows;
  const onPage = (place: number): void => {
    if (place < first) act(view, { type: 'previousPage' });
    else if (next !== null) act(view, { type: 'nextPage', after: next });
  };
  return html`<ul class="values">
      ${items.map(({ path, key, revision }) => {
        const isOpen = own.object === path;
        return html`<li>
          <button type="button" class="value" aria-expanded=${String(isOpen)} @click=${() => act(view, { type: 'object', path })}>
            ${icon(isOpen ? 'chevron-down' : 'chevron-right')}<span class="value-name">${key}</span><span class="value-count">${count(revision)}</span>
          </button>
          ${isOpen ? objectView(object?.path === path ? object : null, view) : nothing}
        </li>`;
      })}
    </ul>
    ${pager({ first, shown: items.length, total, size: insideLimits.rows, texts, onPage })}`;
}

function objectView(object: ObjectText | null, { texts: { t } }: View): TemplateResult {
  if (!object) return html`<p class="inside-note">${t('insideObjectGone')}</p>`;
  return html`<pre class="inside-object" tabindex="0" role="region" aria-label=${t('insideObjectText')}>${object.text}</pre>
    ${object.cut ? html`<p class="inside-note">${t('insideObjectCut')}</p>` : nothing}`;
}
