import { Recent } from '../../base/recent.ts';
import type { CachedFact, CommitFact, FaultFact, RequestFact } from '../../introspection/apiserverFact.ts';
import type { Seq } from '../../trace/entry.ts';

/** What is remembered at most of requests and changes that may come to concern the session; the newest half always. */
const mostRequests = 4000;
const mostChanges = 8000;
/** Of what makes the server late. */
const mostLags = 100;
const mostHeldUp = 1000;
/** Whatever is this much later than what led to it has been held up, in milliseconds; less where a fault says that it holds up for less. */
const lateMs = 100;
/** Timers may be early by a little. */
const tolerance = 0.9;

export interface Asked {
  fact: RequestFact;
  /** Session time. */
  readonly at: number;
  isAnswered: boolean;
  /** Its entry. */
  seq: Seq | undefined;
  /** What struck it before it had one. */
  readonly faults: FaultFact[];
}

export interface Change {
  readonly commit: CommitFact;
  cached: CachedFact | undefined;
  commitSeq: Seq | undefined;
  cachedSeq: Seq | undefined;
}

/** A fault that makes later what comes after it, and its entry, once there is one. */
export interface Delay {
  readonly fact: FaultFact;
  seq: Seq | undefined;
}

/** What the API server has told and may come to concern the session; the newest of it. */
export class FactMemory {
  readonly #requests = new Recent<Asked>(mostRequests);
  readonly #changes = new Recent<Change, number>(mostChanges);
  /** By the audit id of the watch. */
  readonly #heldUp = new Recent<Delay>(mostHeldUp);
  #lags: readonly Delay[] = [];

  request(auditId: string): Asked | undefined {
    return this.#requests.get(auditId);
  }

  addRequest(asked: Asked): void {
    this.#requests.set(asked.fact.auditId, asked);
  }

  /** Undefined for what was not told, or of another resource: it cannot be meant. */
  change(revision: number, resource: string): Change | undefined {
    const change = this.#changes.get(revision);
    return change?.commit.resource === resource ? change : undefined;
  }

  addChange(change: Change): void {
    this.#changes.set(change.commit.revision, change);
  }

  /** From now on a watch cache, or all, hear late: nobody is told when that is over. */
  addLag(fact: FaultFact): Delay {
    const lag: Delay = { fact, seq: undefined };
    this.#lags = [...this.#lags, lag].slice(-mostLags);
    return lag;
  }

  /** Why the cache has heard so late of that change; undefined: it has not, or nothing is known of it. */
  lagOf({ commit, cached }: Change): Delay | undefined {
    if (!cached) return undefined;
    const fits = this.#lags.filter(({ fact }) => (fact.resource === '' || fact.resource === commit.resource) && fact.ms > 0 && cached.at - commit.at >= fact.ms * tolerance && commit.at >= fact.at);
    // Of several the longest is what counts.
    return fits.reduce<Delay | undefined>((longest, each) => (longest && longest.fact.ms > each.fact.ms ? longest : each), undefined);
  }

  /** Frames of that watch may come late from now on. */
  holdUp(fact: FaultFact, seq: Seq): void {
    this.#heldUp.set(fact.auditId, { fact, seq });
  }

  /** Why it was sent so late; undefined: it was not. */
  heldUp(auditId: string, { cached }: Change, sentAt: number): Delay | undefined {
    const delay = this.#heldUp.get(auditId);
    if (!delay || !cached) return undefined;
    const { ms, at } = delay.fact;
    return sentAt - Math.max(cached.at, at) >= Math.min(ms || lateMs, lateMs) * tolerance ? delay : undefined;
  }
}
