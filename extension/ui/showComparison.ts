import * as vscode from 'vscode';
import type { TextDocuments } from './textDocuments.ts';

/** One side of a comparison. */
export interface ComparedText {
  /** Of a file, with its ending. */
  readonly name: string;
  readonly text: string;
}

export interface Comparison {
  /** One tab for each: another of the same id takes its place. JSON of it is in the addresses of both sides. */
  readonly id: Readonly<Record<string, unknown>>;
  readonly title: string;
  readonly left: ComparedText;
  readonly right: ComparedText;
  /** The next comparison may take its tab; default: yes. */
  readonly preview?: boolean;
}

/** Shows two texts beside each other, as they are now. The one way to do so. */
export async function showComparison(texts: TextDocuments, { id, title, left, right, preview = true }: Comparison): Promise<void> {
  const [one, other] = [left, right].map(({ name, text }, index) => texts.put(name, JSON.stringify({ ...id, side: index }), text));
  await vscode.commands.executeCommand('vscode.diff', one, other, title, { preview });
}
