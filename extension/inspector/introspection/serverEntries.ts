import { TokenBucket } from '../../base/tokenBucket.ts';
import type { FaultFact, SentFact } from '../../introspection/apiserverFact.ts';
import type { EntryOf, Seq } from '../../trace/entry.ts';
import type { Probe } from '../../trace/probe.ts';
import type { Asked, Change, Delay, FactMemory } from './factMemory.ts';
import type { OwnRequest, RequestNames } from './requestNames.ts';
import type { ServerClock } from './serverClock.ts';

/** Entries that may be made in a second, and in one go after a quiet while: far more than a person reads, far less than a flood. */
const perSecond = 2000;
const burst = 4000;
/** A flood is told of once in so long. */
const gapMs = 1000;
const longestPath = 500;
const longestAgent = 200;

export interface ServerEntriesOptions {
  readonly probe: Pick<Probe, 'record'>;
  readonly names: RequestNames;
  readonly serverClock: ServerClock;
  /** Session time. */
  readonly now: () => number;
}

/**
 * Makes the `apiserver.*` entries, each once, and what led to it before it. There is a bound to how many in a second: what is left out is told as a gap.
 */
export class ServerEntries {
  readonly #options: ServerEntriesOptions;
  readonly #memory: FactMemory;
  readonly #budget: TokenBucket;
  #lost = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(options: ServerEntriesOptions, memory: FactMemory) {
    this.#options = options;
    this.#memory = memory;
    this.#budget = new TokenBucket(options, perSecond, burst);
  }

  /** Something was left out that has not been told of. */
  get isShort(): boolean {
    return this.#lost > 0;
  }

  /** Whether there is room for so many entries; what there is none for is told of in sum. */
  may(entries: number): boolean {
    const may = this.#budget.take(entries);
    if (!may) this.#lost++;
    return may;
  }

  /** So many were given up. */
  lose(count: number): void {
    this.#lost += count;
  }

  tellFlood(): void {
    if (this.#lost === 0 || this.#options.now() - this.#toldAt < gapMs) return;
    this.#toldAt = this.#options.now();
    const lost = this.#lost;
    this.#lost = 0;
    this.gap(lost, 'flood');
  }

  gap(lost: number, why: EntryOf<'apiserver.gap'>['why']): void {
    this.#record({ kind: 'apiserver.gap', lost, why });
  }

  request(asked: Asked): Seq {
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
    for (const fault of asked.faults.splice(0)) this.fault(fault, own, asked.seq);
    return asked.seq;
  }

  commit(change: Change): Seq {
    if (change.commitSeq !== undefined) return change.commitSeq;
    const { at, resource, key, revision, type, auditId } = change.commit;
    const request = this.#memory.request(auditId);
    const by = request && this.request(request);
    return (change.commitSeq = this.#record({ kind: 'apiserver.commit', at: this.at(at), resource, key, rv: String(revision), revision, type, ...because(by) }));
  }

  /** As far as it has come: undefined before the cache has it. */
  cached(change: Change): Seq | undefined {
    if (change.cachedSeq !== undefined || !change.cached) return change.cachedSeq;
    const { at, resource, key, revision, slot, capacity } = change.cached;
    const commit = this.commit(change);
    const lag = this.#memory.lagOf(change);
    const late = lag && this.delay(lag);
    return (change.cachedSeq = this.#record({ kind: 'apiserver.cached', at: this.at(at), resource, key, rv: String(revision), revision, slot, capacity, ...because(commit, late) }));
  }

  /** Of a change that is known. */
  sentChange(fact: SentFact, informer: string, change: Change): void {
    const { key, revision } = change.commit;
    const late = this.#memory.heldUp(fact.auditId, change, fact.at);
    this.#sent(fact, informer, { key, rv: String(revision), revision, events: 1, ...because(this.#lastOf(change), late?.seq) });
  }

  /** Of so many of which nothing was told before. */
  sentUnknown(fact: SentFact, informer: string, events: number, watch: Seq | undefined): void {
    this.#sent(fact, informer, { revision: fact.revisions.at(-1)!, events, ...because(watch) });
  }

  /** @param cause the request or the watch that it struck */
  fault(fact: FaultFact, own: OwnRequest | undefined, cause: Seq | undefined): Seq | undefined {
    if (!this.may(3)) return undefined;
    const { at, fault, id, resource, revision } = fact;
    const change = revision === 0 ? undefined : this.#memory.change(revision, resource);
    const of = { ...(revision !== 0 && { rv: String(revision) }), ...(change && fact.auditId !== '' && { key: change.commit.key }) };
    const led = change && fact.auditId !== '' && own?.informer !== undefined ? this.#lastOf(change) : undefined;
    const seq = this.#record({
      kind: 'apiserver.fault',
      at: this.at(at),
      ...(own?.informer !== undefined && { informer: own.informer }),
      ...of,
      fault,
      id,
      ...(resource !== '' && { resource }),
      ...because(cause, led),
    });
    if (fault === 'slowWatcher' || fault === 'stallWatch') this.#memory.holdUp(fact, seq);
    return seq;
  }

  /** The entry of what makes the server late, which may concern the session only now. */
  delay(delay: Delay): Seq | undefined {
    return (delay.seq ??= this.fault(delay.fact, undefined, undefined));
  }

  /** In session time. @param wall as the server has it */
  at(wall: number): number {
    const { serverClock, now } = this.#options;
    return thousandths(serverClock.toSession(wall, now()));
  }

  /** How far it has come. */
  #lastOf(change: Change): Seq {
    return this.cached(change) ?? this.commit(change);
  }

  #sent({ at, resource, watcher, length }: SentFact, informer: string, of: Pick<EntryOf<'apiserver.sent'>, 'revision' | 'events' | 'key' | 'rv' | 'cause'>): void {
    this.#record({ kind: 'apiserver.sent', at: this.at(at), informer, resource, watcher, bytes: length, ...of });
  }

  #record(draft: Parameters<Probe['record']>[0]): Seq {
    return this.#options.probe.record(draft);
  }
}

/** Clocks tell no more, and recordings are shorter. */
function thousandths(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function because(...seqs: readonly (Seq | undefined)[]): { readonly cause?: readonly Seq[] } {
  const cause = seqs.filter((seq) => seq !== undefined);
  return cause.length === 0 ? {} : { cause };
}
