import * as vscode from 'vscode';
import type { Inspector } from '../../inspector/inspector.ts';
import { views } from '../contributions.ts';
import { mayEndPlayground } from './mayEndPlayground.ts';

/** A playground of another size than the settings say, until it is started anew. */
export async function restartPlaygroundAs(inspector: Inspector, size: string): Promise<void> {
  const may = await mayEndPlayground(inspector, {
    question: vscode.l10n.t('End the playground that runs and start one of size {0}?', size),
    proceed: vscode.l10n.t('Restart Playground'),
    saveFirst: vscode.l10n.t('Save Snapshot and Restart'),
    whereKept: vscode.l10n.t('What the setting keeps stays as it is now; the playground of size {0} is not kept.', size),
  });
  if (may) await vscode.window.withProgress({ location: { viewId: views.informers } }, () => inspector.restartPlayground({ size }));
}
