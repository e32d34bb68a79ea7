import type * as vscode from 'vscode';
import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import { DisposableStore } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import type { PanelModel } from '../inspector/panelModel.ts';
import type { Session } from '../inspector/session.ts';
import type { InsideMessages } from '../protocol/inside.ts';
import type { HostMessage, Numbered, PanelMessage } from '../protocol/messages.ts';
import type { PageName } from '../protocol/pages.ts';
import type { ObjectFormat } from '../protocol/pages/item.ts';
import type { RecordingMessages } from '../protocol/recording.ts';
import type { ScenarioMessages } from '../protocol/scenario.ts';
import type { SteppingMessages } from '../protocol/stepping.ts';
import type { PanelContent } from './panelContent.ts';
import { handle, isOf, type PanelHandlers } from './panelHandlers.ts';
import { panelTitle } from './panelTitle.ts';
import type { SavedFilters } from './savedFilters.ts';
import { informerWords } from './informerWords.ts';
import { sourceTitle, sourceTitleOf } from './stateWords.ts';

/** In the trace, of a relist that a person asked for. */
const relistReason = 'asked for in the panel';

/** What a panel asks of the rest. */
export interface PanelActions {
  openObject(session: Session, informer: string, key: string): Promise<void>;
  readonly filters: SavedFilters;
  copyObject(session: Session, informer: string, key: string, format: ObjectFormat): Promise<void>;
  /** Starts the source of a session that is gone, or the playground when it had none. */
  startSession(source: string): Promise<void>;
  readonly stepping: PanelHandlers<SteppingMessages>;
  readonly recordings: PanelHandlers<RecordingMessages>;
  readonly inside: PanelHandlers<InsideMessages>;
  readonly scenarios: PanelHandlers<ScenarioMessages>;
}

export interface PanelOptions {
  readonly webviewPanel: vscode.WebviewPanel;
  readonly webviewRoot: vscode.Uri;
  /** Id of the source; empty: none. */
  readonly source: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly actions: PanelActions;
  /** Another time is shown. */
  readonly onTime: () => void;
}

/**
 * One webview and what it shows. Everything that arrives is validated; nothing is posted while it is hidden, nor after it was closed. The page
 * is thrown away when it is hidden, and says `panel/ready` when it is there again.
 */
export class Panel implements vscode.Disposable {
  readonly #options: PanelOptions;
  readonly #owned = new DisposableStore();
  /** Undefined until it has been read. */
  #content: PanelContent | undefined;
  #session: Session | undefined;
  #model: PanelModel | undefined;
  #selected: string | undefined;
  #ready = false;
  /** A page that somebody wants to see, and that the panel has not been told of yet. */
  #page: PageName | undefined;
  /** Of the newest message; the panel that misses one asks for everything. */
  #number = 0;
  #disposed = false;

  constructor(options: PanelOptions) {
    this.#options = options;
    const { webviewPanel, webviewRoot, source } = options;
    const { webview } = webviewPanel;
    this.#owned.add(webview.onDidReceiveMessage((message) => this.#receive(message)));
    this.#owned.add(webviewPanel.onDidChangeViewState(() => this.#onVisibility()));
    this.#owned.add(options.actions.filters.onChange(() => this.#postFilters()));
    webviewPanel.title = panelTitle(sourceTitleOf(source));
    webview.options = { enableScripts: true, localResourceRoots: [webviewRoot] };
    this.#load().catch((error: unknown) => options.logger.error('panel', `the panel could not be read: ${messageOf(error)}`, error));
  }

  /** It is the active editor, also while the palette or a view has the focus. */
  get isActive(): boolean {
    return !this.#disposed && this.#options.webviewPanel.active;
  }

  /** It shows a time that has passed. */
  get isPast(): boolean {
    return this.#model?.isPast ?? false;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  reveal(): void {
    this.#options.webviewPanel.reveal();
  }

