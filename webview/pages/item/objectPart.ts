import { html, nothing, type TemplateResult } from 'lit';
import type { ItemPicture, ObjectView } from '../../../extension/protocol/pages/item.ts';
import { iconButton } from '../../components/button.ts';
import { icon } from '../../components/icon.ts';
import type { View } from '../../views/view.ts';
import type { ItemModel } from './itemModel.ts';

/** The object as text; what few people ask for is folded at first. */
export function objectPart({ object, informer, key }: ItemPicture, own: ItemModel, view: View): TemplateResult {
  const { t } = view.texts;
  if (!object) return html`<p class="hint item-hint">${t('itemNoObject')}</p>`;
  const format = own.format === 'json' ? 'json' : 'yaml';
  return html`<div class="object-bar">
      <div class="object-formats" role="radiogroup" aria-label=${t('itemFormat')}>${formatButton('yaml', format, view)}${formatButton('json', format, view)}</div>
      ${object.source === 'cache' ? iconButton(t('itemCopy'), 'copy', () => view.actions.send('object/copy', { informer, key, format })) : nothing}
    </div>
    ${object.source === 'other' ? html`<p class="object-note">${t('itemOther', { wanted: object.wanted, rv: object.rv })}</p>` : nothing}
    <div class="object-text" tabindex="0" role="group" aria-label=${t('itemObject')}>${object.parts.map((part) => partView(part, own, view))}</div>
    ${object.cut ? html`<p class="object-note">${t('itemCut')}</p>` : nothing}`;
}

/** What is said of it beside the title. */
export function objectSummary({ object }: ItemPicture, { texts }: View): string {
  if (!object) return '';
  const words = { cache: 'itemInCache', kept: 'itemKept', other: 'itemInCache' } as const;
  return [texts.t('itemVersion', { rv: object.rv }), texts.t(words[object.source])].join(' · ');
}

function formatButton(format: 'yaml' | 'json', chosen: string, { texts, actions }: View): TemplateResult {
  const isChosen = format === chosen;
  return html`<button
    type="button"
    class="object-format"
    role="radio"
    aria-checked=${String(isChosen)}
    tabindex=${isChosen ? 0 : -1}
    @click=${() => actions.onPage({ page: 'item', action: { type: 'format', format } })}
    @keydown=${(event: KeyboardEvent) => {
      if (!event.key.startsWith('Arrow')) return;
      event.preventDefault();
      const other = event.currentTarget as HTMLElement;
      const next = (other.nextElementSibling ?? other.previousElementSibling) as HTMLElement;
      next.click();
      next.focus();
    }}
    >${texts.t(format === 'yaml' ? 'itemYaml' : 'itemJson')}</button
  >`;
}

function partView({ name, text }: ObjectView['parts'][number], { unfolded }: ItemModel, { texts, actions }: View): TemplateResult {
  if (name === '') return html`<pre>${text}</pre>`;
  const isShown = unfolded.includes(name);
  return html`<button
      type="button"
      class="object-fold"
      aria-expanded=${String(isShown)}
      aria-label=${texts.t('itemShowPart', { name })}
      @click=${() => actions.onPage({ page: 'item', action: { type: 'unfold', name } })}
      >${icon(isShown ? 'chevron-down' : 'chevron-right')}${name}${isShown ? nothing : html`<span class="object-fold-more">…</span>`}</button
    >${isShown ? html`<pre>${text}</pre>` : nothing}`;
}
