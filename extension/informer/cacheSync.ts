import { orAborted } from '../base/abort.ts';
import { type Clock, sleep } from '../base/clock.ts';
import { CodedError, messageOf } from '../base/codedError.ts';

/** How often it is looked (S-11). */
const pollMs = 100;

/** Something that is done once and for all, told by a signal instead of by being asked (client-go `DoneChecker`). */
export interface DoneChecker {
  readonly name: string;
  /** Resolves to true when it is done, to false when it never will be. */
  readonly done: Promise<boolean>;
  isDone(): boolean;
}

/** Asks every 100 ms, at once first; true when all say yes in one pass, false when `signal` aborts before. */
export async function waitForCacheSync(clock: Clock, signal: AbortSignal, ...hasSynced: readonly (() => boolean)[]): Promise<boolean> {
  while (!signal.aborted) {
    if (hasSynced.every((asked) => asked())) return true;
    await sleep(clock, pollMs, signal);
  }
  return false;
}

/** Waits without asking. One that is done in the very moment of the abort counts as done. */
export async function waitFor(signal: AbortSignal, ...checkers: readonly DoneChecker[]): Promise<boolean> {
  await orAborted(Promise.all(checkers.map(({ done }) => done)), signal);
  return checkers.every((checker) => checker.isDone());
}

/** Some did not sync in time: `data` holds their names. */
export class CacheSyncError extends CodedError<'CacheSync', readonly string[]> {
  override readonly name = 'CacheSyncError';
}

/** What became of a wait for several informers (client-go `SyncResult`, S-12). */
export class SyncResult {
  /** By the informer's name in the trace. */
  readonly synced: ReadonlyMap<string, boolean>;
  /** Why the wait was given up; undefined when it was not. */
  readonly cause: unknown;

  constructor(synced: ReadonlyMap<string, boolean>, cause: unknown) {
    this.synced = synced;
    this.cause = cause;
  }

  get allSynced(): boolean {
    return [...this.synced.values()].every(Boolean);
  }

  /** Undefined when all have synced. Names those that have not, sorted. */
  asError(): CacheSyncError | undefined {
    if (this.allSynced) return undefined;
    const missing = [...this.synced].flatMap(([name, synced]) => (synced ? [] : [name])).toSorted();
    const because = this.cause === undefined ? '' : `: ${messageOf(this.cause)}`;
    return new CacheSyncError('CacheSync', `failed to sync the caches of ${missing.join(', ')}${because}`, missing, { cause: this.cause });
  }
}