  /** Shows this session from now on; the same again changes nothing. */
  attach(session: Session | undefined): void {
    if (session === this.#session && this.#model) return;
    this.#model?.dispose();
    this.#session = session;
    this.#model = this.#newModel();
    if (session) this.#options.webviewPanel.title = panelTitle(sourceTitle(session));
    if (this.#ready) this.#show();
  }

  /** Opens a page of it, as soon as it is there. */
  openPage(page: PageName): void {
    this.#page = page;
    if (this.#ready) this.#postPage();
  }

  /** Speaks of one informer. */
  select(informer: string): void {
    this.#selected = informer;
    this.#model?.select(informer);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#model?.dispose();
    this.#owned.dispose();
    this.#options.webviewPanel.dispose();
  }

  /** Reads what is to be shown; only then there is a page, which says when it is ready. */
  async #load(): Promise<void> {
    const { panelContent } = await import('./panelContent.ts');
    if (this.#disposed) return;
    this.#content = panelContent;
    this.#model = this.#newModel();
    const { webviewPanel, webviewRoot } = this.#options;
    webviewPanel.webview.html = panelContent.pageOf(webviewPanel.webview, webviewRoot, webviewPanel.title);
  }

  #newModel(): PanelModel | undefined {
    const session = this.#session;
    if (!session || !this.#content) return undefined;
    const model = this.#content.newModel({
      session,
      clock: this.#options.clock,
      title: () => sourceTitle(session),
      words: informerWords,
      post: (message) => this.#post(message),
      onTime: () => this.#options.onTime(),
      onFault: (error) => this.#options.logger.warn('time', messageOf(error)),
    });
    if (this.#selected !== undefined) model.select(this.#selected);
    return model;
  }

  #onVisibility(): void {
    if (this.#options.webviewPanel.visible) return; // the page will say when it is ready
    this.#ready = false;
    this.#model?.hide();
  }

  #show(): void {
    if (this.#model) this.#model.show();
    else if (this.#content) this.#post({ type: 'panel/state', body: this.#content.noSession(this.#options.source, sourceTitleOf(this.#options.source)) });
  }

  #postPage(): void {
    if (this.#page !== undefined) this.#post({ type: 'page/open', body: { page: this.#page } });
    this.#page = undefined;
  }

  #postFilters(): void {
    if (this.#ready) this.#post({ type: 'filter/saved', body: { filters: this.#options.actions.filters.all } });
  }

  #post(message: HostMessage): void {
    if (this.#disposed || !this.#options.webviewPanel.visible) return;
    void this.#options.webviewPanel.webview.postMessage({ ...message, number: ++this.#number } satisfies Numbered<HostMessage>);
  }

  #receive(received: unknown): void {
    if (!this.#content) return; // there is no page yet that could have sent it
    const { logger } = this.#options;
    const checked = this.#content.validate(received);
    if (checked.message === undefined) {
      logger.warn('panel', `a message was ignored: ${checked.reason}`);
      return;
    }
    this.#handle(checked.message).catch((error: unknown) => logger.error('panel', messageOf(error), error));
  }

  async #handle(message: PanelMessage): Promise<void> {
    const { actions, logger, source } = this.#options;
    if (isOf(actions.stepping, message)) {
      // What is stepped is the present; what is shown has happened.
      if (this.#session && !this.#model?.isPast) await handle(actions.stepping, this.#session, message);
      return;
    }
    if (isOf(actions.recordings, message)) {
      if (this.#session) await handle(actions.recordings, this.#session, message);
      return;
    }
    if (isOf(actions.inside, message)) {
      // What is changed is the present; and only the playground's own panel has a say in it.
      if (!this.#session?.introspection || this.#model?.isPast) return;
      await handle(actions.inside, this.#session, message);
      this.#model?.refreshInside();
      return;
    }
    if (isOf(actions.scenarios, message)) {
      if (this.#session) await handle(actions.scenarios, this.#session, message);
      return;
    }
    switch (message.type) {
      case 'panel/ready':
        this.#ready = true;
        this.#postFilters();
        this.#show();
        this.#postPage();
        return;
      case 'panel/select':
        this.#selected = message.body.informer ?? undefined;
        this.#model?.select(message.body.informer);
        return;
      case 'time/go':
        await this.#model?.goTo(message.body.seq);
        return;
      case 'page/look':
        this.#model?.look(message.body);
        return;
      case 'stream/view':
        this.#model?.view(message.body);
        return;
      case 'stream/find':
        this.#model?.find(message.body.seq, message.body.filter);
        return;
      case 'filter/complete':
        this.#model?.complete(message.body.text, message.body.caret);
        return;
      case 'filter/save':
        actions.filters.save(message.body);
        return;
      case 'filter/delete':
        actions.filters.delete(message.body.name);
        return;
      case 'object/open':
        if (this.#session) await actions.openObject(this.#session, message.body.informer, message.body.key);
        return;
      case 'object/copy':
        if (this.#session) await actions.copyObject(this.#session, message.body.informer, message.body.key, message.body.format);
        return;
      case 'cache/verify':
        this.#session?.caches.verify(message.body.informer).catch((error: unknown) => logger.info('verify', messageOf(error))); // the page tells it
        return;
      case 'cache/stopVerifying':
        this.#session?.caches.stop(message.body.informer);
        return;
      case 'cache/relist':
        this.#session?.caches.relist(message.body.informer, relistReason);
        return;
      case 'session/start':
        await actions.startSession(source);
        return;
      case 'panel/fault':
        logger.warn('panel', `the panel reports: ${message.body.message}`);
        return;
      default:
        unhandled(message);
    }
  }
}

/** A message without a handler does not compile. */
function unhandled(_message: never): void {
  // Nothing: it has been validated, so it cannot be here.
}
