import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { type ExpressionFault, expressionFaultOf } from '../../base/expressionError.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { IndexFunc, ReadonlyIndexer } from '../../informer/indexer.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { ShownKeys } from '../shownKeys.ts';
import type { TreeFilter } from './treeFilter.ts';

/** An object for which an expression has no answer. */
export interface FilterFailure {
  readonly key: string;
  readonly why: ExpressionFault;
}

export interface FilteredKeysOptions {
  readonly indexer: ReadonlyIndexer;
  readonly filter: TreeFilter;
  readonly clock: Clock;
  readonly valuesOf: IndexFunc;
  /** Told once, when all have been looked at; those that changed last may have to be again. */
  readonly whole: () => void;
  /** Told after that of a key that the filter lets through under other values than before: of none before, or of none now. */
  readonly moved: (key: string, before: readonly string[], after: readonly string[]) => void;
  /** Told each time when some have been looked at. */
  readonly looked: () => void;
}

/**
 * The keys of a cache that a filter lets through, by the values of an index. They are kept up key by key: all are looked at once, and then one that changes
 * is looked at again, and no other. That happens in later turns and in slices, so that neither many keys nor an expression that takes its time hold anybody up,
 * and a key that changes often is looked at as it is then. What is asked is always the cache as it is, so it comes out right whatever was told, and in what order.
 */
export class FilteredKeys implements ShownKeys, Disposable {
  readonly #options: FilteredKeysOptions;
  /** Those that are let through, with the values under which they stand. */
  readonly #accepted = new Map<string, readonly string[]>();
  readonly #byValue = new Map<string, Set<string>>();
  /** Those for which it has no answer, and why. */
  readonly #failures = new Map<string, ExpressionFault>();
  /** Those that were there when it began, up to where they have been looked at; undefined: all have been. */
  #first: { readonly keys: readonly string[]; at: number } | undefined;
  /** Those that have changed since they were looked at, or since it began. */
  readonly #changed = new Set<string>();
  /** Values of an object that has one, each list once. */
  readonly #single = new Map<string, readonly string[]>();
  #start: Disposable | undefined;
  #isLooking = false;
  #isDisposed = false;

  constructor(options: FilteredKeysOptions) {
    this.#options = options;
    this.#first = { keys: options.indexer.listKeys(), at: 0 };
    this.#lookLater();
  }

  /** Keys that are let through. */
  get size(): number {
    return this.#accepted.size;
  }

  /** Keys that have not been looked at since they changed. */
  get pending(): number {
    if (!this.#first) return this.#changed.size;
    // One that has changed may be among those that are left.
    const { keys, at } = this.#first;
    return Math.min(keys.length - at + this.#changed.size, Math.max(this.#options.indexer.size, this.#changed.size));
  }

  /** For so many objects it has no answer; they count as not let through. */
  get failed(): number {
    return this.#failures.size;
  }

  /** One of them, and why. */
  get failure(): FilterFailure | undefined {
    const [first] = this.#failures;
    return first && { key: first[0], why: first[1] };
  }

  has(key: string): boolean {
    return this.#accepted.has(key);
  }

  values(): Iterable<string> {
    return this.#byValue.keys();
  }

  keysOf(value: string): ReadonlySet<string> {
    return this.#byValue.get(value) ?? none;
  }

  /** The values under which a key stands. */
  valuesOf(key: string): readonly string[] {
    return this.#accepted.get(key) ?? noValues;
  }

  /** The key has changed, or gone. */
  changed(key: string): void {
    this.#changed.add(key);
    this.#lookLater();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#start?.dispose();
    this.#first = undefined;
    this.#changed.clear();
  }

  #lookLater(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#start = this.#options.clock.defer(() => void this.#lookAtPending());
  }

  async #lookAtPending(): Promise<void> {
    const slice = new TimeSlice(this.#options.clock, 'large');
    for (const key of this.#toLookAt()) {
      this.#lookAt(key);
      if (!slice.isSpent()) continue;
      this.#options.looked();
      await slice.rest();
      if (this.#isDisposed) return;
    }
    this.#isLooking = false;
    this.#options.looked();
  }

  /** As long as there are any, also those that come to be meanwhile. */
  *#toLookAt(): Generator<string, void> {
    if (this.#first) {
      for (const key of this.#first.keys) {
        this.#first.at++;
        this.#changed.delete(key);
        yield key;
      }
      // Those that have changed since then, once: in a flood there may be some always.
      yield* this.#changedOf([...this.#changed]);
      this.#first = undefined;
      this.#options.whole();
    }
    yield* this.#changedOf(this.#changed);
  }

  *#changedOf(keys: Iterable<string>): Generator<string, void> {
    for (const key of keys) {
      this.#changed.delete(key);
      yield key;
    }
  }

  #lookAt(key: string): void {
    const object = this.#options.indexer.get(key);
    const isAccepted = object !== undefined && this.#accepts(key, object);
    if (!object) this.#failures.delete(key);
    const before = this.#accepted.get(key);
    const after = isAccepted ? this.#once(this.#options.valuesOf(object)) : undefined;
    if (after === before) return;
    for (const value of before ?? noValues) if (!after?.includes(value)) this.#remove(value, key);
    for (const value of after ?? noValues) if (!before?.includes(value)) this.#put(value, key);
    if (after) this.#accepted.set(key, after);
    else this.#accepted.delete(key);
    if (!this.#first) this.#options.moved(key, before ?? noValues, after ?? noValues);
  }

  #accepts(key: string, object: KubeObject): boolean {
    try {
      const isAccepted = this.#options.filter.accepts(key, object);
      this.#failures.delete(key);
      return isAccepted;
    } catch (error) {
      this.#failures.set(key, expressionFaultOf(error));
      return false;
    }
  }

  /** Most objects have one value, and share it with many. */
  #once(values: readonly string[]): readonly string[] {
    if (values.length !== 1) return values;
    const known = this.#single.get(values[0]!);
    if (!known) this.#single.set(values[0]!, values);
    return known ?? values;
  }

  #put(value: string, key: string): void {
    const keys = this.#byValue.get(value);
    if (keys) keys.add(key);
    else this.#byValue.set(value, new Set([key]));
  }

  #remove(value: string, key: string): void {
    const keys = this.#byValue.get(value);
    if (!keys?.delete(key) || keys.size > 0) return;
    this.#byValue.delete(value);
    this.#single.delete(value);
  }
}

const none: ReadonlySet<string> = new Set();
const noValues: readonly string[] = [];
