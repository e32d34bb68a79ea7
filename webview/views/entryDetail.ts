import { html, nothing, type TemplateResult } from 'lit';
import type { StreamRow } from '../../extension/protocol/messages.ts';
import { button, iconButton } from '../components/button.ts';
import { formatTime } from '../format.ts';
import type { Texts } from '../strings.ts';
import { stageName, verbOf } from './stageNames.ts';
import type { View } from './view.ts';

/** Causes that are listed; an entry may have thousands. */
const shownCauses = 50;

/** The chosen entry with all its fields. Nothing while none is chosen. */
export function entryDetailView(view: View): TemplateResult | typeof nothing {
  const { model, texts, actions } = view;
  const { cursor, detail, search } = model.stream;
  if (!detail || !cursor) return nothing;
  const { row, seq } = cursor;
  return html`<section class="pane entry" tabindex="-1" aria-labelledby="entry-title" @keydown=${(event: KeyboardEvent) => closeOnEscape(event, view)}>
    <div class="entry-header">
      <h2 id="entry-title">${texts.t('entry', { seq: String(seq ?? '…') })}</h2>
      ${iconButton(texts.t('close'), 'close', actions.closeDetail)}
    </div>
    ${row ? fieldsView(row, view) : html`<p class="hint">${search || seq === null ? texts.t('loading') : texts.t('entryGone')}</p>`}
  </section>`;
}

function fieldsView(row: StreamRow, { model, texts, actions }: View): TemplateResult {
  const { t } = texts;
  return html`<p class="entry-headline"><span class="swatch swatch-${row.stage}" aria-hidden="true"></span>${stageName(row, model.state!.deltaQueues, texts)} · ${verbOf(row.kind)}</p>
    <dl class="fields">
      ${field(t('fieldChange'), row.summary)} ${field(t('fieldKey'), row.key)} ${field(t('fieldInformer'), row.informer)}
      ${field(t('fieldVersion'), row.rv)} ${field(t('fieldTime'), formatTime(row.t))} ${field(t('fieldKind'), row.kind)}
      ${noteView(row.note, texts)}
      ${row.cause.length > 0 ? html`<dt>${t('fieldCauses')}</dt><dd class="causes">${causesView(row, { texts, actions })}</dd>` : nothing}
    </dl>
    ${
      row.informer !== '' && row.key !== ''
        ? button({ id: 'open-object', label: t('openObject'), icon: 'go-to-file', onClick: () => actions.openObject(row.informer, row.key) })
        : nothing
    }`;
}

function field(label: string, value: string): TemplateResult | typeof nothing {
  return value === '' ? nothing : html`<dt>${label}</dt><dd>${value}</dd>`;
}

/** What the article says of it, and what the real client does. */
function noteView(note: StreamRow['note'], { t }: Texts): TemplateResult | typeof nothing {
  if (!note) return nothing;
  return html`${field(t('fieldArticle'), note.article)} ${field(t('fieldClientGo'), t('noteWithRules', { note: note.source, rules: note.rules.join(', ') }))}`;
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

function closeOnEscape(event: KeyboardEvent, { actions }: View): void {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  actions.closeDetail();
}
