import type { WriteAnswer, WriteOptions, WriteRequest, WriteTransport } from '../../extension/controller/writeTransport.ts';
import type { ListerWatcher, Watch } from '../../extension/informer/listerWatcher.ts';
import { metaNamespaceKey, namespacedKey } from '../../extension/kube/key.ts';
import { isRecord, type KubeObject } from '../../extension/kube/object.ts';
import { formatResource, type GroupVersionResource } from '../../extension/kube/resource.ts';
import { ApiError } from '../../extension/kube/status.ts';
import type { WatchEvent } from '../../extension/kube/watchEvent.ts';
import { errorEvent } from './objects.ts';
import { ScriptedWatch } from './scriptedListerWatcher.ts';

interface Change {
  readonly version: number;
  readonly id: string;
  readonly event: WatchEvent;
}

/** A server that stores what it is sent, and tells its watches, from any version on: just enough for a controller to run against. */
export class FakeCluster implements WriteTransport {
  readonly writes: string[] = [];
  /** Answers the next write instead of the store. */
  failNext: Error | undefined;
  /** Watches are told later, by `deliver`: the cache lags behind. */
  lagging = false;
  /** Nobody may do anything any more. */
  forbidden = false;
  readonly #objects = new Map<string, Map<string, KubeObject>>();
  readonly #watches = new Map<string, ScriptedWatch[]>();
  readonly #history: Change[] = [];
  readonly #undelivered: (() => void)[] = [];
  readonly #creations = new Map<string, number>();
  #version = 100;
  #generated = 0;
  #compacted = 0;

