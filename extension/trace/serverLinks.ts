import { Recent } from '../base/recent.ts';
import type { EntryOf, Seq, TraceEntry } from './entry.ts';
import { LostEvents } from './lostEvents.ts';
import { type Ask, leadsTo, type Outcome, type Told } from './requestOutcomes.ts';
import { VersionLosses } from './versionLosses.ts';

/** Events, and what the server tells, that are remembered at most while their other half is awaited; the newest half of them always. */
const remembered = 8000;
/** And how many requests. */
const requests = 1000;

/**
 * Ties what the API server tells of itself to what is seen of it here. Both come over sockets of their own, in either order: whichever comes second names the first, as
 * its `cause` or as `seenAs`. A sending and its event have informer and version in common; a request or a fault and what came of it the entry with which the Reflector
 * had asked. What comes of a fault much later, such as a version that is too old, names it as its cause.
 */
export class ServerLinks {
  /** By informer and version. */
  readonly #seen = new Recent<{ readonly seq: Seq; readonly isRepeated: boolean; isSent: boolean }>(remembered);
  readonly #sent = new Recent<Seq>(remembered);
  readonly #repeats = new Recent<Seq>(requests);
  /** Events that came on one line with another: each is read all the same, with the next. */
  readonly #joined = new Recent<Seq>(requests);
  /** By the entry that asked. */
  readonly #asks = new Recent<Ask, Seq>(requests);
  /** The newest of each informer: what it comes to may name later links of the chain alone. */
  readonly #newest = new Map<string, Ask>();
  /** What later links of a request lead back to. */
  readonly #askedBy = new Recent<Seq, Seq>(requests);
  readonly #lostEvents = new LostEvents();
  readonly #lostVersions = new VersionLosses();

  /** The entry, with the other half named when it is known. */
  link(entry: TraceEntry): TraceEntry {
    switch (entry.kind) {
      case 'reflector.list':
      case 'reflector.watch':
        this.#ask(entry);
        return entry;
      case 'reflector.event':
        return this.#linkEvent(entry);
      case 'reflector.accepted':
      case 'reflector.streaming':
      case 'reflector.listed':
      case 'reflector.closed':
      case 'reflector.error':
        return this.#linkOutcome(entry);
      case 'reflector.throttled':
        this.#follow(entry);
        return entry;
      case 'reflector.stopped':
        this.#newest.delete(entry.informer);
        return entry;
      case 'queue.add':
      case 'store.add':
      case 'store.update':
      case 'store.delete':
        return this.#lostEvents.isEmpty ? entry : withCauses(entry, [this.#lostEvents.mendedBy(entry)]);
      case 'apiserver.sent':
        return this.#linkSent(entry);
      case 'apiserver.request':
        this.#follow(entry);
        return this.#linkTold(entry);
      case 'apiserver.fault':
        return this.#linkFault(entry);
      default:
        return entry;
    }
  }

  #ask(entry: EntryOf<'reflector.list'> | EntryOf<'reflector.watch'>): void {
    const { seq, t, informer, resourceVersion } = entry;
    const isPage = entry.kind === 'reflector.list' && entry.continue !== undefined;
    const watch = entry.kind === 'reflector.watch' ? { verb: 'watch' as const, timeoutMs: entry.timeoutSeconds * 1000 } : { verb: 'list' as const, timeoutMs: 0 };
    const ask: Ask = { seq, t, ...watch, version: isPage ? undefined : Number(resourceVersion) || 0, outcomes: [], told: [], isStruck: false };
    this.#asks.set(seq, ask);
    this.#newest.set(informer, ask);
  }

  #linkEvent(entry: EntryOf<'reflector.event'>): TraceEntry {
    const id = `${entry.informer} ${entry.rv}`;
    const sent = this.#sent.take(id);
    const isRepeated = this.#seen.get(id) !== undefined;
    const repeat = isRepeated ? this.#repeats.take(id) : undefined;
    this.#seen.set(id, { seq: entry.seq, isRepeated, isSent: sent !== undefined });
    return withCauses(entry, [sent, repeat, this.#joined.take(id)]);
  }

  #linkSent(entry: EntryOf<'apiserver.sent'>): TraceEntry {
    if (entry.key === undefined) return entry;
    const id = `${entry.informer} ${entry.rv}`;
    const event = this.#seen.get(id);
    if (event && !event.isSent) {
      event.isSent = true;
      return { ...entry, seenAs: event.seq };
    }
    this.#sent.set(id, entry.seq);
    return entry;
  }

  #linkOutcome(entry: Outcome): TraceEntry {
    // What was skipped has ended nothing, and what its own side does wrong has nobody else as its cause.
    if (entry.kind === 'reflector.error' && (entry.will === 'skip' || entry.phase === 'resync')) return entry;
    const ask = this.#askOf(entry.cause) ?? this.#newest.get(entry.informer);
    if (!ask) return entry;
    const causes = ask.told.filter((each) => leadsTo(each, entry, ask));
    ask.told = ask.told.filter((each) => !causes.includes(each));
    ask.outcomes.push(entry);
    ask.isStruck ||= causes.some(({ kind }) => kind === 'apiserver.fault');
    // What struck the request itself is why it came to that; else something may have struck it before it was asked.
    const before = entry.kind === 'reflector.error' && !ask.isStruck ? this.#lostVersions.behind(entry, ask) : undefined;
    return withCauses(entry, [...causes.map(({ seq }) => seq), before]);
  }

  #linkFault(entry: EntryOf<'apiserver.fault'>): TraceEntry {
    this.#lostVersions.add(entry);
    switch (entry.fault) {
      case 'loseEvent':
        this.#lostEvents.add(entry);
        return entry;
      case 'duplicateEvent': {
        const id = `${entry.informer} ${entry.rv}`;
        const event = this.#seen.get(id);
        if (event?.isRepeated) return { ...entry, seenAs: event.seq };
        this.#repeats.set(id, entry.seq);
        return entry;
      }
      case 'twoOnOneLine': {
        const id = `${entry.informer} ${entry.rv}`;
        const event = this.#seen.get(id);
        if (event) return { ...entry, seenAs: event.seq };
        this.#joined.set(id, entry.seq);
        return entry;
      }
      default:
        return this.#linkTold(entry);
    }
  }

  #linkTold(entry: Told): TraceEntry {
    const ask = this.#askOf(entry.cause);
    if (!ask) return entry;
    const outcome = ask.outcomes.find((each) => leadsTo(entry, each, ask));
    if (outcome) return { ...entry, seenAs: outcome.seq };
    // Of what strikes again and again the newest counts.
    ask.told = [...ask.told.filter((each) => each.kind !== 'apiserver.fault' || entry.kind !== 'apiserver.fault' || each.id !== entry.id), entry];
    return entry;
  }

  /** The request that a link of its chain leads back to. */
  #askOf(cause: readonly Seq[] | undefined): Ask | undefined {
    const by = cause?.[0];
    return by === undefined ? undefined : this.#asks.get(this.#askedBy.get(by) ?? by);
  }

  #follow({ seq, cause }: TraceEntry): void {
    const ask = this.#askOf(cause);
    if (ask) this.#askedBy.set(seq, ask.seq);
  }
}

function withCauses(entry: TraceEntry, more: readonly (Seq | undefined)[]): TraceEntry {
  const named = more.filter((seq) => seq !== undefined);
  return named.length === 0 ? entry : { ...entry, cause: [...(entry.cause ?? []), ...named] };
}
