import { html, nothing, type TemplateResult } from 'lit';
import type { Answered } from '../../../extension/protocol/pages/server/answered.ts';
import { foldable } from '../../components/foldable.ts';
import type { StringKey, Texts } from '../../strings.ts';
import type { View } from '../../views/view.ts';
import { act } from './act.ts';
import type { ServerModel, ServerPart } from './serverModel.ts';

export interface SectionOptions {
  readonly title: string;
  readonly summary: string;
  readonly content: () => unknown;
}

/** A part of the page that folds up. */
export function section(part: ServerPart, view: View, own: ServerModel, { title, summary, content }: SectionOptions): TemplateResult {
  return foldable({ id: `server-${part}`, title, summary, folded: own.folded.includes(part), onToggle: () => act(view, { type: 'fold', part }), content });
}

const faultTexts: { readonly [Why in NonNullable<Answered<unknown>['fault']>['why']]: StringKey } = {
  gone: 'insideGone',
  missing: 'insideMissing',
  refused: 'insideRefused',
  unreadable: 'insideUnreadable',
};

/**
 * What a part of the inside has answered, and a sentence where it has not, or not again. What is there stays in view.
 * @param missing instead of the usual sentence, where there is no such thing
 */
export function answerView<T>(answer: Answered<T> | undefined, texts: Texts, content: (value: T) => unknown, missing?: string): TemplateResult {
  if (!answer) return html`<p class="hint">${texts.t('loading')}</p>`;
  const { value, fault } = answer;
  return html`${fault ? html`<p class="inside-fault">${faultSentence(fault, texts, missing)}</p>` : nothing}${value === null ? nothing : content(value)}`;
}

function faultSentence({ why, message }: NonNullable<Answered<unknown>['fault']>, { t }: Texts, missing: string | undefined): string {
  if (why === 'missing' && missing !== undefined) return missing;
  return t(faultTexts[why], { message });
}
