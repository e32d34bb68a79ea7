import { html, nothing, type TemplateResult } from 'lit';
import type { ChangedFieldView, DiffView, OwnerView } from '../../../extension/protocol/pages/item.ts';
import { entryLink } from '../../components/entryLink.ts';
import type { Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';

/** What a change has changed, field by field, and who wrote each. */
export function diffPart(diff: DiffView | null, view: View): TemplateResult {
  const { t } = view.texts;
  if (!diff) return html`<p class="hint item-hint">${t('itemNoDiff')}</p>`;
  const { seq, from, to, fields, more, uidChanged, unknown } = diff;
  return html`<p class="diff-versions">${entryLink(seq, view)} ${t('itemVersions', { from, to })}</p>
    ${uidChanged ? html`<p class="object-note">${t('itemUidChanged')}</p>` : nothing}
    ${unknown ? html`<p class="hint item-hint">${t('itemUnknownDiff')}</p>` : fields.length === 0 ? html`<p class="hint item-hint">${t('itemSame')}</p>` : fieldsView(fields, view)}
    ${more ? html`<p class="hint item-hint">${t('itemMoreFields')}</p>` : nothing}`;
}

function fieldsView(fields: readonly ChangedFieldView[], { texts }: View): TemplateResult {
  const { t } = texts;
  return html`<ul class="diff" aria-label=${t('itemDiff')}>
    ${fields.map(
      ({ path, before, after, owner }) => html`<li class="diff-field">
        <code class="diff-path">${path}</code>
        <div class="diff-before"><span class="visually-hidden">${t('itemBefore')}: </span><span aria-hidden="true">−</span> ${before === '' ? html`<em>${t('itemNotThere')}</em>` : before}</div>
        <div class="diff-after"><span class="visually-hidden">${t('itemAfter')}: </span><span aria-hidden="true">+</span> ${after === '' ? html`<em>${t('itemNotThere')}</em>` : after}</div>
        <div class="diff-owner">${t('itemWriter')}: ${owner ? ownerText(owner, texts) : html`<em>${t('itemNobody')}</em>`}</div>
      </li>`,
    )}
  </ul>`;
}

function ownerText({ manager, operation, subresource, time }: OwnerView, { t }: Texts): TemplateResult {
  return html`<strong>${t('itemWritten', { manager, how: [operation, subresource].filter(Boolean).join(' ') })}</strong>${time === '' ? nothing : html` <span class="diff-time">${time}</span>`}`;
}
