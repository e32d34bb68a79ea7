import type * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Session } from '../inspector/session.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { type InFront, sessionsInFront, type SteppingState, steppingState, whyNotStepped } from '../inspector/sessionsInFront.ts';
import { sessionOf } from '../inspector/treeNode.ts';
import { type InformersRow, isClosed } from './informersView.ts';
import type { Panels } from './panels.ts';

/** What the person looks at now, and so means by a command that names no session. */
export class Focus implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #panels: Panels;
  readonly #tree: vscode.TreeView<InformersRow>;
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<void>();

  constructor(sessions: Sessions, panels: Panels, tree: vscode.TreeView<InformersRow>) {
    this.#sessions = sessions;
    this.#panels = panels;
    this.#tree = tree;
    const fire = (): void => this.#onChange.fire();
    this.#owned.add(sessions.onChange(fire));
    this.#owned.add(panels.onDidChangeActive(fire));
    this.#owned.add(tree.onDidChangeSelection(fire));
  }

  readonly onChange: Event<void> = this.#onChange.event;

  /** One: it is clear which. Several: the person is to be asked. */
  get sessions(): readonly Session[] {
    return sessionsInFront(this.#front);
  }

  /** What can be done to them now. */
  get stepping(): SteppingState {
    return steppingState(this.#front);
  }

  /** Why a session cannot be stepped from here; undefined: it can. */
  whyNotStepped(session: Session): ReturnType<typeof whyNotStepped> {
    return whyNotStepped(session, this.#front);
  }

  get #front(): InFront {
    const [selected] = this.#tree.selection;
    return { panel: this.#panels.active, selected: selected && !isClosed(selected) ? sessionOf(selected) : undefined, all: this.#sessions.all };
  }

  dispose(): void {
    this.#owned.dispose();
    this.#onChange.dispose();
  }
}
