import { type Disposable, DisposableStore } from '../../../base/disposable.ts';
import type { PolicyRule, Role, RoleBinding } from '../../registry/rbacShapes.ts';
import { storagePrefix } from '../../registry/resourceDefinition.ts';
import { clusterRoleBindings, roleBindings } from '../../registry/resources/roleBindings.ts';
import { clusterRoles, roles } from '../../registry/resources/roles.ts';
import type { Storage } from '../../storage/storage.ts';
import type { StoredObject } from '../../storage/storedObject.ts';
import type { UserInfo } from '../userInfo.ts';
import { type Grant, groupKey, roleKey, subjectKey, userKey } from './grant.ts';

const prefixes = {
  roles: [clusterRoles, roles].map(storagePrefix),
  bindings: [clusterRoleBindings, roleBindings].map(storagePrefix),
};
const none: readonly Grant[] = [];

/** What there is of roles and bindings, found by who somebody is and where: as much work for a request as that user has bindings. */
export class RoleIndex implements Disposable {
  readonly #owned = new DisposableStore();
  readonly #storage: Storage;
  readonly #rules = new Map<string, readonly PolicyRule[]>();
  /** By subject, and by namespace; that of bindings of the whole cluster is empty. */
  readonly #grants = new Map<string, Map<string, Grant[]>>();
  readonly #bindings = new Map<string, RoleBinding>();

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#owned.add(storage.onCommit(({ type, key, current }) => this.#take(key, type === 'DELETED' ? undefined : current)));
    this.#owned.add(storage.onRewind(() => this.#readAll()));
    this.#readAll();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** The rules of a role by where it is stored; undefined when it is not there. */
  rulesOf(role: string): readonly PolicyRule[] | undefined {
    return this.#rules.get(role);
  }

  /** What somebody was given in the whole cluster (an empty namespace), or in a namespace alone. */
  *grantsOf({ name, groups }: UserInfo, namespace: string): Generator<Grant> {
    yield* this.#grants.get(userKey(name))?.get(namespace) ?? none;
    for (const group of groups) yield* this.#grants.get(groupKey(group))?.get(namespace) ?? none;
  }

  #readAll(): void {
    this.#rules.clear();
    this.#grants.clear();
    this.#bindings.clear();
    for (const prefix of [...prefixes.roles, ...prefixes.bindings]) for (const stored of this.#storage.range(prefix).items) this.#take(stored.key, stored);
  }

  #take(key: string, stored: StoredObject | undefined): void {
    if (prefixes.roles.some((prefix) => key.startsWith(prefix))) this.#takeRole(key, stored?.object as Role | undefined);
    else if (prefixes.bindings.some((prefix) => key.startsWith(prefix))) this.#takeBinding(key, stored?.object as RoleBinding | undefined);
  }

  #takeRole(key: string, role: Role | undefined): void {
    if (role) this.#rules.set(key, role.rules ?? []);
    else this.#rules.delete(key);
  }

  #takeBinding(key: string, binding: RoleBinding | undefined): void {
    const old = this.#bindings.get(key);
    if (old) for (const subject of old.subjects ?? []) this.#forget(subject, old);
    this.#bindings.delete(key);
    if (!binding) return;
    this.#bindings.set(key, binding);
    const { namespace = '' } = binding.metadata;
    const role = roleKey(binding.roleRef, namespace);
    for (const subject of binding.subjects ?? []) {
      const places = getOrAdd(this.#grants, subjectKey(subject, namespace), () => new Map<string, Grant[]>());
      getOrAdd(places, namespace, () => []).push({ binding, subject, role });
    }
  }

  #forget(subject: Grant['subject'], binding: RoleBinding): void {
    const { namespace = '' } = binding.metadata;
    const key = subjectKey(subject, namespace);
    const places = this.#grants.get(key);
    const left = places?.get(namespace)?.filter((grant) => grant.binding !== binding) ?? [];
    if (left.length > 0) places?.set(namespace, left);
    else places?.delete(namespace);
    if (places?.size === 0) this.#grants.delete(key);
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
