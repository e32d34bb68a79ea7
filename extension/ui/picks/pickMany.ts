import * as vscode from 'vscode';
import { back } from './quickPick.ts';

export interface ManyOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Shown as busy until they are there; nothing is chosen before. */
  readonly choices: Promise<readonly vscode.QuickPickItem[]>;
  /** What was typed and is none of the choices, made into one; undefined: it cannot be. */
  readonly typed: (text: string) => vscode.QuickPickItem | undefined;
  /** What is wrong with what is ticked, as a sentence; undefined: nothing. */
  readonly refuses: (labels: readonly string[]) => string | undefined;
  readonly step: { readonly number: number; readonly of: number };
}

/**
 * Asks for any number of names, each a choice or typed. What has been ticked stays when another is typed.
 * @returns their labels; undefined: dismissed
 */
export async function pickMany({ typed, refuses, choices, step, ...options }: ManyOptions): Promise<readonly string[] | typeof back | undefined> {
  const pick = vscode.window.createQuickPick();
  Object.assign(pick, options, { step: step.number, totalSteps: step.of, canSelectMany: true, matchOnDescription: true, busy: true, buttons: [vscode.QuickInputButtons.Back] });
  pick.keepScrollPosition = true;
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[] | typeof back | undefined>();
  let known: readonly vscode.QuickPickItem[] = [];
  const show = (): void => {
    const { selectedItems } = pick;
    const text = pick.value.trim();
    const added = selectedItems.filter((item) => !known.includes(item));
    const offered = [...known, ...added].some(({ label }) => label === text) ? undefined : typed(text);
    pick.items = [...added, ...known, ...(offered ? [{ ...offered, alwaysShow: true }] : [])];
    pick.selectedItems = selectedItems;
  };
  pick.onDidChangeValue(show);
  pick.onDidAccept(() => {
    const labels = pick.selectedItems.map(({ label }) => label);
    const refusal = refuses(labels);
    if (refusal === undefined) return resolve(labels);
    // What was typed would hide it.
    pick.value = '';
    pick.placeholder = refusal;
  });
  pick.onDidTriggerButton(() => resolve(back));
  pick.onDidHide(() => resolve(undefined));
  const fill = async (): Promise<void> => {
    known = await choices;
    pick.busy = false;
    show();
  };
  fill().catch(reject);
  pick.show();
  try {
    return await promise;
  } finally {
    pick.dispose();
  }
}
