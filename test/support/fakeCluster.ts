import type { ListerWatcher, Watch } from '../../extension/informer/listerWatcher.ts';
import type { WriteOptions, WriteRequest, WriteTransport } from '../../extension/controller/writeTransport.ts';
import { metaNamespaceKey, namespacedKey } from '../../extension/kube/key.ts';
import { isRecord, type KubeObject } from '../../extension/kube/object.ts';
import { formatResource, type GroupVersionResource } from '../../extension/kube/resource.ts';
import { ApiError } from '../../extension/kube/status.ts';
import type { WatchEvent } from '../../extension/kube/watchEvent.ts';
import { ScriptedWatch } from './scriptedListerWatcher.ts';

/** A server that stores what it is sent, and tells its watches: just enough for a controller to run against. */
export class FakeCluster implements WriteTransport {
  readonly writes: string[] = [];
  /** Answers the next write instead of the store. */
  failNext: Error | undefined;
  /** Watches are told later, by `deliver`: the cache lags behind. */
  lagging = false;
  readonly #objects = new Map<string, Map<string, KubeObject>>();
  readonly #watches = new Map<string, ScriptedWatch[]>();
  readonly #undelivered: (() => void)[] = [];
  #version = 100;

  listerWatcher(resource: GroupVersionResource): ListerWatcher {
    const id = formatResource(resource);
    return {
      list: () =>
        Promise.resolve({ kind: 'List', resourceVersion: String(this.#version), items: [...this.#stored(id).values()], bytes: 0 }),
      watch: (): Promise<Watch> => {
        const watch = new ScriptedWatch();
        this.#watches.set(id, [...(this.#watches.get(id) ?? []), watch]);
        return Promise.resolve(watch);
      },
    };
  }

  objects(resource: GroupVersionResource): KubeObject[] {
    return [...this.#stored(formatResource(resource)).values()];
  }

  /** Stores an object as somebody else's write would. */
  put(resource: GroupVersionResource, object: KubeObject): KubeObject {
    const id = formatResource(resource);
    const key = metaNamespaceKey(object);
    const exists = this.#stored(id).has(key);
    const rv = String(++this.#version);
    const stored = { ...object, metadata: { uid: `uid-${key}`, ...object.metadata, resourceVersion: rv } };
    this.#stored(id).set(key, stored);
    this.#tell(id, { type: exists ? 'MODIFIED' : 'ADDED', object: stored });
    return stored;
  }

  remove(resource: GroupVersionResource, key: string): void {
    const id = formatResource(resource);
    const object = this.#stored(id).get(key);
    if (!object) throw new Error(`${key} is not stored`);
    this.#stored(id).delete(key);
    this.#tell(id, { type: 'DELETED', object });
  }

  deliver(): void {
    this.lagging = false;
    for (const send of this.#undelivered.splice(0)) send();
  }

  async write(request: WriteRequest, { dryRun }: WriteOptions): Promise<KubeObject | undefined> {
    const { verb, resource, namespace, name, subresource, body } = request;
    const key = namespacedKey(namespace, name);
    this.writes.push(`${verb} ${resource.resource}${subresource ? `/${subresource}` : ''} ${key}${dryRun ? ' (dry run)' : ''}`);
    const failure = this.failNext;
    this.failNext = undefined;
    if (failure) throw failure;
    const stored = this.#stored(formatResource(resource)).get(key);
    if (verb === 'create' && stored) throw new ApiError({ code: 409, reason: 'AlreadyExists', message: 'already exists' });
    if (verb !== 'create' && verb !== 'apply' && !stored) throw new ApiError({ code: 404, reason: 'NotFound', message: 'not found' });
    if (verb === 'delete') {
      if (!dryRun) this.remove(resource, key);
      return undefined;
    }
    const object = verb === 'patch' || verb === 'apply' ? (merged(stored ?? {}, body) as KubeObject) : (body as KubeObject);
    return dryRun ? object : this.put(resource, object);
  }

  #stored(id: string): Map<string, KubeObject> {
    const stored = this.#objects.get(id) ?? new Map<string, KubeObject>();
    this.#objects.set(id, stored);
    return stored;
  }

  #tell(id: string, event: WatchEvent): void {
    const send = (): void => {
      for (const watch of this.#watches.get(id) ?? []) if (!watch.isClosed) watch.send(event);
    };
    if (this.lagging) this.#undelivered.push(send);
    else send();
  }
}

/** RFC 7396, enough of it for servers in tests. */
function merged(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return patch;
  const result: Record<string, unknown> = isRecord(target) ? { ...target } : {};
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete result[field];
    else result[field] = merged(result[field], value);
  }
  return result;
}
