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
  text.appendText(`${oneLine(name)}: ${oneLine(value)}`).appendMarkdown('  \n');
}

export function paragraph(text: vscode.MarkdownString, sentence: string): void {
  text.appendMarkdown('\n').appendText(oneLine(sentence)).appendMarkdown('\n');
}
