import * as vscode from 'vscode';
import type { Logger } from '../base/logger.ts';
import { commands, type CommandName } from './contributions.ts';
import { withoutLinks } from './inertText.ts';
import { type Sentence, sentenceFor } from './sentences.ts';

/**
 * Tells a person that what they have just asked for did not work: once, with what can be done about it. What goes
 * wrong in the background is not told here but where it is looked at: in the tree.
 */
export class Notifier {
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param subject what was asked: the cluster, the object */
  async error(error: unknown, subject: string): Promise<void> {
    if (isCancellation(error)) return;
    const sentence = sentenceFor(error, subject);
    this.#logger.error('command', sentence.text, error);
    await this.#offer(vscode.window.showErrorMessage, sentence);
  }

  async warn(sentence: Sentence): Promise<void> {
    this.#logger.warn('command', sentence.text);
    await this.#offer(vscode.window.showWarningMessage, sentence);
  }

  async #offer(show: (text: string, ...actions: readonly Action[]) => Thenable<Action | undefined>, sentence: Sentence): Promise<void> {
    const offers: Action[] = sentence.offers?.map(({ title, run }) => ({ title, run })) ?? [];
    const remedies = sentence.remedies.map((name): Action => ({ title: actionTitle(name), command: commands[name] }));
    const actions = [...offers, ...remedies].slice(0, 2);
    if (sentence.manageTrust) actions.unshift({ title: vscode.l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' });
    const chosen = await show(withoutLinks(sentence.text), ...actions, { title: vscode.l10n.t('Show Log'), command: commands.showLog });
    if (chosen?.run) await chosen.run();
    else if (chosen?.command) await vscode.commands.executeCommand(chosen.command);
  }
}

interface Action extends vscode.MessageItem {
  readonly command?: string;
  readonly run?: () => unknown;
}

/** Stopped on purpose: nothing went wrong. */
export function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'AbortError');
}

function actionTitle(name: CommandName): string {
  switch (name) {
    case 'startPlayground':
      return vscode.l10n.t('Start Playground');
    case 'chooseKubeconfig':
      return vscode.l10n.t('Choose Kubeconfig');
    case 'openKubeconfig':
      return vscode.l10n.t('Open Kubeconfig');
    case 'switchContext':
      return vscode.l10n.t('Switch Context');
    case 'reconnect':
      return vscode.l10n.t('Reconnect');
    case 'openLoginTerminal':
      return vscode.l10n.t('Open Terminal');
    case 'startInformer':
      return vscode.l10n.t('Start Informer');
    case 'reportProblem':
      return vscode.l10n.t('Report a Problem');
    case 'pause':
      return vscode.l10n.t('Pause Pipeline');
    case 'stopInformer':
      return vscode.l10n.t('Stop Informer');
    case 'replayRecording':
      return vscode.l10n.t('Replay Recording');
    case 'stopReconciler':
      return vscode.l10n.t('Stop Reconciler');
    default:
      return vscode.l10n.t('Show Log');
  }
}
