import { html, nothing, type TemplateResult } from 'lit';
import type { ItemLook, ItemPicture } from '../../../extension/protocol/pages/item.ts';
import { button, iconButton } from '../../components/button.ts';
import { foldable } from '../../components/foldable.ts';
import type { PanelModel } from '../../store/model.ts';
import { addTexts, type StringKey } from '../../strings.ts';
import { isYetToCome } from '../../time/isYetToCome.ts';
import type { View } from '../../views/view.ts';
import type { PageView } from '../pageView.ts';
import { diffPart } from './diffPart.ts';
import { entryFieldsView } from './entryFields.ts';
import { historyPart } from './historyPart.ts';
import { lookOf } from './itemLook.ts';
import type { ItemModel, ItemPart } from './itemModel.ts';
import { itemStrings } from './itemStrings.ts';
import { objectPart, objectSummary } from './objectPart.ts';
import { placesPart, placesSummary } from './placesPart.ts';

addTexts(itemStrings);

/** The chosen entry, and everything that is known of its key; or of a key that was asked for by its name. */
export const itemPage: PageView<'item', ItemModel> = (view, own, picture) => {
  const look = lookOf(view.model, own);
  if (!look && !view.model.stream.detail) return html`<p class="hint">${view.texts.t('itemEmpty')}</p>`;
  // Until its own picture is here, what is shown of another key would be taken for this one's.
  const shown = picture && isOf(picture, look, view.model) ? picture : null;
  return html`<section class="pane entry" tabindex="-1" aria-labelledby="entry-title" @keydown=${(event: KeyboardEvent) => closeOnEscape(event, view)}>
    ${own.key === '' ? entryView(shown, view) : namedView(own, view)} ${buttonsView(addressOf(shown, own, view.model), view)}
  </section>
  ${shown ? partsView(shown, own, view) : nothing}`;
};

function isOf({ informer, key, entry }: ItemPicture, look: ItemLook | null, { stream }: PanelModel): boolean {
  if (!look) return false;
  if (look.seq === null) return informer === look.informer && key === look.key;
  return entry === null ? stream.cursor?.row === null : key === (stream.cursor?.row?.key ?? key);
}

function entryView(picture: ItemPicture | null, view: View): TemplateResult {
  const { model, texts, actions } = view;
  const { cursor, search } = model.stream;
  const seq = cursor?.seq ?? null;
  return html`<div class="entry-header">
      <h2 id="entry-title">${texts.t('entry', { seq: String(seq ?? '…') })}</h2>
      ${iconButton(texts.t('close'), 'close', actions.closeDetail)}
    </div>
    ${isYetToCome(model) ? html`<p class="hint">${texts.t('itemYetToCome', { seq: String(model.state!.time.at) })}</p>` : cursor?.row ? entryFieldsView(cursor.row, picture?.entry ?? null, view) : html`<p class="hint">${search || seq === null ? texts.t('loading') : texts.t('entryGone')}</p>`}`;
}

function namedView({ informer, key }: ItemModel, { texts, actions }: View): TemplateResult {
  return html`<div class="entry-header">
    <h2 id="entry-title">${texts.t('itemOf', { key, informer })}</h2>
    ${iconButton(texts.t('close'), 'close', actions.closeDetail)}
  </div>`;
}

/** What the row tells, until the host tells more: which informer a controller's key belongs to. */
function addressOf(picture: ItemPicture | null, own: ItemModel, { stream }: PanelModel): Address {
  if (picture) return picture;
  return own.key === '' ? { informer: stream.cursor?.row?.informer ?? '', key: stream.cursor?.row?.key ?? '' } : own;
}

type Address = Pick<ItemPicture, 'informer' | 'key'>;

function buttonsView({ informer, key }: Address, { texts, actions }: View): TemplateResult | typeof nothing {
  const { t } = texts;
  if (key === '') return nothing;
  return html`<div class="item-buttons">
    ${informer === '' ? nothing : button({ id: 'open-object', label: t('openObject'), icon: 'go-to-file', onClick: () => actions.openObject(informer, key) })}
    ${button({ id: 'item-break', label: t('itemBreak'), icon: 'circle-filled', onClick: () => actions.send('breakpoint/add', informer === '' ? { key } : { key, informer }) })}
    ${button({ id: 'item-filter', label: t('itemFilter'), icon: 'filter', onClick: () => actions.addFilter(filterOf(key)) })}
    ${button({ id: 'item-run', label: t('itemRunTo'), icon: 'target', onClick: () => actions.send('stepper/runTo', { key }) })}
  </div>`;
}

/** In quotes where it would be read as more than one word. */
function filterOf(key: string): string {
  return /^[^\s"]+$/.test(key) ? `key:${key}` : `key:"${key.replaceAll('"', '\\"')}"`;
}

function partsView(picture: ItemPicture, own: ItemModel, view: View): TemplateResult {
  const { texts, actions } = view;
  if (picture.key === '') return html`<p class="hint">${texts.t('itemNoKey')}</p>`;
  const part = (name: ItemPart, title: StringKey, summary: string, content: () => unknown): TemplateResult =>
    foldable({
      id: `item-${name}`,
      title: texts.t(title),
      summary,
      folded: own.folded.includes(name),
      onToggle: () => actions.onPage({ page: 'item', action: { type: 'fold', part: name } }),
      content,
    });
  const { diff, history } = picture;
  return html`${part('diff', 'itemDiff', diff ? `#${diff.seq}` : '', () => diffPart(diff, view))}
    ${part('queues', 'itemQueues', placesSummary(picture, view), () => placesPart(picture, view))}
    ${part('object', 'itemObject', objectSummary(picture, view), () => objectPart(picture, own, view))}
    ${part('history', 'itemHistory', `${texts.count(history.count)}${history.searching ? '+' : ''}`, () => historyPart(history, view))}`;
}

function closeOnEscape(event: KeyboardEvent, { actions }: View): void {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  actions.closeDetail();
}
