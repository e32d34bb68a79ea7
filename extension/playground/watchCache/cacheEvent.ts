import type { StorageEvent } from '../storage/storage.ts';
import { type FieldsOf, StoredObject } from '../storage/storedObject.ts';

/** What the watch cache keeps of one change. Labels and fields of both objects are kept with them. */
export class CacheEvent {
  /** The clock's time at which the cache learnt of it. */
  readonly time: number;
  readonly #event: StorageEvent;
  #departed: StoredObject | undefined;
  /** As which it was sent last: to most watchers it is the same. */
  #frame: ObjectFrame | undefined;

  constructor(event: StorageEvent, time: number) {
    this.time = time;
    this.#event = event;
  }

  get type(): StorageEvent['type'] {
    return this.#event.type;
  }

  get key(): string {
    return this.#event.key;
  }

  get revision(): number {
    return this.#event.revision;
  }

  /** After the change; undefined when it was a deletion. */
  get current(): StoredObject | undefined {
    return this.#event.type === 'DELETED' ? undefined : this.#event.current;
  }

  get previous(): StoredObject | undefined {
    return this.#event.previous;
  }

  /** The previous object with this event's version: what a watcher is sent when the object leaves its view. */
  get departed(): StoredObject {
    if (this.#event.type === 'DELETED') return this.#event.current;
    return (this.#departed ??= new StoredObject(this.key, this.revision, (this.#event.previous ?? this.#event.current).object));
  }

  /** What those are sent to whom it is that: one frame for all of them, as long as nobody is sent another. */
  frame(type: ObjectFrame['type']): ObjectFrame {
    if (this.#frame?.type !== type) this.#frame = { type, stored: type === 'DELETED' ? this.departed : this.current! };
    return this.#frame;
  }
}

export interface ObjectFrame {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly stored: StoredObject;
}

/** One line of a watch stream, before it is encoded. */
export type WatchFrame =
  | ObjectFrame
  | { readonly type: 'BOOKMARK'; readonly version: number; readonly initialEventsEnd: boolean };

/** Which objects a list or watch is about. */
export interface ObjectFilter {
  /** Begins with the resource's own prefix; narrower for a namespace. */
  readonly prefix: string;
  readonly matches: (stored: StoredObject) => boolean;
  /** The one name that all objects have that pass; absent: any. */
  readonly name?: string;
  /** The one value of the resource's trigger field that all objects have that pass; absent: any. */
  readonly trigger?: string;
}

/** By which field of a resource its watchers are told apart, where there is one: `spec.nodeName` of pods. */
export interface Trigger {
  readonly field: string;
  readonly fieldsOf: FieldsOf;
}

export function passes(filter: ObjectFilter, stored: StoredObject | undefined): stored is StoredObject {
  return stored !== undefined && stored.key.startsWith(filter.prefix) && filter.matches(stored);
}

/** What a change is to one watcher; undefined when it is nothing to it. */
export function frameFor(event: CacheEvent, filter: ObjectFilter): ObjectFrame | undefined {
  const before = passes(filter, event.previous);
  if (passes(filter, event.current)) return event.frame(before ? 'MODIFIED' : 'ADDED');
  return before ? event.frame('DELETED') : undefined;
}
