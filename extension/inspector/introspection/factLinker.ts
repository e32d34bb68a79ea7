import type { CachedFact, CommitFact, FactLine, FaultFact, RequestFact, SentFact } from '../../introspection/apiserverFact.ts';
import type { EntryOf, Seq } from '../../trace/entry.ts';
import type { Probe } from '../../trace/probe.ts';
import { Recent } from '../../trace/recent.ts';
import { EntryBudget } from './entryBudget.ts';
import type { OwnRequest, RequestNames } from './requestNames.ts';
import type { ServerClock } from './serverClock.ts';

/** What is remembered of requests and changes that may come to concern the session. */
const mostRequests = 2000;
const mostChanges = 4000;
/** Steps that wait for the answer to their request. */
const mostWaiting = 4000;
/** After this a step no longer waits to be told how its request was answered. */
const patienceMs = 1000;
/** A flood is told of once in so long. */
const gapMs = 1000;
const longestPath = 500;
const longestAgent = 200;

interface Asked {
  fact: RequestFact;
  /** Session time. */
  at: number;
  isAnswered: boolean;
  /** Its entry. */
  seq: Seq | undefined;
  /** What struck it before it had one. */
  readonly faults: FaultFact[];
  /** What came of it, and waits until it has one. */
  readonly waiting: (() => void)[];
  /** Session time since which something waits. */
  since: number;
}

interface Change {
  readonly commit: CommitFact;
  cached: CachedFact | undefined;
  commitSeq: Seq | undefined;
  cachedSeq: Seq | undefined;
}

export interface FactLinkerOptions {
  readonly probe: Pick<Probe, 'record'>;
  readonly names: RequestNames;
  readonly serverClock: ServerClock;
  /** Session time. */
  readonly now: () => number;
}

/**
 * Makes entries of what the API server tells, as far as it concerns the session: each event that was sent to one of its watches with what led to it, its own requests, and
 * what was broken of these. A request is told once it is answered, a reconciler's write once that has its own entry; what came of them waits for that, so that
 * causes are there before what they led to. What is remembered, what waits and what is made is bounded; what is left out is told as a gap.
 */
