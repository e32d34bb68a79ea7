import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { messageOf } from '../base/codedError.ts';
import { ReconcilerError } from '../inspector/reconcilerError.ts';
import type { SessionController } from '../inspector/sessionController.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import { withoutLinks } from './inertText.ts';
import type { ReconcilerOutputs } from './reconcilerOutputs.ts';

/**
 * Says once that a reconciler has crashed, why, and what can be done. While that stands, further crashes of it are told by its row and
 * its output alone: a reconciler that crashes each time that it is saved is one notification.
 */
export class CrashNotices implements vscode.Disposable {
  readonly #outputs: ReconcilerOutputs;
  readonly #logger: Logger;
  readonly #owned = new DisposableStore();
  readonly #shown = new WeakSet<SessionController>();

  constructor(sessions: Sessions, outputs: ReconcilerOutputs, logger: Logger) {
    this.#outputs = outputs;
    this.#logger = logger;
    this.#owned.add(
      watchSessions(sessions, ({ controllers }) => controllers.onCrash((controller) => void this.#tell(controller).catch((error: unknown) => logger.error('reconciler', messageOf(error), error)))),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #tell(controller: SessionController): Promise<void> {
    // Whoever kills it knows.
    if (this.#shown.has(controller) || ReconcilerError.is(controller.error, 'killed')) return;
    this.#shown.add(controller);
    try {
      const restart = vscode.l10n.t('Restart');
      const output = vscode.l10n.t('Show Output');
      const chosen = await vscode.window.showErrorMessage(withoutLinks(sentenceOf(controller)), restart, output);
      if (chosen === output) this.#outputs.show(controller);
      if (chosen === restart) {
        this.#shown.delete(controller); // another crash is news again
        await controller.restart();
      }
    } finally {
      this.#shown.delete(controller);
    }
    this.#logger.trace('reconciler', `the crash of ${controller.name} was seen`);
  }
}

/** Starts with its name, if it does not by itself. */
function sentenceOf({ name, sentence = '' }: SessionController): string {
  const text = sentence.includes(name) ? sentence : vscode.l10n.t('{0}: {1}', name, sentence);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
