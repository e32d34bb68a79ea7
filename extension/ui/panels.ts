import * as vscode from 'vscode';
import type { Clock } from '../base/clock.ts';
import { DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Logger } from '../base/logger.ts';
import type { Session } from '../inspector/session.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { parseSourceId } from '../inspector/sessionSource.ts';
import type { PageName } from '../protocol/pages.ts';
import { isRecord } from '../kube/object.ts';
import { panelType } from './contributions.ts';
import { Panel, type PanelActions } from './panel.ts';
import { sourceTitled } from './panelTitle.ts';

export interface PanelsOptions {
  readonly extensionUri: vscode.Uri;
  readonly sessions: Sessions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly actions: PanelActions;
  /** Ids of sources that were there before, in this window or an earlier one. */
  readonly knownSources: () => readonly string[];
}

/** The panels: one for each source, found again when it is asked for, and brought back when the window is reloaded. */
export class Panels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #options: PanelsOptions;
  readonly #owned = new DisposableStore();
  /** By the source's id. */
  readonly #panels = new Map<string, Panel>();
  readonly #onDidChangeActive = new Emitter<void>();

  constructor(options: PanelsOptions) {
    this.#options = options;
    this.#owned.add(options.sessions.onChange(() => this.#attachSessions()));
    this.#owned.add(vscode.window.registerWebviewPanelSerializer(panelType, this));
  }

  /** Fires when another panel is in front, or none, or one shows another time. */
  readonly onDidChangeActive: Event<void> = this.#onDidChangeActive.event;

  /** The panel that is the active editor. */
  get active(): Panel | undefined {
    return [...this.#panels.values()].find(({ isActive }) => isActive);
  }

  /** Shows the panel of a session. @param informer the one that it speaks of; default: as it is */
  open(session: Session, informer?: string): void {
    const existing = this.#panels.get(session.id);
    const panel = existing ?? this.#add(session.id, this.#create());
    if (informer !== undefined) panel.select(informer);
    existing?.reveal();
  }

  /** Opens a page in the panel of a session, where there is one. */
  openPage(session: Session, page: PageName): void {
    this.#panels.get(session.id)?.openPage(page);
  }

  /** Takes an editor of a source as its panel. */
  adopt(source: string, webviewPanel: vscode.WebviewPanel): void {
    this.#panels.get(source)?.dispose();
    this.#add(source, webviewPanel);
  }

  /** A panel that was open when the window was reloaded. Its session is gone; the source is in what the page has kept. */
  deserializeWebviewPanel(webviewPanel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const source = sourceIn(kept) ?? sourceTitled(webviewPanel.title, this.#options.knownSources());
    if (this.#panels.has(source)) webviewPanel.dispose();
    else this.#add(source, webviewPanel);
    return Promise.resolve();
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
    this.#panels.clear();
    this.#owned.dispose();
    this.#onDidChangeActive.dispose();
  }

  #create(): vscode.WebviewPanel {
    return vscode.window.createWebviewPanel(panelType, vscode.l10n.t('Informer Inspector'), vscode.ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: [this.#webviewRoot],
    });
  }

  #add(source: string, webviewPanel: vscode.WebviewPanel): Panel {
    const { extensionUri, clock, logger, actions } = this.#options;
    webviewPanel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'icon.png');
    const panel = new Panel({ webviewPanel, webviewRoot: this.#webviewRoot, source, clock, logger, actions, onTime: () => this.#onDidChangeActive.fire() });
    this.#panels.set(source, panel);
    webviewPanel.onDidChangeViewState(() => this.#onDidChangeActive.fire());
    webviewPanel.onDidDispose(() => {
      if (this.#panels.get(source) === panel) this.#panels.delete(source);
      panel.dispose();
      this.#onDidChangeActive.fire();
    });
    panel.attach(this.#options.sessions.get(source));
    this.#onDidChangeActive.fire();
    return panel;
  }

  /** A source that is opened again gets its panel back. One whose session has ended keeps showing what was. */
  #attachSessions(): void {
    for (const session of this.#options.sessions.all) this.#panels.get(session.id)?.attach(session);
  }

  get #webviewRoot(): vscode.Uri {
    return vscode.Uri.joinPath(this.#options.extensionUri, 'dist', 'webview');
  }
}

/** The page keeps the session's name, which begins with its source's. */
function sourceIn(kept: unknown): string | undefined {
  const session = isRecord(kept) ? kept['session'] : undefined;
  const source = typeof session === 'string' ? session.slice(0, Math.max(0, session.lastIndexOf(' '))) : '';
  return parseSourceId(source) ? source : undefined;
}
