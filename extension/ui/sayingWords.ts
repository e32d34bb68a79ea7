import * as vscode from 'vscode';
import { messageOf } from '../base/codedError.ts';
import { SaidError, type Saying } from '../base/saying.ts';

/** What an error says, in the language of the window. (The one text that is no literal here: those of sayings stand where they are said, and a test reads them there.) */
export function sayingWords({ text, values }: Saying): string {
  return vscode.l10n.t(text, ...values.map((value) => (typeof value === 'object' ? sayingWords(value) : value)));
}

/** What was thrown, whatever it is: in English where it brings no words of ours. */
export function errorWords(error: unknown): string {
  return SaidError.isOne(error) ? sayingWords(error.said) : messageOf(error);
}
