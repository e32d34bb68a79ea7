import * as vscode from 'vscode';
import { DisposableStore, toDisposable } from '../base/disposable.ts';
import type { Session } from '../inspector/session.ts';
import type { SessionController } from '../inspector/sessionController.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { nodeId } from '../inspector/treeNode.ts';
import { views } from './contributions.ts';
import { sourceTitle } from './stateWords.ts';
import { controllerTooltip } from './tooltips.ts';
import { watchSessions } from '../inspector/watchSessions.ts';

/** A controller that runs, and where. */
export interface ControllerNode {
  readonly type: 'controller';
  readonly id: string;
  readonly session: Session;
  readonly controller: SessionController;
}

/** How often it is looked whether a row has another description, while something runs and somebody looks. */
const lookMs = 1000;

/** The controllers that run, with what they have done so far. */
export class ControllersView implements vscode.TreeDataProvider<ControllerNode>, vscode.Disposable {
  readonly view: vscode.TreeView<ControllerNode>;
  readonly onDidChangeTreeData: vscode.Event<ControllerNode[] | undefined>;
  readonly #sessions: Sessions;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<ControllerNode[] | undefined>());
  readonly #nodes = new Map<SessionController, ControllerNode>();
  /** Descriptions that are shown, by the id of their row. */
  readonly #shown = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.onDidChangeTreeData = this.#changed.event;
    this.view = this.#owned.add(vscode.window.createTreeView(views.controllers, { treeDataProvider: this }));
    this.#owned.add(this.view.onDidChangeVisibility(() => this.#refreshWhileShown()));
    this.#owned.add(
      watchSessions(sessions, ({ controllers }) => {
        const listener = controllers.onChange(() => this.#listChanged());
        return toDisposable(() => {
          listener.dispose();
          this.#listChanged();
        });
      }),
    );
  }

  getTreeItem({ id, session, controller }: ControllerNode): vscode.TreeItem {
    const { name, dryRun } = controller;
    const counted = session.counters.controllers.get(name);
    const item = new vscode.TreeItem(name);
    item.id = id;
    item.description = description(session, controller);
    this.#shown.set(id, item.description);
    item.iconPath = new vscode.ThemeIcon('gear', new vscode.ThemeColor(counted?.errors ? 'list.warningForeground' : 'charts.green'));
    item.contextValue = ['controller', session.source.kind, dryRun ? 'dryRun' : 'writes'].join('+');
    item.accessibilityInformation = { label: `${name}, ${item.description}` };
    return item;
  }

  /** Counts are in the tooltip, as they are when it is asked for: a row that moved with them would take it away. */
  resolveTreeItem(item: vscode.TreeItem, { session, controller }: ControllerNode): vscode.TreeItem {
    item.tooltip = controllerTooltip(session, controller);
    return item;
  }

  getChildren(node?: ControllerNode): ControllerNode[] {
    if (node) return [];
    const running = this.#sessions.all.flatMap((session) => session.controllers.all.map((controller) => this.#node(session, controller)));
    for (const controller of this.#nodes.keys()) if (!running.some((each) => each.controller === controller)) this.#nodes.delete(controller);
    return running;
  }

  getParent(): undefined {
    return undefined;
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#owned.dispose();
  }

  #node(session: Session, controller: SessionController): ControllerNode {
    let node = this.#nodes.get(controller);
    if (!node) this.#nodes.set(controller, (node = { type: 'controller', id: nodeId('source', session.id, controller.name), session, controller }));
    return node;
  }

  #listChanged(): void {
    this.#changed.fire(undefined);
    this.#refreshWhileShown();
  }

  #tellChanged(): void {
    const changed = this.getChildren().filter(({ id, session, controller }) => this.#shown.get(id) !== description(session, controller));
    if (changed.length > 0) this.#changed.fire(changed);
  }

  #refreshWhileShown(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const isNeeded = this.view.visible && this.#sessions.all.some(({ controllers }) => controllers.all.length > 0);
    if (isNeeded) this.#timer = setInterval(() => this.#tellChanged(), lookMs);
  }
}

/** State first: the rest may be cut off. */
function description(session: Session, { name, dryRun, state }: SessionController): string {
  if (state === 'crashed') return [vscode.l10n.t('crashed'), sourceTitle(session)].join(' · ');
  const waiting = session.informers.all.find(({ name: informer, controllers }) => controllers.includes(name) && !session.informers.stateOf(informer).synced);
  const errors = session.counters.controllers.get(name)?.errors ?? 0;
  return [
    waiting ? vscode.l10n.t('waits for {0}', waiting.name) : '',
    errors > 0 ? vscode.l10n.t('{0} errors', errors) : '',
    dryRun ? vscode.l10n.t('dry run') : vscode.l10n.t('writes'),
    sourceTitle(session),
  ]
    .filter(Boolean)
    .join(' · ');
}