export class FactLinker {
  readonly #options: FactLinkerOptions;
  readonly #requests = new Recent<string, Asked>(mostRequests);
  readonly #changes = new Recent<number, Change>(mostChanges);
  readonly #waitedFor = new Set<Asked>();
  readonly #budget = new EntryBudget();
  #waiting = 0;
  #lost = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(options: FactLinkerOptions) {
    this.#options = options;
  }

  /** Something is to be told that has not been: {@link settle} is to be called in a while. */
  get isWaiting(): boolean {
    return this.#waitedFor.size > 0 || this.#lost > 0;
  }

  take(facts: readonly FactLine[]): void {
    for (const fact of facts) this.#take(fact);
    this.#tellFlood();
  }

  /** The reconciler's write has its entry. */
  wrote(name: string, seq: Seq): void {
    this.#options.names.written(name, seq);
    const asked = this.#requests.get(name);
    if (!asked) return;
    // Of one that nobody answers it is told in the end, too.
    if (!asked.isAnswered) this.#wait(asked, () => undefined);
    this.#flushIfReady(asked);
  }

  /** What has waited long enough is told with what is known. */
  settle(): void {
    const { names } = this.#options;
    const now = this.#options.now();
    for (const asked of this.#waitedFor) {
      if (now - asked.since < patienceMs) continue;
      const own = names.get(asked.fact.auditId);
      // The entry of a write of one's own comes, whatever becomes of the write.
      if (own?.verb !== 'write' || own.seq !== undefined) this.#flush(asked);
    }
    this.#tellFlood();
  }

  /** Nobody has listened for a while: what was half known stays so. */
  interrupted(): void {
    for (const asked of this.#waitedFor) this.#flush(asked);
    this.#gap(0, 'interrupted');
  }

  #take(fact: FactLine): void {
    switch (fact.kind) {
      case 'gap':
        return this.#gap(fact.lost, 'slow');
      case 'apiserver.request':
        return this.#takeRequest(fact);
      case 'apiserver.commit':
        return this.#takeCommit(fact);
      case 'apiserver.cached':
        return this.#takeCached(fact);
      case 'apiserver.sent':
        return this.#takeSent(fact);
      case 'apiserver.fault':
        return this.#takeFault(fact);
      case 'apiserver.dispatched':
    }
  }

  #takeRequest(fact: RequestFact): void {
    const { names, serverClock } = this.#options;
    const own = names.get(fact.auditId);
    let asked = this.#requests.get(fact.auditId);
    if (!asked) {
      if (own) serverClock.notBefore(fact.at - fact.ms, own.sentAt);
      asked = { fact, at: this.#at(fact.at - fact.ms), isAnswered: false, seq: undefined, faults: [], waiting: [], since: 0 };
      this.#requests.add(fact.auditId, asked);
    }
    if (asked.isAnswered || fact.stage === 'RequestReceived') return;
    asked.fact = fact;
    asked.isAnswered = true;
    if (own) this.#wait(asked, () => undefined);
    this.#flushIfReady(asked);
  }

  #takeCommit(commit: CommitFact): void {
    const change: Change = { commit, cached: undefined, commitSeq: undefined, cachedSeq: undefined };
    this.#changes.add(commit.revision, change);
    this.#ofOwnWrite(change, () => this.#commitSeq(change));
  }

  #takeCached(cached: CachedFact): void {
    const change = this.#changes.get(cached.revision);
    if (change?.commit.resource !== cached.resource) return;
    change.cached = cached;
    this.#ofOwnWrite(change, () => this.#cachedSeq(change));
  }

  #ofOwnWrite(change: Change, tell: () => void): void {
    const { auditId } = change.commit;
    if (auditId === '' || this.#options.names.get(auditId)?.verb !== 'write') return;
    this.#whenAnswered(auditId, () => {
      if (this.#may(3)) tell();
    });
  }

  #takeSent(fact: SentFact): void {
    const watch = this.#options.names.get(fact.auditId);
    if (watch?.informer === undefined) return;
    const { informer } = watch;
    let unknown = 0;
    for (const revision of fact.revisions) {
      const change = this.#changes.get(revision);
      if (change?.commit.resource !== fact.resource) unknown++;
      else {
        this.#whenAnswered(change.commit.auditId, () => {
          if (this.#may(4)) this.#sent(fact, informer, { revision, events: 1, change });
        });
      }
    }
    if (unknown > 0 && this.#may(1)) this.#sent(fact, informer, { revision: fact.revisions.at(-1)!, events: unknown, watch: this.#requests.get(fact.auditId)?.seq ?? watch.seq });
  }

  #sent({ at, resource, watcher, length }: SentFact, informer: string, { revision, events, change, watch }: { readonly revision: number; readonly events: number; readonly change?: Change; readonly watch?: Seq | undefined }): void {
    const led = change ? (this.#cachedSeq(change) ?? this.#commitSeq(change)) : watch;
    const of = change ? { key: change.commit.key, rv: String(revision) } : undefined;
    this.#record({ kind: 'apiserver.sent', at: this.#at(at), informer, ...of, resource, watcher, revision, events, bytes: length, ...because(led) });
  }

  #takeFault(fact: FaultFact): void {
    if (fact.auditId === '') return this.#strikeServer(fact);
    const asked = this.#requests.get(fact.auditId);
    const own = this.#options.names.get(fact.auditId);
    if (asked && asked.seq === undefined) {
      // Of a request of somebody else it is told if that is.
      if (asked.faults.length < 10) asked.faults.push(fact);
      if (own) this.#wait(asked, () => undefined);
    } else if (asked || own?.seq !== undefined) this.#fault(fact, own, asked?.seq ?? own?.seq);
  }

  /** Whatever breaks all connections strikes each open watch by itself. */
  #strikeServer(fact: FaultFact): void {
    const struck = [...this.#options.names.watches()].filter(({ informer }) => fact.resource === '' || informer!.split(/[@#]/, 1)[0] === fact.resource);
    if (fact.fault === 'restart' || fact.fault === 'restore') for (const watch of struck) this.#fault(fact, watch, watch.seq);
    else if (fact.resource === '' || struck.length > 0) this.#fault(fact, undefined, undefined);
  }

  #fault({ at, fault, id, resource, revision }: FaultFact, own: OwnRequest | undefined, cause: Seq | undefined): void {
    if (!this.#may(3)) return;
    const change = revision === 0 ? undefined : this.#changes.get(revision);
    const of = { ...(revision !== 0 && { rv: String(revision) }), ...(change?.commit.resource === resource && { key: change.commit.key }) };
    const led = [cause, change && of.key !== undefined && own?.informer !== undefined ? (this.#cachedSeq(change) ?? this.#commitSeq(change)) : undefined].filter((seq) => seq !== undefined);
    this.#record({
      kind: 'apiserver.fault',
      at: this.#at(at),
      ...(own?.informer !== undefined && { informer: own.informer }),
      ...of,
      fault,
      id,
      ...(resource !== '' && { resource }),
      ...(led.length > 0 && { cause: led }),
    });
  }

  #commitSeq(change: Change): Seq {
    if (change.commitSeq !== undefined) return change.commitSeq;
    const { at, resource, key, revision, type, auditId } = change.commit;
    const request = this.#requests.get(auditId);
    const by = request && this.#requestSeq(request);
    return (change.commitSeq = this.#record({ kind: 'apiserver.commit', at: this.#at(at), resource, key, rv: String(revision), revision, type, ...because(by) }));
  }

  #cachedSeq(change: Change): Seq | undefined {
    if (change.cachedSeq !== undefined || !change.cached) return change.cachedSeq;
    const { at, resource, key, revision, slot, capacity } = change.cached;
    const commit = this.#commitSeq(change);
    return (change.cachedSeq = this.#record({ kind: 'apiserver.cached', at: this.#at(at), resource, key, rv: String(revision), revision, slot, capacity, ...because(commit) }));
  }

  #requestSeq(asked: Asked): Seq {
    if (asked.seq !== undefined) return asked.seq;
    const { auditId, verb, path, user, userAgent, code, ms } = asked.fact;
    const own = this.#options.names.get(auditId);
    asked.seq = this.#record({
      kind: 'apiserver.request',
      at: asked.at,
      ...(own?.informer !== undefined && { informer: own.informer }),
      verb,
      path: path.slice(0, longestPath),
      user,
      userAgent: userAgent.slice(0, longestAgent),
      code,
      ms: thousandths(ms),
      ...because(own?.seq),
    });
    for (const fault of asked.faults.splice(0)) this.#fault(fault, own, asked.seq);
    return asked.seq;
  }

  #whenAnswered(auditId: string, tell: () => void): void {
    const asked = auditId === '' ? undefined : this.#requests.get(auditId);
    if (!asked || asked.seq !== undefined || this.#isReady(asked)) tell();
    else this.#wait(asked, tell);
  }

  #wait(asked: Asked, tell: () => void): void {
    if (this.#waiting >= mostWaiting) this.#giveUpOldest();
    if (asked.waiting.length === 0) asked.since = this.#options.now();
    asked.waiting.push(tell);
    this.#waiting++;
    this.#waitedFor.add(asked);
  }

  #isReady({ isAnswered, fact }: Asked): boolean {
    if (!isAnswered) return false;
    const own = this.#options.names.get(fact.auditId);
    return own?.verb !== 'write' || own.seq !== undefined;
  }

  #flushIfReady(asked: Asked): void {
    if (this.#waitedFor.has(asked) && this.#isReady(asked)) this.#flush(asked);
  }

  #flush(asked: Asked): void {
    this.#waitedFor.delete(asked);
    const waiting = asked.waiting.splice(0);
    this.#waiting -= waiting.length;
    if (this.#options.names.get(asked.fact.auditId) && this.#may(1)) this.#requestSeq(asked);
    for (const tell of waiting) tell();
  }

  #giveUpOldest(): void {
    const [oldest] = this.#waitedFor;
    if (!oldest) return;
    this.#waitedFor.delete(oldest);
    const dropped = oldest.waiting.splice(0).length;
    this.#waiting -= dropped;
    this.#lost += dropped;
  }

  /** Whether there is room for so many entries; what there is none for is told of in sum. */
  #may(entries: number): boolean {
    const may = this.#budget.take(entries, this.#options.now());
    if (!may) this.#lost++;
    return may;
  }

  #tellFlood(): void {
    if (this.#lost === 0 || this.#options.now() - this.#toldAt < gapMs) return;
    this.#toldAt = this.#options.now();
    const lost = this.#lost;
    this.#lost = 0;
    this.#gap(lost, 'flood');
  }

  #gap(lost: number, why: EntryOf<'apiserver.gap'>['why']): void {
    this.#record({ kind: 'apiserver.gap', lost, why });
  }

  #record(draft: Parameters<Probe['record']>[0]): Seq {
    return this.#options.probe.record(draft);
  }

  #at(wall: number): number {
    const { serverClock, now } = this.#options;
    return thousandths(serverClock.toSession(wall, now()));
  }
}

/** Clocks tell no more, and recordings are shorter. */
function thousandths(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function because(seq: Seq | undefined): { readonly cause?: readonly Seq[] } {
  return seq === undefined ? {} : { cause: [seq] };
}
