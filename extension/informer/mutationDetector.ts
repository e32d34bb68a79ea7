import type { Clock } from '../base/clock.ts';
import { CodedError } from '../base/codedError.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Logger } from '../base/logger.ts';
import { changedPaths } from '../kube/changedPaths.ts';
import { parsedFields } from '../kube/keptFields.ts';
import type { KubeObject } from '../kube/object.ts';
import type { Probe } from '../trace/probe.ts';

/** How often objects are compared with their copies (M-03). */
const periodMs = 1000;

/** Half of the longest time for which an object is watched, and its shortest (M-04). */
const retainMs = 120_000;

/** Whoever holds an object of the cache has changed it; `data` says where. */
export class MutationError extends CodedError<'CacheModified', { readonly key: string; readonly paths: readonly string[] }> {
  override readonly name = 'MutationError';
}

export interface MutationDetectorOptions {
  /** Of the cache. */
  readonly name: string;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly probe: Probe;
  /** Hears of each object once. Default: the log; client-go ends the process instead (M-05, C-08). */
  readonly onMutation?: (error: MutationError) => void;
}

interface Watched {
  readonly key: string;
  readonly object: KubeObject;
  readonly copy: KubeObject;
  /** What was parsed of fields that are kept as text: it would be forgotten else, and a change of it with it. */
  readonly held: readonly unknown[];
}

/**
 * Finds objects of the cache that somebody changes, though they are shared (client-go `mutation_detector.go`): keeps a
 * copy of each object that is told of, and compares every second. Costs memory and time, so it is for tests and for
 * finding a culprit (M-06). An object is watched for two to four minutes.
 */
export class MutationDetector implements Disposable {
  readonly #options: MutationDetectorOptions;
  #current: Watched[] = [];
  #retained: Watched[] = [];
  #rotatedAt = 0;
  #timer: Disposable | undefined;

  constructor(options: MutationDetectorOptions) {
    this.#options = options;
  }

  /** How many objects are watched. */
  get size(): number {
    return this.#current.length + this.#retained.length;
  }

  /** Something is told of an object that is now in the cache (M-02). */
  addObject(key: string, object: KubeObject): void {
    this.#current.push({ key, object, copy: structuredClone(object), held: [parsedFields(object), parsedFields(object.metadata)] });
  }

  /** Compares now, and every second until it is disposed of (M-03). */
  start(): void {
    this.#rotatedAt = this.#options.clock.now();
    this.#tick();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#current = [];
    this.#retained = [];
  }

  #tick(): void {
    const { clock } = this.#options;
    this.#timer = clock.setTimer(periodMs, () => this.#tick());
    const now = clock.now();
    if (now - this.#rotatedAt > retainMs) {
      this.#retained = this.#current;
      this.#current = [];
      this.#rotatedAt = now;
    }
    this.#current = this.#current.filter((watched) => this.#isUnchanged(watched));
    this.#retained = this.#retained.filter((watched) => this.#isUnchanged(watched));
  }

  #isUnchanged({ key, object, copy }: Watched): boolean {
    const paths = changedPaths(copy, object);
    if (paths.length === 0) return true;
    const { name, logger, probe, onMutation } = this.#options;
    const rv = object.metadata.resourceVersion;
    probe.record({ kind: 'store.mutated', informer: name, key, ...(typeof rv === 'string' && { rv }), paths });
    const error = new MutationError('CacheModified', `cache ${name} modified: ${key} in ${paths.join(', ')}`, { key, paths });
    if (onMutation) onMutation(error);
    else logger.error('informer', `${error.message}. Objects of a cache are shared: copy one before you change it.`);
    return false;
  }
}
