import * as vscode from 'vscode';
import { back } from './quickPick.ts';

export interface InputTextOptions {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** What is wrong with it, as a sentence; undefined: nothing. */
  readonly validate: (text: string) => string | undefined | Promise<string | undefined>;
  /** A fault takes the place of the prompt: this keeps it back until the text is offered as whole. */
  readonly keepsPrompt?: boolean;
  readonly step?: { readonly number: number; readonly of: number };
}

/** Asks for a text that is right. Undefined: dismissed. */
export async function inputText(options: InputTextOptions): Promise<string | typeof back | undefined> {
  const input = vscode.window.createInputBox();
  input.title = options.title;
  input.prompt = options.prompt;
  input.value = options.value ?? '';
  input.placeholder = options.placeholder;
  input.step = options.step?.number;
  input.totalSteps = options.step?.of;
  input.buttons = (options.step?.number ?? 1) > 1 ? [vscode.QuickInputButtons.Back] : [];
  const { promise, resolve, reject } = Promise.withResolvers<string | typeof back | undefined>();
  const check = async (isOffered: boolean): Promise<boolean> => {
    const text = input.value;
    const fault = await options.validate(text);
    const isTold = isOffered || (text !== '' && !options.keepsPrompt);
    if (text === input.value) input.validationMessage = isTold ? fault : undefined;
    return fault === undefined;
  };
  input.onDidChangeValue(() => void check(false).catch(reject));
  input.onDidAccept(() => {
    const text = input.value;
    check(true).then((isRight) => isRight && resolve(text), reject);
  });
  input.onDidTriggerButton(() => resolve(back));
  input.onDidHide(() => resolve(undefined));
  input.show();
  try {
    return await promise;
  } finally {
    input.dispose();
  }
}
