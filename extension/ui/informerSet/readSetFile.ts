import * as vscode from 'vscode';
import { mostBytes } from '../../inspector/informerSet/informerSet.ts';
import { saved } from '../savedFile.ts';
import { exists } from './informerSetFiles.ts';

/** What is on disk; undefined: there is none. One that is longer than such files are comes as a text that is too long. */
export async function readSetFile(uri: vscode.Uri): Promise<string | undefined> {
  await saved(uri);
  if (!(await exists(uri))) return undefined;
  if ((await vscode.workspace.fs.stat(uri)).size > 4 * mostBytes) return ' '.repeat(mostBytes + 1);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
