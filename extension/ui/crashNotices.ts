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
import { errorWords } from './sayingWords.ts';
import type { SilencedNotices } from './silencedNotices.ts';

/**
 * Says that a reconciler has crashed, why, and what can be done. While that stands, it is not said again: a reconciler that crashes in the same way each
 * time that it is saved is one notification. Its row and its output tell of every crash.
 */
export class CrashNotices implements vscode.Disposable {
  readonly #outputs: Pick<ReconcilerOutputs, 'show'>;
  readonly #owned = new DisposableStore();
  /** What is said of each and stands. */
  readonly #shown = new WeakMap<SessionController, Set<string>>();
  readonly #silenced: SilencedNotices;

  constructor(sessions: Sessions, outputs: Pick<ReconcilerOutputs, 'show'>, silenced: SilencedNotices, logger: Logger) {
    this.#outputs = outputs;
    this.#silenced = silenced;
    this.#owned.add(
      watchSessions(sessions, ({ controllers }) => controllers.onCrash((controller) => void this.#tell(controller).catch((error: unknown) => logger.error('reconciler', messageOf(error), error)))),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #tell(controller: SessionController): Promise<void> {
    if (ReconcilerError.is(controller.error, 'killed')) return; // whoever killed it knows
    const said = this.#shown.get(controller) ?? new Set();
    this.#shown.set(controller, said);
    const sentence = sentenceOf(controller);
    if (this.#silenced.isSilent(`crash ${controller.name}`, sentence)) return;
    if (said.has(sentence)) return;
    said.add(sentence);
    const restart = vscode.l10n.t('Restart');
    const output = vscode.l10n.t('Show Output');
    const silence = vscode.l10n.t('Don’t Show Again');
    const chosen = await vscode.window.showErrorMessage(withoutLinks(sentence), restart, output, silence);
    said.delete(sentence); // seen: another crash is news again
    if (chosen === silence) this.#silenced.silence(`crash ${controller.name}`);
    if (chosen === output) this.#outputs.show(controller);
    if (chosen === restart && controller.state !== 'stopped') await controller.restart();
  }
}

/** Starts with its name, if it does not by itself. */
function sentenceOf({ name, error }: SessionController): string {
  const sentence = errorWords(error);
  const text = sentence.includes(name) ? sentence : vscode.l10n.t('{0}: {1}', name, sentence);
  return /[.!?。！？]$/.test(text) ? text : `${text}.`;
}
