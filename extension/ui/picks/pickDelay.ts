import * as vscode from 'vscode';
import type { Choice } from './choice.ts';
import { type back, quickPick } from './quickPick.ts';

const offeredSeconds = [1, 5, 30, 120];
const mostSeconds = 3600;

/** For how long something is put off, in milliseconds. */
export function pickDelay(title: string, step?: { readonly number: number; readonly of: number }): Promise<number | typeof back | undefined> {
  return quickPick<number>({
    title,
    placeholder: vscode.l10n.t('For how long? Type any number of seconds.'),
    none: '',
    choices: offeredSeconds.map(choiceOf),
    typed: (text) => (Number(text) > 0 && Number(text) <= mostSeconds ? choiceOf(Number(text)) : undefined),
    ...(step && { step, canGoBack: step.number > 1 }),
  });
}

function choiceOf(seconds: number): Choice<number> {
  return { label: vscode.l10n.t('{0} s', seconds), value: seconds * 1000 };
}
