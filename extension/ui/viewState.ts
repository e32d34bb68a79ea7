import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { emptyReason } from '../inspector/emptyReason.ts';
import type { Inspector } from '../inspector/inspector.ts';
import { severityOf } from '../inspector/informerState.ts';
import type { Session } from '../inspector/session.ts';
import type { TreeModel } from '../inspector/treeModel.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import type { ContextKeys } from './contributions.ts';
import type { Focus } from './focus.ts';
import { briefFor, failureSentence, sentenceFor } from './sentences.ts';
import { sourceTitle } from './stateWords.ts';

/**
 * What is said about the whole: the context keys that menus, welcome views and `enablement` read, and the line
 * above the tree. The one place where they are set, always from everything there is.
 */
export class ViewState implements vscode.Disposable {
  readonly #inspector: Inspector;
  readonly #tree: TreeModel;
  readonly #view: vscode.TreeView<unknown>;
  readonly #focus: Focus;
  readonly #owned = new DisposableStore();
  readonly #keys = new Map<string, string | boolean>();

  constructor(inspector: Inspector, tree: TreeModel, view: vscode.TreeView<unknown>, focus: Focus) {
    this.#inspector = inspector;
    this.#tree = tree;
    this.#view = view;
    this.#focus = focus;
    const update = (): void => this.#update();
    this.#owned.add(inspector.kubeconfig.onChange(update));
    this.#owned.add(inspector.onChange(update));
    this.#owned.add(inspector.sessions.onChange(update));
    this.#owned.add(focus.onChange(update));
    this.#owned.add(watchSessions(inspector.sessions, (session) => session.onChange(update)));
    this.#update();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #update(): void {
    const { sessions, playgroundState } = this.#inspector;
    const { all } = sessions;
    const isEmpty = this.#tree.roots().length === 0;
    const empty = isEmpty ? emptyReason(this.#inspector) : undefined;
    this.#setKey('informerInspector.empty', empty?.reason ?? 'none');
    this.#setKey('informerInspector.playground', playgroundState);
    this.#setKey('informerInspector.hasSession', !isEmpty);
    this.#setKey('informerInspector.hasInformer', all.some(({ informers }) => informers.all.length > 0));
    this.#setKey('informerInspector.hasController', all.some(({ controllers }) => controllers.all.length > 0));
    const { sessions: inFront } = this.#focus;
    this.#setKey('informerInspector.hasContext', all.some(({ source }) => source.kind === 'context'));
    this.#setKey('informerInspector.canPause', inFront.some(({ stepper }) => !stepper.paused));
    this.#setKey('informerInspector.paused', inFront.some(({ stepper }) => stepper.paused));
    this.#setKey('informerInspector.canStep', inFront.some(({ stepper }) => stepper.held.length > 0));
    // A message hides the welcome view, so an empty tree has its reason beside the title.
    this.#set('message', isEmpty ? undefined : messageFor(all));
    this.#set('description', empty?.error === undefined ? undefined : briefFor(empty.error, this.#subject(all)));
  }

  #subject(all: readonly Session[]): string {
    const failed = all.find(({ connection }) => connection.phase === 'failed');
    return failed ? sourceTitle(failed) : (this.#inspector.openFailure?.context ?? vscode.l10n.t('The kubeconfig'));
  }

  #setKey<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
    if (this.#keys.get(key) === value) return;
    this.#keys.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }

  #set(property: 'message' | 'description', value: string | undefined): void {
    if (this.#view[property] !== value) (this.#view as { message?: string | undefined; description?: string | undefined })[property] = value;
  }
}

/** One line for the worst that any session meets: it stands until it is over, however often it is tried again. */
function messageFor(sessions: readonly Session[]): string | undefined {
  for (const session of sessions) {
    const states = session.informers.all.map(({ name }) => ({ name, state: session.informers.stateOf(name) }));
    const worst = states.toSorted((a, b) => severityOf(b.state) - severityOf(a.state))[0];
    if (worst?.state.failure) return failureSentence(worst.state.failure, worst.name, sourceTitle(session)).text;
    if (session.connection.phase === 'failed' && states.length === 0) return sentenceFor(session.connection.error, sourceTitle(session)).text;
  }
  return undefined;
}
