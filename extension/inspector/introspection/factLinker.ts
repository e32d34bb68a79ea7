import type { CachedFact, CommitFact, FactLine, FaultFact, RequestFact, SentFact } from '../../introspection/apiserverFact.ts';
import type { Seq } from '../../trace/entry.ts';
import { resourceOfInformer } from '../../trace/resourceOfInformer.ts';
import { type Asked, type Change, FactMemory } from './factMemory.ts';
import { ServerEntries, type ServerEntriesOptions } from './serverEntries.ts';
import { WaitingSteps } from './waitingSteps.ts';

/** Of what struck a request before it has its entry. */
const mostFaults = 10;

/**
 * Makes entries of what the API server tells, as far as it concerns the session: each event that was sent to one of its watches with what led to it, its own requests, and
 * what was broken of these. A request is told once it is answered, a reconciler's write once that has its own entry; what came of them waits for that, so that
 * causes are there before what they led to. What is remembered, what waits and what is made is bounded; what is left out is told as a gap.
 */
export class FactLinker {
  readonly #options: ServerEntriesOptions;
  readonly #memory = new FactMemory();
  readonly #entries: ServerEntries;
  readonly #waiting: WaitingSteps<Asked>;

  constructor(options: ServerEntriesOptions) {
    this.#options = options;
    this.#entries = new ServerEntries(options, this.#memory);
    this.#waiting = new WaitingSteps(options.now);
  }

  /** Something is to be told that has not been: {@link settle} is to be called in a while. */
  get isWaiting(): boolean {
    return !this.#waiting.isEmpty || this.#entries.isShort;
  }

  take(facts: readonly FactLine[]): void {
    for (const fact of facts) this.#take(fact);
    this.#entries.tellFlood();
  }

  /** The reconciler's write has its entry. */
  wrote(name: string, seq: Seq): void {
    this.#options.names.written(name, seq);
    const asked = this.#memory.request(name);
    if (!asked) return;
    // Of one that nobody answers it is told in the end, too.
    if (!asked.isAnswered) this.#wait(asked);
    this.#flushIfReady(asked);
  }

  /** What has waited long enough is told with what is known. */
  settle(): void {
    const { names } = this.#options;
    for (const asked of this.#waiting.overdue()) {
      const own = names.get(asked.fact.auditId);
      // The entry of a write of one's own comes, whatever becomes of the write.
      if (own?.verb !== 'write' || own.seq !== undefined) this.#flush(asked);
    }
    this.#entries.tellFlood();
  }

  /** Nobody has listened for a while: what was half known stays so. */
  interrupted(): void {
    for (const asked of this.#waiting.all()) this.#flush(asked);
    this.#entries.gap(0, 'interrupted');
  }

  #take(fact: FactLine): void {
    switch (fact.kind) {
      case 'gap':
        return this.#entries.gap(fact.lost, 'slow');
      case 'apiserver.request':
        return this.#takeRequest(fact);
      case 'apiserver.commit':
        return this.#takeCommit(fact);
      case 'apiserver.cached':
        return this.#takeCached(fact);
      case 'apiserver.sent':
        return this.#takeSent(fact);
      case 'apiserver.fault':
        return fact.auditId === '' ? this.#strikeServer(fact) : this.#strikeRequest(fact);
      case 'apiserver.dispatched':
    }
  }

  #takeRequest(fact: RequestFact): void {
    const { names, serverClock } = this.#options;
    const own = names.get(fact.auditId);
    let asked = this.#memory.request(fact.auditId);
    if (!asked) {
      const received = fact.at - fact.ms;
      if (own) serverClock.notBefore(received, own.sentAt);
      asked = { fact, at: this.#entries.at(received), isAnswered: false, seq: undefined, faults: [] };
      this.#memory.addRequest(asked);
    }
    if (asked.isAnswered || fact.stage === 'RequestReceived') return;
    asked.fact = fact;
    asked.isAnswered = true;
    if (own) this.#wait(asked);
    this.#flushIfReady(asked);
  }

  #takeCommit(commit: CommitFact): void {
    const change: Change = { commit, cached: undefined, commitSeq: undefined, cachedSeq: undefined };
    this.#memory.addChange(change);
    this.#ofOwnWrite(change, () => this.#entries.commit(change));
  }

  #takeCached(cached: CachedFact): void {
    const change = this.#memory.change(cached.revision, cached.resource);
    if (!change) return;
    change.cached = cached;
    this.#ofOwnWrite(change, () => this.#entries.cached(change));
  }

  #ofOwnWrite({ commit: { auditId } }: Change, tell: () => void): void {
    if (auditId === '' || this.#options.names.get(auditId)?.verb !== 'write') return;
    this.#whenAnswered(auditId, () => {
      if (this.#entries.may(3)) tell();
    });
  }

  #takeSent(fact: SentFact): void {
    const watch = this.#options.names.get(fact.auditId);
    if (watch?.informer === undefined) return;
    const { informer } = watch;
    let unknown = 0;
    for (const revision of fact.revisions) {
      const change = this.#memory.change(revision, fact.resource);
      if (!change) unknown++;
      else {
        this.#whenAnswered(change.commit.auditId, () => {
          if (this.#entries.may(4)) this.#entries.sentChange(fact, informer, change);
        });
      }
    }
    if (unknown > 0 && this.#entries.may(1)) this.#entries.sentUnknown(fact, informer, unknown, this.#memory.request(fact.auditId)?.seq ?? watch.seq);
  }

  #strikeRequest(fact: FaultFact): void {
    const asked = this.#memory.request(fact.auditId);
    const own = this.#options.names.get(fact.auditId);
    if (asked && asked.seq === undefined) {
      // Of a request of somebody else it is told if that is.
      if (asked.faults.length < mostFaults) asked.faults.push(fact);
      if (own) this.#wait(asked);
    } else if (asked || own?.seq !== undefined) this.#entries.fault(fact, own, asked?.seq ?? own?.seq);
  }

  /** Whatever breaks all connections strikes each open watch by itself. */
  #strikeServer(fact: FaultFact): void {
    const lag = fact.fault === 'lag' ? this.#memory.addLag(fact) : undefined;
    const struck = [...this.#options.names.watches()].filter(({ informer }) => fact.resource === '' || resourceOfInformer(informer!) === fact.resource);
    if (struck.length > 0 && (fact.fault === 'restart' || fact.fault === 'restore')) for (const watch of struck) this.#entries.fault(fact, watch, watch.seq);
    else if (fact.resource !== '' && struck.length === 0) return;
    else if (lag) this.#entries.delay(lag);
    else this.#entries.fault(fact, undefined, undefined);
  }

  #whenAnswered(auditId: string, tell: () => void): void {
    const asked = auditId === '' ? undefined : this.#memory.request(auditId);
    if (!asked || asked.seq !== undefined || this.#isReady(asked)) tell();
    else this.#wait(asked, tell);
  }

  #wait(asked: Asked, tell: () => void = () => undefined): void {
    this.#entries.lose(this.#waiting.add(asked, tell));
  }

  #isReady({ isAnswered, fact }: Asked): boolean {
    if (!isAnswered) return false;
    const own = this.#options.names.get(fact.auditId);
    return own?.verb !== 'write' || own.seq !== undefined;
  }

  #flushIfReady(asked: Asked): void {
    if (this.#waiting.has(asked) && this.#isReady(asked)) this.#flush(asked);
  }

  #flush(asked: Asked): void {
    const waiting = this.#waiting.take(asked);
    if (this.#options.names.get(asked.fact.auditId) && this.#entries.may(1)) this.#entries.request(asked);
    for (const tell of waiting) tell();
  }
}
