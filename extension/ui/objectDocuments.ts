import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { objectYaml } from '../inspector/objectYaml.ts';
import type { Session } from '../inspector/session.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import type { KubeObject } from '../kube/object.ts';
import type { TraceEntry } from '../trace/entry.ts';
import { objectScheme } from './contributions.ts';
import { type ObjectAddress, objectPath, objectQuery, parseObjectQuery } from './objectAddress.ts';

/** Changes of an open object are shown at most this often. */
const refreshMs = 250;

interface OpenDocument {
  readonly uri: vscode.Uri;
  readonly address: ObjectAddress;
  /** As it was when it was in the cache last. */
  last: KubeObject | undefined;
}

/**
 * Cached objects as read-only YAML documents that follow the cache: while the pipeline is held, they stand still with it. Only the
 * objects that are open are watched for.
 */
export class ObjectDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly onDidChange: vscode.Event<vscode.Uri>;
  readonly #sessions: Sessions;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<vscode.Uri>());
  /** By URI. */
  readonly #open = new Map<string, OpenDocument>();
  readonly #stale = new Set<OpenDocument>();
  #timer: NodeJS.Timeout | undefined;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.onDidChange = this.#changed.event;
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(objectScheme, this));
    this.#owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#open.delete(uri.toString())));
    this.#owned.add(watchSessions(sessions, (session) => this.#watch(session)));
  }

  /** @param how beside: not over what asks for it. preview: the next one may take its place */
  async show(address: ObjectAddress, { beside = false, preview = true }: { readonly beside?: boolean; readonly preview?: boolean } = {}): Promise<void> {
    const uri = vscode.Uri.from({ scheme: objectScheme, path: objectPath(address.key), query: objectQuery(address) });
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview, viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active });
  }

  /** The object whose document is in front. */
  get active(): ObjectAddress | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri?.scheme === objectScheme ? parseObjectQuery(uri.query) : undefined;
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const address = parseObjectQuery(uri.query);
    if (!address) return `# ${vscode.l10n.t('This address names no object.')}\n`;
    const open: OpenDocument = this.#open.get(uri.toString()) ?? { uri, address, last: undefined };
    this.#open.set(uri.toString(), open);
    const informer = this.#sessions.get(address.source)?.informers.get(address.informer);
    const object = informer?.indexer.get(address.key);
    const gone = object === undefined && open.last !== undefined;
    open.last = object ?? open.last;
    return objectYaml({ informer: address.informer, key: address.key, object: open.last, gone });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#open.clear();
    this.#owned.dispose();
  }

  #watch(session: Session): Disposable {
    const all = (): void => this.#mark((address) => address.source === session.id);
    const owned = new DisposableStore();
    owned.add(session.tracer.onEntry((entry) => this.#onEntry(session, entry)));
    owned.add(session.informers.onChange(all));
    owned.add({ dispose: all });
    all();
    return owned;
  }

  #onEntry(session: Session, entry: TraceEntry): void {
    if (this.#open.size === 0 || !entry.kind.startsWith('store.')) return;
    const { informer, key } = entry;
    this.#mark((address) => address.source === session.id && address.informer === informer && (key === undefined || address.key === key));
  }

  #mark(concerns: (address: ObjectAddress) => boolean): void {
    for (const open of this.#open.values()) if (concerns(open.address)) this.#stale.add(open);
    if (this.#stale.size === 0 || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      for (const { uri } of this.#stale) this.#changed.fire(uri);
      this.#stale.clear();
    }, refreshMs);
  }
}
