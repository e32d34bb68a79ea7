import * as vscode from 'vscode';
import { looksLikeProduction } from '../../inspector/productionContext.ts';
import { contextNames } from '../contextNames.ts';
import type { ClusterChoice } from '../picks/pickCluster.ts';
import type { Ui } from '../ui.ts';

/**
 * The person's yes where it is needed: before informers start together on a context that looks like one on which people depend, and, in a workspace that is not
 * trusted, on one that only its file has named. Asked once, with the context and how many they are; of a controller with the name of its file, since that is loaded to learn how many, and
 * loading it runs code.
 */
export async function mayStartHere({ inspector, settings }: Pick<Ui, 'inspector' | 'settings'>, choice: ClusterChoice, what: number | { readonly file: string }, isNamedByFile = false): Promise<boolean> {
  if (choice.kind === 'playground') return true;
  const { context } = choice;
  const reasons = [
    ...(looksLikeProduction(contextNames(inspector, context), settings.get('productionContexts')) ? [vscode.l10n.t('{0} looks like production.', context)] : []),
    ...(isNamedByFile && !vscode.workspace.isTrusted ? [vscode.l10n.t('The file of the workspace names this context, and the workspace is not trusted.')] : []),
  ];
  if (reasons.length === 0) return true;
  const isOfFile = typeof what === 'object';
  const loading = isOfFile ? [vscode.l10n.t('To learn what {0} watches it is loaded in a process of its own, which runs the code at its top level.', what.file)] : [];
  const detail = [...reasons, ...loading, vscode.l10n.t('Each informer lists its resource once and watches it then. Nothing is written.')].join(' ');
  const start = vscode.l10n.t('Start');
  const question = isOfFile ? vscode.l10n.t('Start the informers of {0} on {1}?', what.file, context) : what === 1 ? vscode.l10n.t('Start one informer on {0}?', context) : vscode.l10n.t('Start {0} informers on {1}?', what, context);
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, start)) === start;
}
