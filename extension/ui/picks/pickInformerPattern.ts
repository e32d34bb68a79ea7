import * as vscode from 'vscode';
import type { Session } from '../../inspector/session.ts';
import { withoutIcons } from '../inertText.ts';
import type { Choice } from './choice.ts';
import { currentWord } from './currentWord.ts';
import { type back, quickPick } from './quickPick.ts';

const longestName = 1024;

export interface InformerPatternOptions {
  readonly title: string;
  readonly sessions: readonly Session[];
  readonly active?: string | undefined;
  readonly step: { readonly number: number; readonly of: number };
}

/** An informer or a controller of those that run, by its name in the trace, or a pattern that is typed: `apps/v1/*`. */
export function pickInformerPattern({ title, sessions, active, step }: InformerPatternOptions): Promise<string | typeof back | undefined> {
  return quickPick<string>({
    title,
    placeholder: vscode.l10n.t('Which informer or controller? Type a pattern like apps/v1/* for several.'),
    none: vscode.l10n.t('Type the name of an informer, or a pattern like apps/v1/*'),
    choices: choicesOf(sessions, active),
    typed: (text) => (text.length <= longestName ? { label: withoutIcons(text), ...(text.includes('*') && { description: vscode.l10n.t('pattern') }), value: text } : undefined),
    active: (name) => name === active,
    step,
    canGoBack: true,
  });
}

function choicesOf(sessions: readonly Session[], active: string | undefined): Choice<string>[] {
  const words = new Map<string, string>();
  // What is set may run no more, or be a pattern.
  if (active !== undefined) words.set(active, '');
  for (const { informers, controllers } of sessions) {
    for (const { name } of informers.all) words.set(name, vscode.l10n.t('informer'));
    for (const { name } of controllers.all) words.set(name, vscode.l10n.t('controller'));
  }
  return [...words].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, word]) => ({ label: withoutIcons(name), description: currentWord(name === active, word), value: name }));
}
