import { html, nothing, type TemplateResult } from 'lit';
import type { StreamRow } from '../../../extension/protocol/messages.ts';
import type { EntryView } from '../../../extension/protocol/pages/item.ts';
import { articleNote } from '../../components/articleNote.ts';
import { formatTime } from '../../format.ts';
import { stageName, verbOf } from '../../views/stageNames.ts';
import type { View } from '../../views/view.ts';

/** Causes that are listed; an entry may have thousands. */
const shownCauses = 50;

/** An entry with all its fields: those of every entry at once, its own as soon as the host has told them. */
export function entryFieldsView(row: StreamRow, entry: EntryView | null, { model, texts, actions }: View): TemplateResult {
  const { t } = texts;
  return html`<p class="entry-headline"><span class="swatch swatch-${row.stage}" aria-hidden="true"></span>${stageName(row, model.state!.deltaQueues, texts)} · ${verbOf(row.kind)}</p>
    <dl class="fields">
      ${field(t('fieldChange'), row.summary)} ${field(t('fieldKey'), row.key)} ${field(t('fieldInformer'), row.informer)}
      ${field(t('fieldVersion'), row.rv)} ${field(t('fieldTime'), formatTime(row.t))} ${field(t('fieldKind'), row.kind)}
      ${row.cause.length > 0 ? html`<dt>${t('fieldCauses')}</dt><dd class="causes">${causesView(row, { texts, actions })}</dd>` : nothing}
      ${entry?.seq === row.seq ? entry.fields.map(({ name, value }) => html`<dt class="own-field">${name}</dt><dd class="own-field">${value}</dd>`) : nothing}
    </dl>
    ${row.note ? articleNote(row.note, texts) : nothing}`;
}

function field(label: string, value: string): TemplateResult | typeof nothing {
  return value === '' ? nothing : html`<dt>${label}</dt><dd>${value}</dd>`;
}

function causesView({ cause }: StreamRow, { texts, actions }: Pick<View, 'texts' | 'actions'>): TemplateResult {
  const more = cause.length - shownCauses;
  return html`${cause
    .slice(0, shownCauses)
    .map(
      (seq) =>
        html`<button type="button" class="link" aria-label=${texts.t('goToEntry', { seq: String(seq) })} @click=${() => actions.goTo(seq)}>#${seq}</button>`,
    )}${more > 0 ? html`<span>${texts.t('andMore', { count: texts.count(more) })}</span>` : nothing}`;
}
