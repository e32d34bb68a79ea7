import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import type { Leaving } from './mayLeave.ts';
import { saveSnapshot } from './saveSnapshot.ts';

/** What ends the world that runs now. */
export interface EndingPlayground extends Leaving {
  /** The button that saves a snapshot of it first. */
  readonly saveFirst: string;
  /** Where another takes its place: where the setting keeps it, as a sentence. */
  readonly whereKept?: string;
}

/**
 * Asks once, naming all that is lost: the world that runs, unless it is kept, and the reconcilers on it. Not where nothing is lost; who writes to a world (controllers, other
 * clients, churn) is not known here, so that each is worth the question.
 * @throws what the snapshot could not be saved for: then nothing has ended
 */
export async function mayEndPlayground(inspector: Inspector, { question, proceed, saveFirst, whereKept }: EndingPlayground): Promise<boolean> {
  const { playground } = inspector;
  if (playground.state === 'stopped') return true;
  const isLost = playground.state === 'running' && !playground.isKept;
  const reconcilers = inspector.playgroundSessions.flatMap(({ controllers }) => controllers.all.map(({ name }) => name));
  const details = [
    isLost ? vscode.l10n.t('What it holds now is lost. Save a snapshot of it first to come back to it.') : (playground.isKept && whereKept) || '',
    reconcilers.length > 0 ? vscode.l10n.t('This stops the reconciler {0}.', reconcilers.join(', ')) : '',
  ].filter(Boolean);
  if (details.length === 0) return true;
  const chosen = await vscode.window.showWarningMessage(question, { modal: true, detail: details.join(' ') }, proceed, ...(isLost ? [saveFirst] : []));
  return chosen === saveFirst ? saveSnapshot(inspector) : chosen === proceed;
}
