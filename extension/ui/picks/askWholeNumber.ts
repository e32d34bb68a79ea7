import * as vscode from 'vscode';
import { inputText, type InputTextOptions } from './inputText.ts';
import type { back } from './quickPick.ts';
import { wholeNumber } from './wholeNumber.ts';

export interface AskedNumber extends Pick<InputTextOptions, 'title' | 'prompt' | 'step'> {
  /** Enter takes it. */
  readonly value: number;
  readonly most: number;
  /** Why one within the bounds is not taken, as a sentence. */
  readonly refuses?: (number: number) => string | undefined;
}

/** Asks for a whole number from 0 on. Undefined: dismissed. */
export async function askWholeNumber({ value, most, refuses, ...place }: AskedNumber): Promise<number | typeof back | undefined> {
  const text = await inputText({
    ...place,
    value: String(value),
    validate: (typed) => {
      const number = wholeNumber(typed, most);
      return number === undefined ? vscode.l10n.t('Type a whole number from 0 to {0}.', most) : refuses?.(number);
    },
  });
  return typeof text === 'string' ? wholeNumber(text, most) : text;
}
