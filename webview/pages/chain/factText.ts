import { html, type TemplateResult } from 'lit';
import type { FactView } from '../../../extension/protocol/pages/chain.ts';
import { entryLink } from '../../components/entryLink.ts';
import { filled } from '../../components/filled.ts';
import { formatDuration } from '../../format.ts';
import type { Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';

/** What stands in code, as it is written in a cluster. */
const code = new Set(['key', 'informer', 'point', 'owner', 'predicate', 'what', 'path']);
/** What is emphasized: who did it. */
const names = new Set(['manager', 'controller', 'handler', 'holder', 'user']);

/** A fact as a sentence, with links to its entries. */
export function factText(fact: FactView, view: View): readonly (TemplateResult | string)[] {
  const { texts, model } = view;
  const elapsed = model.now - model.receivedAt;
  const values: Record<string, TemplateResult | string> = {
    controller: html`<em>${fact.controller}</em>`,
    changed: changedText(fact.changed, texts),
  };
  for (const { name, text } of fact.words) values[name] = wordText(name, text, texts);
  for (const { name, seq } of fact.entries) values[name] = entryLink(seq, view);
  for (const { name, ms, counting } of fact.times) values[name] = counting ? dueText(ms - elapsed, texts) : lastedText(ms, texts);
  if (fact.id === 'lost') values['lost'] = String(fact.entries[0]?.seq ?? '');
  return filled(texts.t(`chainFact_${fact.id}`), values);
}

/** Milliseconds to the digit that matters; what takes longer than some seconds as a duration. */
export function lastedText(ms: number, { t }: Texts): string {
  return ms < 10_000 ? t('chainMs', { ms: String(ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)) }) : formatDuration(ms);
}

function dueText(ms: number, { t }: Texts): string {
  return ms > 0 ? t('chainDueIn', { duration: formatDuration(ms) }) : t('chainDueNow');
}

function wordText(name: string, text: string, { t, count }: Texts): TemplateResult | string {
  if (name === 'ahead') return Number(text) > 0 ? t('chainAhead', { count: count(Number(text)) }) : '';
  if (name === 'code') return text === '' ? '' : t('chainCode', { code: text });
  if (code.has(name)) return html`<code>${text}</code>`;
  return names.has(name) ? html`<em>${text}</em>` : text;
}

/** Fields that a sentence names. */
const namedChanges = 3;

/** ` (spec.replicas 2→3, …)`; empty where it is not known what has changed. */
function changedText(changed: FactView['changed'], { t }: Texts): TemplateResult | string {
  if (changed.length === 0) return '';
  const named = changed.slice(0, namedChanges).map(({ path, before, after }, index) => html`${index > 0 ? ', ' : ''}<code>${path}</code> ${before || t('itemNotThere')}→${after || t('itemNotThere')}`);
  return html` (${named}${changed.length > namedChanges ? ', …' : ''})`;
}
