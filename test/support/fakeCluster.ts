import type { ListerWatcher, Watch } from '../../extension/informer/listerWatcher.ts';
import type { WriteOptions, WriteTransport } from '../../extension/controller/writeTransport.ts';
import { metaNamespaceKey } from '../../extension/kube/key.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
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

  async create(resource: GroupVersionResource, _namespace: string | undefined, object: KubeObject, options: WriteOptions): Promise<KubeObject> {
    this.#note('create', resource, metaNamespaceKey(object), options);
    if (this.#stored(formatResource(resource)).has(metaNamespaceKey(object))) {
      throw new ApiError({ code: 409, reason: 'AlreadyExists', message: 'already exists' });
    }
    return options.dryRun ? object : this.put(resource, object);
  }

  async update(resource: GroupVersionResource, _ns: string | undefined, _name: string, object: KubeObject, options: WriteOptions): Promise<KubeObject> {
    this.#note('update', resource, metaNamespaceKey(object), options);
    return options.dryRun ? object : this.put(resource, object);
  }

  async patch(resource: GroupVersionResource, namespace: string | undefined, name: string, patch: unknown, _type: string, options: WriteOptions): Promise<KubeObject> {
    const key = namespace ? `${namespace}/${name}` : name;
    this.#note('patch', resource, key, options);
    const stored = this.#stored(formatResource(resource)).get(key);
    if (!stored) throw new ApiError({ code: 404, reason: 'NotFound', message: 'not found' });
    const spec = { ...(stored['spec'] as object), ...(patch as { spec?: object }).spec };
    return options.dryRun ? stored : this.put(resource, { ...stored, spec });
  }

  async delete(resource: GroupVersionResource, namespace: string | undefined, name: string, options: WriteOptions): Promise<void> {
    const key = namespace ? `${namespace}/${name}` : name;
    this.#note('delete', resource, key, options);
    if (!options.dryRun) this.remove(resource, key);
  }

  #stored(id: string): Map<string, KubeObject> {
    const stored = this.#objects.get(id) ?? new Map<string, KubeObject>();
    this.#objects.set(id, stored);
    return stored;
  }

  #note(verb: string, { resource }: GroupVersionResource, key: string, { dryRun }: WriteOptions): void {
    this.writes.push(`${verb} ${resource} ${key}${dryRun ? ' (dry run)' : ''}`);
    const failure = this.failNext;
    this.failNext = undefined;
    if (failure) throw failure;
  }

  #tell(id: string, event: WatchEvent): void {
    const send = (): void => {
      for (const watch of this.#watches.get(id) ?? []) if (!watch.isClosed) watch.send(event);
    };
    if (this.lagging) this.#undelivered.push(send);
    else send();
  }
}
