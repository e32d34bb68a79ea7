import * as vscode from 'vscode';
import { CodedError } from '../base/codedError.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import { launchInProcess, type LaunchReconciler } from '../inspector/launchReconciler.ts';

/** Starts reconcilers in processes of the program that ships with the extension, and in a trusted workspace only: whoever asks. */
export function createLauncher(extensionUri: vscode.Uri, engine: { readonly clock: Clock; readonly logger: Logger }): LaunchReconciler {
  const shipped = (name: string): string => vscode.Uri.joinPath(extensionUri, 'dist', name).fsPath;
  const launch = launchInProcess({
    program: { program: shipped('reconciler.js'), api: shipped('informer-inspector.js'), samples: shipped('samples'), execPath: process.execPath, env: process.env },
    ...engine,
  });
  return (source, onDebugger) => {
    if (vscode.workspace.isTrusted) return launch(source, onDebugger);
    throw new CodedError('untrusted', vscode.l10n.t('Reconcilers do not run while this workspace is not trusted. Trust it to run one.'), undefined);
  };
}