  listerWatcher(resource: GroupVersionResource): ListerWatcher {
    const id = formatResource(resource);
    return {
      list: async () => {
        this.#refuseIfForbidden();
        return { kind: 'List', resourceVersion: String(this.#version), items: [...this.#stored(id).values()], bytes: 0 };
      },
      watch: async ({ resourceVersion }): Promise<Watch> => {
        this.#refuseIfForbidden();
        const watch = new ScriptedWatch();
        if (Number(resourceVersion) < this.#compacted) return watch.send(errorEvent(410, 'Expired')).end();
        this.#watches.set(id, [...(this.#watches.get(id) ?? []), watch]);
        const missed = this.#history.filter((change) => change.id === id && change.version > Number(resourceVersion));
        for (const { event } of missed) this.#send(() => watch.send(event));
        return watch;
      },
    };
  }

  async get(resource: GroupVersionResource, namespace: string | undefined, name: string): Promise<KubeObject> {
    this.#refuseIfForbidden();
    const object = this.object(resource, namespacedKey(namespace, name));
    if (object) return object;
    throw new ApiError({ code: 404, reason: 'NotFound', message: 'not found' });
  }

  object(resource: GroupVersionResource, key: string): KubeObject | undefined {
    return this.#stored(formatResource(resource)).get(key);
  }

  objects(resource: GroupVersionResource): KubeObject[] {
    return [...this.#stored(formatResource(resource)).values()];
  }

  /** Stores an object as somebody else's write would. */
  put(resource: GroupVersionResource, object: KubeObject): KubeObject {
    const id = formatResource(resource);
    const key = metaNamespaceKey(object);
    const existing = this.#stored(id).get(key);
    const { uid = existing?.metadata.uid ?? this.#newUid(id, key) } = object.metadata;
    const generation = (existing?.metadata.generation ?? 0) + (existing && JSON.stringify(existing['spec']) === JSON.stringify(object['spec']) ? 0 : 1);
    const stored = { ...object, metadata: { ...object.metadata, uid, generation, resourceVersion: String(++this.#version) } };
    this.#stored(id).set(key, stored);
    this.#tell(id, { type: existing ? 'MODIFIED' : 'ADDED', object: stored });
    return stored;
  }

  /** @returns its last state, with the version of its deletion */
  remove(resource: GroupVersionResource, key: string): KubeObject {
    const id = formatResource(resource);
    const object = this.#stored(id).get(key);
    if (!object) throw new Error(`${key} is not stored`);
    this.#stored(id).delete(key);
    const deleted = { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.#version) } };
    this.#tell(id, { type: 'DELETED', object: deleted });
    return deleted;
  }

  deliver(): void {
    this.lagging = false;
    for (const send of this.#undelivered.splice(0)) send();
  }

  /** Ends every watch; what was still under way to it is lost with it. */
  dropWatches(): void {
    this.#undelivered.length = 0;
    for (const watches of this.#watches.values()) for (const watch of watches.splice(0)) watch.end();
  }

  /** Forgets what has been: a watch from before now is refused, so that it takes a list again. */
  compact(): void {
    this.#history.length = 0;
    this.#compacted = this.#version;
  }

  /** Nothing of what the tests write is secret. */
  masked({ body }: WriteRequest): unknown {
    return body;
  }

  async write(request: WriteRequest, options: WriteOptions): Promise<WriteAnswer> {
    const { resource, namespace, name } = request;
    const isThere = this.#stored(formatResource(resource)).has(namespacedKey(namespace, name));
    const object = this.#write(request, options);
    return { code: isThere ? 200 : 201, ...(object && { object }) };
  }

  #write(request: WriteRequest, { dryRun }: WriteOptions): KubeObject | undefined {
    const { verb, resource, namespace, name, subresource, body } = request;
    const key = namespacedKey(namespace, name);
    this.writes.push(`${verb} ${resource.resource}${subresource ? `/${subresource}` : ''} ${key}${dryRun ? ' (dry run)' : ''}`);
    this.#refuseIfForbidden();
    const failure = this.failNext;
    this.failNext = undefined;
    if (failure) throw failure;
    const stored = this.#stored(formatResource(resource)).get(key);
    if (verb === 'create' && stored) throw new ApiError({ code: 409, reason: 'AlreadyExists', message: 'already exists' });
    if (verb !== 'create' && verb !== 'apply' && !stored) throw new ApiError({ code: 404, reason: 'NotFound', message: 'not found' });
    if (verb === 'delete') return this.#delete(resource, key, stored!, dryRun);
    if (Array.isArray(body)) return tested(stored!, body as readonly JsonPatchTest[]);
    const object = verb === 'patch' || verb === 'apply' ? (merged(stored ?? {}, body) as KubeObject) : this.#named(body as KubeObject);
    const { resourceVersion } = object.metadata;
    if (verb === 'update' && resourceVersion && resourceVersion !== stored!.metadata.resourceVersion) {
      throw new ApiError({ code: 409, reason: 'Conflict', message: 'the object has been modified' });
    }
    // What changes nothing is not stored again.
    if (dryRun || (stored && JSON.stringify(stored) === JSON.stringify(object))) return object;
    const written = this.put(resource, object);
    if (written.metadata.deletionTimestamp && !written.metadata.finalizers?.length) this.remove(resource, key);
    return written;
  }

  /** With the name that a server makes up where only its beginning is given. */
  #named(object: KubeObject): KubeObject {
    const { name, generateName } = object.metadata;
    return name || !generateName ? object : { ...object, metadata: { ...object.metadata, name: `${generateName}${++this.#generated}` } };
  }

  #delete(resource: GroupVersionResource, key: string, stored: KubeObject, dryRun: boolean): KubeObject | undefined {
    const held = Boolean(stored.metadata.finalizers?.length);
    if (held && !dryRun) return this.put(resource, { ...stored, metadata: { ...stored.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
    if (!dryRun) this.remove(resource, key);
    return undefined;
  }

  #newUid(id: string, key: string): string {
    const creations = (this.#creations.get(`${id} ${key}`) ?? 0) + 1;
    this.#creations.set(`${id} ${key}`, creations);
    return `uid-${key}${creations === 1 ? '' : `-${creations}`}`;
  }

  #stored(id: string): Map<string, KubeObject> {
    const stored = this.#objects.get(id) ?? new Map<string, KubeObject>();
    this.#objects.set(id, stored);
    return stored;
  }

  #tell(id: string, event: WatchEvent): void {
    this.#history.push({ version: this.#version, id, event });
    const watches = [...(this.#watches.get(id) ?? [])];
    this.#send(() => {
      for (const watch of watches) if (!watch.isClosed) watch.send(event);
    });
  }

  #send(send: () => void): void {
    if (this.lagging) this.#undelivered.push(send);
    else send();
  }

  #refuseIfForbidden(): void {
    if (this.forbidden) throw new ApiError({ code: 403, reason: 'Forbidden', message: 'forbidden' });
  }
}

interface JsonPatchTest {
  readonly op: 'test';
  readonly path: string;
  readonly value: unknown;
}

/** RFC 6902, of which nothing but questions is asked here. @throws ApiError 422 when one of them is answered with no */
function tested(stored: KubeObject, operations: readonly JsonPatchTest[]): KubeObject {
  for (const { op, path, value } of operations) {
    if ((op as string) !== 'test') throw new Error(`this server knows no JSON patch ${op as string}`);
    const found = path.split('/').slice(1).reduce<unknown>((at, field) => (at as Record<string, unknown> | undefined)?.[field], stored);
    if (JSON.stringify(found) !== JSON.stringify(value)) throw new ApiError({ code: 422, reason: 'Invalid', message: `testing path ${path} failed` });
  }
  return stored;
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
