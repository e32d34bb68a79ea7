import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import { type Leaving, mayLeave } from './mayLeave.ts';

/** What becomes of what the playground holds now. */
export interface ReplacingPlayground extends Leaving {
  /** Where the setting keeps it, as a sentence; otherwise it is lost. */
  readonly whereKept: string;
}

/** Asks once, naming what is lost: the world that runs, unless it is kept. Not where none runs. */
export async function mayReplacePlayground(inspector: Inspector, { question, proceed, whereKept }: ReplacingPlayground): Promise<boolean> {
  if (inspector.playground.state === 'stopped') return true;
  const detail = inspector.playground.isKept ? whereKept : vscode.l10n.t('What it holds now is lost. Save a snapshot of it first to come back to it.');
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, proceed)) !== proceed) return false;
  return mayLeave(inspector.playgroundSessions, { question, proceed });
}
