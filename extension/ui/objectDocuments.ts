import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { objectYaml } from '../inspector/objectYaml.ts';
import type { Session } from '../inspector/session.ts';
import type { Sessions } from '../inspector/sessions.ts';
import { watchSessions } from '../inspector/watchSessions.ts';
import type { KubeObject } from '../kube/object.ts';
import type { TraceEntry } from '../trace/entry.ts';
import { objectScheme } from './contributions.ts';
import { documentHead, type DocumentState } from './documentWords.ts';
import { type ObjectAddress, objectPath, objectQuery, parseObjectQuery } from './objectAddress.ts';

/** Changes of an open object are shown at most this often, and of one that takes long to write less often: in a quarter of the time. */
const refreshMs = 250;
const restShare = 4;

interface OpenDocument {
  readonly uri: vscode.Uri;
  readonly address: ObjectAddress;
  /** As it was when it was in the cache last. */
  last: KubeObject | undefined;
}

/**
 * Cached objects as read-only YAML documents that follow the cache: while the pipeline is held, they stand still with it. Only the
 * objects that are open are watched for, and only documents that are in view are written anew.
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
  /** What the last one took, in milliseconds. */
  #took = 0;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    this.onDidChange = this.#changed.event;
    this.#owned.add(vscode.workspace.registerTextDocumentContentProvider(objectScheme, this));
    this.#owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    this.#owned.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#schedule()));
    this.#owned.add(watchSessions(sessions, (session) => this.#watch(session)));
  }

  /** @param how beside: not over what asks for it. preview: the next one may take its place */
  async show(address: ObjectAddress, { beside = false, preview = true }: { readonly beside?: boolean; readonly preview?: boolean } = {}): Promise<void> {
    const document = await vscode.workspace.openTextDocument(objectUri(address));
    await vscode.window.showTextDocument(document, { preview, viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active });
  }

  /** The object whose document is in front. */
  get active(): ObjectAddress | undefined {
    const uri = vscode.window.activeTextEditor?.document.uri;
    return uri && objectAddressOf(uri);
  }

  /** As an object is in its cache, or was when its document was written last. */
  lastOf(address: ObjectAddress): KubeObject | undefined {
    return this.#cached(address) ?? this.#open.get(objectUri(address).toString())?.last;
  }

  /** What the document of an object says of where it is. */
  stateOf(address: ObjectAddress): DocumentState {
    const session = this.#sessions.get(address.source);
    const informer = session?.informers.get(address.informer);
    if (informer?.indexer.get(address.key)) return 'cached';
    const wasThere = this.lastOf(address) !== undefined;
    if (!informer) return wasThere ? 'stopped' : session ? 'notStarted' : 'noSession';
    if (wasThere) return 'gone';
    return session!.informers.stateOf(address.informer).synced ? 'absent' : 'syncing';
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const address = objectAddressOf(uri);
    if (!address) return `# ${vscode.l10n.t('This address names no object.')}\n`;
    const open: OpenDocument = this.#open.get(uri.toString()) ?? { uri, address, last: undefined };
    this.#open.set(uri.toString(), open);
    this.#note(open);
    const startedAt = performance.now();
    try {
      return objectYaml(documentHead(address, this.stateOf(address), open.last?.kind === 'PartialObjectMetadata'), open.last);
    } finally {
      this.#took = performance.now() - startedAt;
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#open.clear();
    this.#owned.dispose();
  }

  #cached({ source, informer, key }: ObjectAddress): KubeObject | undefined {
    return this.#sessions.get(source)?.informers.get(informer)?.indexer.get(key);
  }

  /** At each change, also of a document that is out of view: it may be the last one. */
  #note(open: OpenDocument): void {
    open.last = this.#cached(open.address) ?? open.last;
  }

  #forget(uri: vscode.Uri): void {
    const open = this.#open.get(uri.toString());
    if (!open) return;
    this.#open.delete(uri.toString());
    this.#stale.delete(open);
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

  #onEntry(session: Session, { kind, informer, key }: TraceEntry): void {
    if (this.#open.size === 0 || !(kind.startsWith('store.') || kind === 'reflector.synced')) return;
    this.#mark((address) => address.source === session.id && address.informer === informer && (key === undefined || address.key === key));
  }

  #mark(concerns: (address: ObjectAddress) => boolean): void {
    for (const open of this.#open.values()) {
      if (!concerns(open.address)) continue;
      this.#note(open);
      this.#stale.add(open);
      this.#schedule();
    }
  }

  #schedule(): void {
    if (this.#timer || this.#inView().length === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      for (const open of this.#inView()) {
        this.#stale.delete(open);
        this.#changed.fire(open.uri);
      }
    }, Math.max(refreshMs, restShare * this.#took));
  }

  /** Those that are to be written anew, and are looked at. */
  #inView(): readonly OpenDocument[] {
    if (this.#stale.size === 0) return [];
    const visible = new Set(vscode.window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    return [...this.#stale].filter(({ uri }) => visible.has(uri.toString()));
  }
}

/** Where the document of an object is. */
export function objectUri(address: ObjectAddress): vscode.Uri {
  return vscode.Uri.from({ scheme: objectScheme, path: objectPath(address), query: objectQuery(address) });
}

/** The reverse of {@link objectUri}; undefined for any other address. */
export function objectAddressOf({ scheme, query }: vscode.Uri): ObjectAddress | undefined {
  return scheme === objectScheme ? parseObjectQuery(query) : undefined;
}
