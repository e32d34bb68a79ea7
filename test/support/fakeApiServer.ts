import type { ListerWatcher, ListPage, Watch } from '../../extension/informer/listerWatcher.ts';
import { metaNamespaceKey } from '../../extension/kube/key.ts';
import type { ListOptions } from '../../extension/kube/listOptions.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { ApiError } from '../../extension/kube/status.ts';
import type { WatchEvent } from '../../extension/kube/watchEvent.ts';
import { bookmark, errorEvent } from './objects.ts';

interface Change {
  readonly revision: number;
  readonly event: WatchEvent;
}

/**
 * An API server for one resource, in memory: revisions, a history that can be compacted, pages, resumable
 * watches, streamed lists. What goes wrong is for the test to say. Fast rather than complete; its rules are the
 * contract's, section 12.
 */
export class FakeApiServer implements ListerWatcher {
  readonly #objects = new Map<string, KubeObject>();
  readonly #watches = new Set<ServedWatch>();
  #history: Change[] = [];
  #revision = 100;
  #compacted = 100;
  #uid = 0;
  /** Thrown by the requests to come, one each. */
  readonly listFailures: Error[] = [];
  readonly watchFailures: Error[] = [];
  /** A server without watch cache pages lists of version "0", too. */
  pagesEverything = false;
  supportsWatchList = true;
  requests = 0;

  get revision(): number {
    return this.#revision;
  }

  get keys(): string[] {
    return [...this.#objects.keys()];
  }

  get(key: string): KubeObject | undefined {
    return this.#objects.get(key);
  }

  /** Keys, uids and versions, sorted. */
  get state(): string[] {
    return [...this.#objects].map(([key, { metadata }]) => `${key} ${metadata.uid} ${metadata.resourceVersion}`).toSorted();
  }

  get openWatches(): number {
    return this.#watches.size;
  }

  /** Creates the object, or changes it. */
  put(namespace: string, name: string): void {
    const key = `${namespace}/${name}`;
    const existing = this.#objects.get(key);
    const resourceVersion = String(++this.#revision);
    const uid = existing?.metadata.uid ?? `u${++this.#uid}`;
    const object = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name, uid, resourceVersion } };
    this.#objects.set(key, object);
    this.#publish({ type: existing ? 'MODIFIED' : 'ADDED', object });
  }

  delete(key: string): void {
    const existing = this.#objects.get(key);
    if (!existing) return;
    this.#objects.delete(key);
    const metadata = { ...existing.metadata, resourceVersion: String(++this.#revision) };
    this.#publish({ type: 'DELETED', object: { ...existing, metadata } });
  }

  /** Forgets the history: whoever resumes from before now is told that its version has expired. */
  compact(): void {
    this.#compacted = this.#revision;
    this.#history = [];
    for (const [token, { revision }] of this.#snapshots) if (revision < this.#compacted) this.#snapshots.delete(token);
  }

  /** Ends every watch, whatever it had still to send. */
  dropWatches(error?: Error): void {
    for (const watch of this.#watches) watch.drop(error);
    this.#watches.clear();
  }

  sendToWatches(event: WatchEvent): void {
    for (const watch of this.#watches) watch.send(event);
  }

  sendBookmarks(): void {
    this.sendToWatches(bookmark(this.#revision));
  }

  async list(options: ListOptions, signal: AbortSignal): Promise<ListPage> {
    signal.throwIfAborted();
    this.requests++;
    const failure = this.listFailures.shift();
    if (failure) throw failure;
    const { limit = 0, resourceVersion = '' } = options;
    if (options.continue) return this.#continue(options.continue, limit);
    if (Number(resourceVersion) > this.#revision) {
      throw new ApiError({ code: 504, reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } });
    }
    const paged = limit > 0 && (resourceVersion !== '0' || this.pagesEverything);
    return this.#page([...this.#objects.values()], this.#revision, paged ? limit : 0);
  }

  async watch(options: ListOptions, signal: AbortSignal): Promise<Watch> {
    signal.throwIfAborted();
    this.requests++;
    const failure = this.watchFailures.shift();
    if (failure) throw failure;
    const { resourceVersion = '' } = options;
    if (options.sendInitialEvents && !this.supportsWatchList) throw new ApiError({ code: 422, reason: 'Invalid' });
    const watch = new ServedWatch(() => this.#watches.delete(watch));
    this.#watches.add(watch);
    if (options.sendInitialEvents || resourceVersion === '' || resourceVersion === '0') {
      for (const object of this.#objects.values()) watch.send({ type: 'ADDED', object });
      if (options.sendInitialEvents) watch.send(bookmark(this.#revision, true));
    } else if (Number(resourceVersion) < this.#compacted) {
      watch.send(errorEvent(410, 'Expired', `too old resource version: ${resourceVersion} (${this.#compacted})`));
      watch.drop();
    } else {
      for (const { revision, event } of this.#history) if (revision > Number(resourceVersion)) watch.send(event);
    }
    return watch;
  }

  /** A token carries its page's rest: the snapshot of its revision, which compaction takes away. */
  #tokens = 0;
  readonly #snapshots = new Map<string, { readonly revision: number; readonly rest: KubeObject[] }>();

  #page(objects: KubeObject[], revision: number, limit: number): ListPage {
    const items = limit > 0 ? objects.slice(0, limit) : objects;
    const result = { kind: 'PodList', resourceVersion: String(revision), items, bytes: items.length };
    if (items.length === objects.length) return result;
    const token = `${revision}:${++this.#tokens}`;
    this.#snapshots.set(token, { revision, rest: objects.slice(limit) });
    return { ...result, continue: token };
  }

  #continue(token: string, limit: number): ListPage {
    const snapshot = this.#snapshots.get(token);
    if (!snapshot || snapshot.revision < this.#compacted) throw new ApiError({ code: 410, reason: 'Expired' });
    return this.#page(snapshot.rest, snapshot.revision, limit);
  }

  #publish(event: WatchEvent): void {
    this.#history.push({ revision: this.#revision, event });
    this.sendToWatches(event);
  }

  /** That every object is under its own key. */
  check(): void {
    for (const [key, object] of this.#objects) if (metaNamespaceKey(object) !== key) throw new Error(`${key} holds ${metaNamespaceKey(object)}`);
  }
}

class ServedWatch implements Watch {
  readonly #onClose: () => void;
  #pending: WatchEvent[] = [];
  #end: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  constructor(onClose: () => void) {
    this.#onClose = onClose;
  }

  send(event: WatchEvent): void {
    this.#pending.push(event);
    this.#wake?.();
  }

  drop(error?: Error): void {
    this.#end ??= error ? { error } : {};
    this.#wake?.();
  }

  async next(): Promise<readonly WatchEvent[] | undefined> {
    for (;;) {
      if (this.#pending.length > 0) {
        const batch = this.#pending;
        this.#pending = [];
        return batch;
      }
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#onClose();
    this.#pending = [];
    this.#end = {};
    this.#wake?.();
  }
}
