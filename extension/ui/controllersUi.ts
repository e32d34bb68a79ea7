import type * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { systemClock } from '../base/systemClock.ts';
import { ControllerTree } from '../inspector/controllerTree.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { ControllersView } from './controllersView.ts';
import { CrashNotices } from './crashNotices.ts';
import type { LogChannel } from './logChannel.ts';
import type { Notifier } from './notifier.ts';
import { ReconcilerDebugging } from './reconcilerDebugging.ts';
import { ReconcilerOutputs } from './reconcilerOutputs.ts';
import { reloadOnSave } from './reloadOnSave.ts';
import type { SilencedNotices } from './silencedNotices.ts';

/** Everything that shows controllers, and what follows them: their output, their debuggers, the saving of their files. */
export class ControllersUi implements vscode.Disposable {
  readonly #owned = new DisposableStore();
  readonly tree: ControllerTree;
  readonly outputs: ReconcilerOutputs;
  readonly debugging: ReconcilerDebugging;
  readonly view: ControllersView['view'];

  constructor(sessions: Sessions, notifier: Notifier, silenced: SilencedNotices, log: LogChannel) {
    this.tree = this.#owned.add(new ControllerTree(sessions, systemClock));
    this.outputs = this.#owned.add(new ReconcilerOutputs(sessions));
    this.debugging = this.#owned.add(new ReconcilerDebugging(notifier));
    this.view = this.#owned.add(new ControllersView(this.tree)).view;
    this.#owned.add(new CrashNotices(sessions, this.outputs, silenced, log));
    this.#owned.add(reloadOnSave(sessions, log));
  }

  dispose(): void {
    this.#owned.dispose();
  }
}
