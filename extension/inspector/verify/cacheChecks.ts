import type { Clock } from '../../base/clock.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { ListerWatcher } from '../../informer/listerWatcher.ts';
import type { InformerScope, SharedInformer } from '../../informer/sharedInformer.ts';
import type { GroupVersionResource } from '../../kube/resource.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { CacheCheckError } from './cacheCheckError.ts';
import { type CacheVerification, verifyCache, type VerifyProgress } from './verifyCache.ts';

export interface CacheChecksOptions {
  readonly informer: (name: string) => SharedInformer | undefined;
  readonly listerWatcher: (resource: GroupVersionResource, scope: InformerScope) => ListerWatcher;
  /** False of a recording: what it answers is what it was recorded from. */
  readonly hasServer: boolean;
  readonly onEntry: Event<TraceEntry>;
  readonly clock: Clock;
  /** Session time. */
  readonly now: () => number;
  /** Aborts when the session ends. */
  readonly signal: AbortSignal;
}

/** What is known of the truth of one cache. Times are those of the session. */
export interface CacheCheck {
  /** While it is being compared. */
  readonly progress?: VerifyProgress;
  readonly last?: { readonly at: number; readonly verification: CacheVerification };
  /** The last comparison could not be made; not kept beside one that could. */
  readonly failure?: { readonly at: number; readonly error: unknown };
  /** When it was asked last to list anew. */
  readonly relistedAt?: number;
}

interface Check {
  readonly of: SharedInformer;
  readonly abort: AbortController;
  readonly running: Promise<CacheVerification> | undefined;
  readonly known: CacheCheck;
}

/** Compares the caches of a session with their server, and has them listed anew. One comparison of a cache runs at a time. */
export class CacheChecks {
  readonly #options: CacheChecksOptions;
  readonly #checks = new Map<string, Check>();
  readonly #onChange = new Emitter<void>();

  constructor(options: CacheChecksOptions) {
    this.#options = options;
  }

  /** Fires when anything about a check has changed. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** There is a server to compare with. */
  get hasServer(): boolean {
    return this.#options.hasServer;
  }

  of(informer: string): CacheCheck | undefined {
    const check = this.#checks.get(informer);
    // One that was started again is another: what was known of the one before says nothing of it.
    return check && check.of === this.#options.informer(informer) ? check.known : undefined;
  }

  /**
   * Compares it with the server, or waits for the comparison that is under way.
   * @throws CacheCheckError where there is nothing to compare; what the list throws; the reason of the abort
   */
  verify(name: string): Promise<CacheVerification> {
    const informer = this.#informer(name);
    if (!informer.hasSynced()) throw new CacheCheckError('notSynced', `${name} has not listed its objects yet, so that there is nothing to compare`, { informer: name });
    const existing = this.#current(name, informer);
    if (existing.running) return existing.running;
    const abort = new AbortController();
    const running = this.#run(name, informer, AbortSignal.any([abort.signal, this.#options.signal]));
    running.catch(() => undefined); // whoever asked is told, and it is kept
    this.#checks.set(name, { of: informer, abort, running, known: { ...existing.known, progress: { phase: 'listing', objects: 0, remaining: undefined } } });
    this.#onChange.fire();
    return running;
  }

  /** Stops the comparison. What has been found until then is kept, if it has come so far that anything was. */
  stop(name: string): void {
    this.#checks.get(name)?.abort.abort();
  }

  /**
   * Has the informer list its whole state anew.
   * @param why for the trace
   * @throws CacheCheckError where it does so already
   */
  relist(name: string, why: string): void {
    const informer = this.#informer(name);
    if (!informer.relist(why)) throw new CacheCheckError('listsAlready', `${name} is listing its objects already`, { informer: name });
    this.#know(name, informer, { relistedAt: this.#options.now() });
  }

  dispose(): void {
    for (const { abort } of this.#checks.values()) abort.abort();
    this.#checks.clear();
    this.#onChange.dispose();
  }

  async #run(name: string, informer: SharedInformer, signal: AbortSignal): Promise<CacheVerification> {
    const { listerWatcher, onEntry, clock, now } = this.#options;
    const onProgress = (progress: VerifyProgress): void => this.#know(name, informer, { progress });
    await Promise.resolve(); // it is known that it runs before it does
    try {
      const verification = await verifyCache({ informer: name, cache: informer, listerWatcher: listerWatcher(informer.resource, informer.scope), onEntry, clock, signal, onProgress });
      this.#ended(name, informer, { last: { at: now(), verification } });
      return verification;
    } catch (error) {
      this.#ended(name, informer, signal.aborted ? {} : { failure: { at: now(), error } });
      throw error;
    }
  }

  #informer(name: string): SharedInformer {
    const informer = this.#options.informer(name);
    if (!this.#options.hasServer) throw new CacheCheckError('noServer', `${name} is replayed from a recording, which has no server to ask`, { informer: name });
    if (!informer) throw new CacheCheckError('noInformer', `${name} does not run any more`, { informer: name });
    return informer;
  }

  #current(name: string, informer: SharedInformer): Check {
    const check = this.#checks.get(name);
    if (check?.of === informer) return check;
    check?.abort.abort();
    return { of: informer, abort: new AbortController(), running: undefined, known: {} };
  }

  #know(name: string, informer: SharedInformer, news: CacheCheck): void {
    const check = this.#current(name, informer);
    this.#checks.set(name, { ...check, known: { ...check.known, ...news } });
    this.#onChange.fire();
  }

  #ended(name: string, informer: SharedInformer, news: CacheCheck): void {
    const check = this.#current(name, informer);
    const { progress: _progress, failure: _failure, ...kept } = check.known;
    this.#checks.set(name, { ...check, running: undefined, known: { ...kept, ...news } });
    this.#onChange.fire();
  }
}
