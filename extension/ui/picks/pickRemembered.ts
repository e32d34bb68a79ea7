import * as vscode from 'vscode';
import type { Recents } from '../recents.ts';
import { back, quickPick } from './quickPick.ts';

export interface RememberedOptions<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly recents: Recents;
  /** Under which name the choice is remembered. */
  readonly name: string;
  /** By the names under which they are remembered, in their order. */
  readonly choices: Readonly<Record<string, { readonly label: string; readonly value: T }>>;
}

/** One of a few ways to do something; that which was chosen the last time is meant at first, and says so. Undefined: dismissed. */
export async function pickRemembered<T>({ title, placeholder, recents, name, choices }: RememberedOptions<T>): Promise<T | undefined> {
  const last = recents.choiceOf(name);
  const picked = await quickPick<string>({
    title,
    placeholder,
    none: '',
    active: (choice) => choice === last,
    choices: Object.entries(choices).map(([choice, { label }]) => ({ label, description: choice === last ? vscode.l10n.t('last choice') : '', value: choice })),
  });
  if (picked === back || picked === undefined) return undefined;
  recents.noteChoice(name, picked);
  return choices[picked]?.value;
}
