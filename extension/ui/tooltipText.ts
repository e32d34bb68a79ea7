import * as vscode from 'vscode';
import { oneLine } from './inertText.ts';

/** Untrusted is the default of both flags; it is said here so that nobody has to know that. */
export function heading(title: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.isTrusted = false;
  text.supportHtml = false;
  text.appendMarkdown('**').appendText(oneLine(title)).appendMarkdown('**\n\n');
  return text;
}

export function field(text: vscode.MarkdownString, name: string, value: string): void {
  text.appendMarkdown(breakable(`${oneLine(name)}: ${oneLine(value)}`)).appendMarkdown('  \n');
}

export function paragraph(text: vscode.MarkdownString, sentence: string): void {
  text.appendMarkdown('\n').appendMarkdown(breakable(oneLine(sentence))).appendMarkdown('\n');
}

/** Text as VS Code makes it inert, but for its spaces: where none of them breaks, a line ends in the middle of a word. */
function breakable(text: string): string {
  return new vscode.MarkdownString().appendText(text.trim()).value.replace(/(?<!&nbsp;)&nbsp;(?!&nbsp;)/g, ' ');
}
