import * as vscode from 'vscode';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { objectScheme } from './contributions.ts';
import type { Panels } from './panels.ts';

/** What the walkthrough leads to, one by one. */
export const milestoneNames = ['readObject', 'sawPanel', 'steppedDelta'] as const;

export type Milestone = (typeof milestoneNames)[number];

/**
 * What the person has really done since the window opened: the walkthrough ticks its steps by it, and not by a command that may have
 * been dismissed. VS Code itself remembers the ticks.
 */
export class Milestones implements vscode.Disposable {
  readonly #reached = new Set<Milestone>();
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<void>();

  constructor() {
    this.#owned.add(
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor?.document.uri.scheme === objectScheme) this.reach('readObject');
      }),
    );
  }

  readonly onChange: Event<void> = this.#onChange.event;

  has(milestone: Milestone): boolean {
    return this.#reached.has(milestone);
  }

  reach(milestone: Milestone): void {
    if (this.#reached.has(milestone)) return;
    this.#reached.add(milestone);
    this.#onChange.fire();
  }

  /** A panel in front is one that is seen. */
  follow(panels: Pick<Panels, 'active' | 'onDidChangeActive'>): void {
    this.#owned.add(
      panels.onDidChangeActive(() => {
        if (panels.active) this.reach('sawPanel');
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
    this.#onChange.dispose();
  }
}
