import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { isOfTree } from '../treeHandler.ts';

/** How long a change is a recent one. */
export const recentMs = 5000;
/** How often those are let go that no longer are. */
const tickMs = 1000;
/** Of one informer the newest so many are known: nobody sees more rows at once. */
const most = 2000;

/** What has just become of an object, as the tree was told. */
export type RecentChange = 'added' | 'changed' | 'deleted' | 'lostSight';

export interface ObjectPlace {
  readonly informer: string;
  readonly key: string;
}

interface Noted {
  readonly change: RecentChange;
  /** On the clock. */
  readonly at: number;
}

/**
 * Which objects have just changed, folded from what the handler of the tree is told, so that it stands still with it. Constant work for each entry, and one timer for all, which
 * runs only while there is something to let go.
 */
export class RecentChanges implements Disposable {
  readonly #clock: Clock;
  readonly #expired: (places: readonly ObjectPlace[]) => void;
  /** By informer and key, in the order in which they changed. */
  readonly #changes = new Map<string, Map<string, Noted>>();
  #timer: Disposable | undefined;

  /** @param expired told of those that are recent no more */
  constructor(clock: Clock, expired: (places: readonly ObjectPlace[]) => void) {
    this.#clock = clock;
    this.#expired = expired;
  }

  of({ informer, key }: ObjectPlace): RecentChange | undefined {
    return this.#changes.get(informer)?.get(key)?.change;
  }

  note(entry: TraceEntry): void {
    const change = changeOf(entry);
    if (change === undefined || entry.informer === undefined || entry.key === undefined) return;
    let keys = this.#changes.get(entry.informer);
    if (!keys) this.#changes.set(entry.informer, (keys = new Map()));
    const before = keys.get(entry.key)?.change;
    keys.delete(entry.key); // it is the newest now
    keys.set(entry.key, { change: before === 'added' && change === 'changed' ? 'added' : change, at: this.#clock.now() });
    if (keys.size > most) keys.delete(keys.keys().next().value!);
    this.#timer ??= this.#clock.setTimer(tickMs, () => this.#tick());
  }

  clear(): void {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#changes.clear();
  }

  dispose(): void {
    this.clear();
  }

  #tick(): void {
    const before = this.#clock.now() - recentMs;
    const expired: ObjectPlace[] = [];
    for (const [informer, keys] of this.#changes) {
      for (const [key, { at }] of keys) {
        if (at > before) break;
        keys.delete(key);
        expired.push({ informer, key });
      }
      if (keys.size === 0) this.#changes.delete(informer);
    }
    this.#timer = this.#changes.size > 0 ? this.#clock.setTimer(tickMs, () => this.#tick()) : undefined;
    if (expired.length > 0) this.#expired(expired);
  }
}

/** Undefined of what tells of nothing new: a first list, a resync, a relist that found the same. */
function changeOf(entry: TraceEntry): RecentChange | undefined {
  switch (entry.kind) {
    case 'handler.add':
      return isOfTree(entry) && !entry.isInInitialList ? 'added' : undefined;
    case 'handler.update':
      return isOfTree(entry) && entry.resync !== true && entry.old !== entry.rv ? 'changed' : undefined;
    case 'handler.delete':
      if (!isOfTree(entry)) return undefined;
      return entry.tombstone === true ? 'lostSight' : 'deleted';
    default:
      return undefined;
  }
}
