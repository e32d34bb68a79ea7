import { orAborted } from '../../base/abort.ts';
import { type Clock, sleep } from '../../base/clock.ts';
import type { Event } from '../../base/emitter.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import type { ListerWatcher } from '../../informer/listerWatcher.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { type CacheDifference, type DifferenceKind, differenceKinds, Judge, type Meanwhile, type Undecided, type VerifiedInformer } from './cacheDifference.ts';
import { type ListedServer, listServer, type ListProgress } from './listServer.ts';

/** Differences that are kept; their true numbers are told beside them. */
const keptDifferences = 200;
/** How often it is looked whether the watch has caught up. */
const lookMs = 100;
/** How long it may take: a server that has nothing to tell sends a bookmark about once a minute. */
const settleMs = 75_000;
/** Deletions that are remembered while a list is under way. */
const maxDeletions = 100_000;

export interface VerifyCacheOptions {
  /** Its name in the trace. */
  readonly informer: string;
  readonly cache: VerifiedInformer;
  /** Of the informer's resource and scope; held back by the rate limit as any other. */
  readonly listerWatcher: ListerWatcher;
  readonly onEntry: Event<TraceEntry>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: VerifyProgress) => void;
}

export type VerifyProgress =
  | ({ readonly phase: 'listing' } & ListProgress)
  | { readonly phase: 'comparing'; readonly objects: number }
  /** For the watch to come as far as the list. */
  | { readonly phase: 'waiting'; readonly undecided: number; readonly why: Undecided; readonly version: string };

/** What came of comparing a cache with its server. */
export interface CacheVerification {
  readonly outcome: 'same' | 'differs' | 'undecided';
  /** Of the list. */
  readonly version: string;
  readonly objects: number;
  readonly pages: number;
  readonly bytes: number;
  /** Keys that differed only because something happened after the list. */
  readonly changedSince: number;
  /** By key, bounded. */
  readonly differences: readonly CacheDifference[];
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  /** What could not be decided; by key, bounded like the differences. */
  readonly undecided: { readonly count: number; readonly why: Undecided; readonly differences: readonly CacheDifference[] } | undefined;
  /** It was stopped while it waited for the watch: what is undecided might have been decided later. */
  readonly stopped: boolean;
  readonly tookMs: number;
}

/**
 * Compares a cache with a fresh list of its server by key, UID and version. Reads only. What happens meanwhile is no difference: an object that has
 * changed after the list is told by its version, one that was deleted by the trace, and what is on its way by how far the watch has come.
 * @throws what the list throws; the signal's reason when it aborts before there is something to compare
 */
export async function verifyCache(options: VerifyCacheOptions): Promise<CacheVerification> {
  const { informer, cache, listerWatcher, clock, signal, onProgress } = options;
  const started = clock.now();
  const deleted = new Map<string, string>();
  const meanwhile = { deleted, replaced: false };
  const subscription = options.onEntry((entry) => {
    if (entry.informer !== informer) return;
    if (entry.kind === 'store.replace') meanwhile.replaced = true;
    else if (entry.kind === 'store.delete' && deleted.size < maxDeletions) deleted.set(entry.key, entry.tombstone ? '' : (entry.rv ?? ''));
  });
  try {
    const server = await orAborted(listServer(listerWatcher, signal, (progress) => onProgress({ phase: 'listing', ...progress })), signal);
    if (!server) throw signal.reason;
    onProgress({ phase: 'comparing', objects: server.objects.size });
    const comparison = new Comparison(server, cache, meanwhile, new TimeSlice(clock));
    await comparison.all();
    const until = clock.now() + settleMs;
    while (comparison.undecided.length > 0 && clock.now() < until) {
      onProgress({ phase: 'waiting', undecided: comparison.undecided.length, why: comparison.undecided[0]!.why, version: server.version });
      if (!(await sleep(clock, lookMs, signal))) break;
      await comparison.undecidedOnes();
    }
    return { ...comparison.result(server), stopped: signal.aborted && comparison.undecided.length > 0, tookMs: clock.now() - started };
  } finally {
    subscription.dispose();
  }
}

/** Each key of both sides, until all are decided. */
class Comparison {
  readonly #server: ListedServer;
  readonly #cache: VerifiedInformer;
  readonly #meanwhile: Meanwhile;
  readonly #slice: TimeSlice;
  readonly #differences: CacheDifference[] = [];
  readonly #counts: Record<DifferenceKind, number> = { missing: 0, extra: 0, older: 0, newer: 0, otherUid: 0 };
  #undecided: { readonly why: Undecided; readonly difference: CacheDifference }[] = [];
  #changedSince = 0;

  constructor(server: ListedServer, cache: VerifiedInformer, meanwhile: Meanwhile, slice: TimeSlice) {
    this.#server = server;
    this.#cache = cache;
    this.#meanwhile = meanwhile;
    this.#slice = slice;
  }

  get undecided(): readonly { readonly why: Undecided }[] {
    return this.#undecided;
  }

  async all(): Promise<void> {
    const { objects } = this.#server;
    await this.#judge([...objects.keys(), ...this.#cache.indexer.listKeys().filter((key) => !objects.has(key))]);
  }

  /** Once more what could not be decided before. */
  async undecidedOnes(): Promise<void> {
    const keys = this.#undecided.map(({ difference }) => difference.key);
    this.#undecided = [];
    await this.#judge(keys);
  }

  result({ version, objects, pages, bytes }: ListedServer): Omit<CacheVerification, 'stopped' | 'tookMs'> {
    const [first] = this.#undecided;
    const differs = differenceKinds.some((kind) => this.#counts[kind] > 0);
    return {
      outcome: differs ? 'differs' : first ? 'undecided' : 'same',
      version,
      objects: objects.size,
      pages,
      bytes,
      changedSince: this.#changedSince,
      differences: this.#differences,
      counts: this.#counts,
      undecided: first && { count: this.#undecided.length, why: first.why, differences: this.#undecided.slice(0, keptDifferences).map(({ difference }) => difference) },
    };
  }

  async #judge(keys: readonly string[]): Promise<void> {
    const judge = new Judge(this.#server, this.#cache, this.#meanwhile);
    this.#slice.begin();
    for (const key of keys) {
      const verdict = judge.judge(key);
      if (verdict.type === 'since') this.#changedSince++;
      else if (verdict.type === 'undecided') this.#undecided.push(verdict);
      else if (verdict.type === 'differs') this.#differs(verdict.difference);
      if (this.#slice.isSpent()) await this.#slice.rest();
    }
  }

  #differs(difference: CacheDifference): void {
    this.#counts[difference.kind]++;
    if (this.#differences.length < keptDifferences) this.#differences.push(difference);
  }
}
