import * as vscode from 'vscode';
import type { TextDocuments } from './textDocuments.ts';

export interface Comparison {
  /** One tab for each: another of the same id takes its place. JSON of it is in the addresses of both sides. */
  readonly id: Readonly<Record<string, unknown>>;
  readonly title: string;
  /** Of both sides, as of a file: its ending tells the language. */
  readonly name: string;
  readonly left: string;
  readonly right: string;
  /** The next comparison may take its tab; default: yes. */
  readonly preview?: boolean;
}

/** Shows two texts beside each other, as they are now. The one way to do so. */
export async function showComparison(texts: TextDocuments, { id, title, name, left, right, preview = true }: Comparison): Promise<void> {
  const [one, other] = [left, right].map((text, side) => texts.put(name, JSON.stringify({ ...id, side }), text));
  await vscode.commands.executeCommand('vscode.diff', one, other, title, { preview });
}
