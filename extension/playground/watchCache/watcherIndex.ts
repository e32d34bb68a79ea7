import type { StoredObject } from '../storage/storedObject.ts';
import type { CacheEvent, Trigger } from './cacheEvent.ts';
import type { CacheWatcher } from './cacheWatcher.ts';

export interface WatcherIndexOptions {
  /** Of the resource: `/registry/pods/`. */
  readonly prefix: string;
  readonly trigger: Trigger | undefined;
  /** False: every watcher is asked about every event. */
  readonly enabled: boolean;
}

/**
 * The watchers of a resource, found by what an event may concern: those who ask for one value of the trigger field by
 * that value, all others by the namespace and the name that they ask for, if any.
 */
export class WatcherIndex {
  readonly #options: WatcherIndexOptions;
  readonly #all = new Set<CacheWatcher>();
  readonly #byTrigger = new Map<string, Set<CacheWatcher>>();
  readonly #byScope = new Map<string, Set<CacheWatcher>>();

  constructor(options: WatcherIndexOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): Iterator<CacheWatcher> {
    return this.#all.values();
  }

  add(watcher: CacheWatcher): void {
    this.#all.add(watcher);
    const { groups, key } = this.#placeOf(watcher);
    const group = groups.get(key) ?? new Set();
    groups.set(key, group.add(watcher));
  }

  delete(watcher: CacheWatcher): void {
    this.#all.delete(watcher);
    const { groups, key } = this.#placeOf(watcher);
    const group = groups.get(key);
    group?.delete(watcher);
    if (group?.size === 0) groups.delete(key);
  }

  /** Whom an event may concern, each once. */
  concernedBy(event: CacheEvent): readonly CacheWatcher[] {
    if (this.#all.size === 0) return [];
    const [group, ...others] = this.#options.enabled ? this.#groupsFor(event) : [this.#all];
    // Nearly always all of one group: it is copied in one go.
    const concerned = [...(group ?? [])];
    for (const other of others) concerned.push(...other);
    return concerned;
  }

  #groupsFor(event: CacheEvent): Set<CacheWatcher>[] {
    const triggers = this.#byTrigger.size > 0 ? [...this.#triggerValues(event)].map((value) => this.#byTrigger.get(value)) : [];
    const { namespace, name } = this.#scopeOf(event.key);
    const scopes = [scopeKey('', ''), scopeKey('', name), ...(namespace === '' ? [] : [scopeKey(namespace, ''), scopeKey(namespace, name)])];
    return [...triggers, ...scopes.map((scope) => this.#byScope.get(scope))].filter((group) => group !== undefined);
  }

  #placeOf({ filter }: CacheWatcher): { readonly groups: Map<string, Set<CacheWatcher>>; readonly key: string } {
    if (this.#options.trigger && filter.trigger !== undefined) return { groups: this.#byTrigger, key: filter.trigger };
    const namespace = filter.prefix.slice(this.#options.prefix.length, -1);
    return { groups: this.#byScope, key: scopeKey(namespace, filter.name ?? '') };
  }

  #triggerValues({ current, previous }: CacheEvent): Set<string> {
    const { field, fieldsOf } = this.#options.trigger!;
    const valueOf = (stored: StoredObject): string => stored.fields(fieldsOf)[field] ?? '';
    return new Set([current, previous].filter((stored) => stored !== undefined).map(valueOf));
  }

  #scopeOf(key: string): { readonly namespace: string; readonly name: string } {
    const rest = key.slice(this.#options.prefix.length);
    const slash = rest.indexOf('/');
    return { namespace: rest.slice(0, Math.max(0, slash)), name: rest.slice(slash + 1) };
  }
}

function scopeKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}
