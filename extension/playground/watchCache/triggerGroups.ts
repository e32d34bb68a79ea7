import type { StoredObject } from '../storage/storedObject.ts';
import type { Trigger } from './cacheEvent.ts';

/**
 * The objects of a resource by what they have in its trigger field (kubernetes `storage.IndexerFuncs`): where each node asks for its own pods,
 * not all pods are looked through for each node. Put together when somebody asks for the first time.
 */
export class TriggerGroups {
  readonly #trigger: Trigger;
  readonly #groups = new Map<string, Map<string, StoredObject>>();

  constructor(trigger: Trigger, objects: Iterable<StoredObject>) {
    this.#trigger = trigger;
    for (const stored of objects) this.#add(stored);
  }

  /** In the order of their keys. */
  of(value: string): readonly StoredObject[] {
    const group = this.#groups.get(value);
    return group ? [...group.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1)) : [];
  }

  /** @param before, after undefined: it was not there, or is not any more */
  replace(before: StoredObject | undefined, after: StoredObject | undefined): void {
    if (before && (!after || this.#valueOf(before) !== this.#valueOf(after))) this.#remove(before);
    if (after) this.#add(after);
  }

  #add(stored: StoredObject): void {
    const value = this.#valueOf(stored);
    const group = this.#groups.get(value) ?? new Map<string, StoredObject>();
    this.#groups.set(value, group.set(stored.key, stored));
  }

  #remove(stored: StoredObject): void {
    const value = this.#valueOf(stored);
    const group = this.#groups.get(value);
    group?.delete(stored.key);
    if (group?.size === 0) this.#groups.delete(value);
  }

  /** Nothing is kept with the object for that. */
  #valueOf({ object }: StoredObject): string {
    return this.#trigger.fieldsOf(object)[this.#trigger.field] ?? '';
  }
}
