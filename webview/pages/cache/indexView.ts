import { html, nothing, type TemplateResult } from 'lit';
import { type CachePicture, cacheRows, type IndexView, type KeysOfView } from '../../../extension/protocol/pages/cache.ts';
import { choice } from '../../components/choice.ts';
import { icon } from '../../components/icon.ts';
import { pager } from '../../components/pager.ts';
import { textField } from '../../components/textField.ts';
import type { View } from '../../views/view.ts';
import type { CacheAction, CacheModel } from './cacheModel.ts';
import { openItem } from './openItem.ts';
import { section } from './section.ts';

/** The cache as its readers find their way in it: an index, its values, the keys of one of them. */
export function indexView(view: View, own: CacheModel, picture: CachePicture): TemplateResult {
  const { texts } = view;
  const { t, n } = texts;
  const { indexes, index, keys, objects } = picture;
  const act = (action: CacheAction): void => view.actions.onPage({ page: 'cache', action });
  return section('index', view, own, {
    title: t('indexPane'),
    summary: n('objects', objects),
    content: () => html`
      ${
        index
          ? html`<div class="table-bar">
              ${choice({
                label: t('indexName'),
                options: indexes.map(({ name, values }) => ({ value: name, text: t(values === 1 ? 'indexChoice.one' : 'indexChoice.other', { name, count: texts.count(values) }) })),
                value: index.name,
                onChange: (name) => act({ type: 'index', index: name }),
              })}
              ${textField({ label: t('filterValues'), placeholder: t('filterValues'), icon: 'filter', value: own.values, maxLength: 1000, onInput: (text) => act({ type: 'values', text }) })}
            </div>
            ${valuesView(index, keys, view, own, act)}`
          : html`<p class="hint">${t('noIndex')}</p>${keys ? keysView(keys, picture.informer, view, own, act) : nothing}`
      }
      ${index && keys && !index.values.some(({ value }) => value === keys.value) ? keysView(keys, picture.informer, view, own, act) : nothing}
    `,
  });

  function valuesView(shown: IndexView, open: KeysOfView | null, inView: View, model: CacheModel, dispatch: (action: CacheAction) => void): TemplateResult {
    if (shown.values.length === 0) return html`<p class="hint">${t('noValues')}</p>`;
    return html`<ul class="values">
        ${shown.values.map(({ value, keys: number }) => {
          const isOpen = open?.value === value;
          return html`<li>
            <button type="button" class="value" aria-expanded=${String(isOpen)} @click=${() => dispatch({ type: 'value', value })}>
              ${icon(isOpen ? 'chevron-down' : 'chevron-right')}<span class="value-name">${value === '' ? t('emptyValue') : value}</span><span class="value-count">${n('valueKeys', number)}</span>
            </button>
            ${isOpen ? keysView(open, picture.informer, inView, model, dispatch) : nothing}
          </li>`;
        })}
      </ul>
      ${pager({ first: shown.first, shown: shown.values.length, total: shown.total, size: cacheRows, texts, onPage: (first) => dispatch({ type: 'valuePage', first }) })}`;
  }
}

function keysView({ keys, total, first }: KeysOfView, informer: string, view: View, own: CacheModel, act: (action: CacheAction) => void): TemplateResult {
  const { texts } = view;
  const { t } = texts;
  return html`<div class="value-keys">
    ${
      total > keys.length || own.keys !== ''
        ? html`<div class="table-bar">${textField({ label: t('filterCachedKeys'), placeholder: t('filterCachedKeys'), icon: 'filter', value: own.keys, maxLength: 1000, onInput: (text) => act({ type: 'keys', text }) })}</div>`
        : nothing
    }
    ${
      keys.length === 0
        ? html`<p class="hint">${t('noCachedKeys')}</p>`
        : html`<ul class="cached-keys">
            ${keys.map(({ key, rv }) => html`<li><button type="button" class="key" aria-label=${t('openItem', { key })} @click=${() => openItem(view, informer, key)}>${key}</button><span class="muted">${rv}</span></li>`)}
          </ul>`
    }
    ${pager({ first, shown: keys.length, total, size: cacheRows, texts, onPage: (place) => act({ type: 'keyPage', first: place }) })}
  </div>`;
}
