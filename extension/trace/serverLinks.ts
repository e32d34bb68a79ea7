import type { EntryOf, Seq, TraceEntry } from './entry.ts';
import { Recent } from './recent.ts';

/** How many events, and how many of what the server tells, are remembered while their other half is awaited. */
const remembered = 4000;
/** And how many requests. */
const requests = 500;

/** Faults after which a request or a watch does not go on as it would have. */
const ending: ReadonlySet<string> = new Set([
  'dropWatch', 'stallWatch', 'cutObject', 'junkLine', 'twoOnOneLine', 'expireWatch', 'noEndMarker', 'slowWatcher', 'holdHeaders', 'slowAnswer', 'status', 'tooLarge', 'staleRead', 'restart', 'restore',
]);
/** Those after which versions are too old that were not. */
const expiring: ReadonlySet<string> = new Set(['compact', 'restart', 'restore']);

type Ended = EntryOf<'reflector.listed'> | EntryOf<'reflector.closed'> | EntryOf<'reflector.error'>;
type Told = EntryOf<'apiserver.request'> | EntryOf<'apiserver.fault'>;

/**
 * Ties what the API server tells of itself to what is seen of it here. Both come over sockets of their own, in either order: whichever comes second names the first, as
 * its `cause` or as `seenAs`. A sending and its event have informer and version in common; a request or a fault and what came of it the entry with which the Reflector
 * had asked.
 */
export class ServerLinks {
  /** By informer and version. */
  readonly #seen = new Recent<string, { readonly seq: Seq; readonly isRepeated: boolean; isSent: boolean }>(remembered);
  readonly #sent = new Recent<string, Seq>(remembered);
  readonly #repeats = new Recent<string, Seq>(requests);
  /** How a list or a watch came to its end, by the entry that asked for it. */
  readonly #ended = new Recent<Seq, Ended>(requests);
  readonly #told = new Recent<Seq, readonly Told[]>(requests);
  /** What a later link of a request leads back to. */
  readonly #asked = new Recent<Seq, Seq>(requests);
  #expired: Seq | undefined;

  /** The entry, with the other half named when it is known. */
  link(entry: TraceEntry): TraceEntry {
    switch (entry.kind) {
      case 'reflector.event':
        return this.#linkEvent(entry);
      case 'reflector.listed':
      case 'reflector.closed':
      case 'reflector.error':
        return this.#linkEnd(entry);
      case 'reflector.throttled':
        this.#follow(entry);
        return entry;
      case 'apiserver.sent':
        return this.#linkSent(entry);
      case 'apiserver.request':
        return this.#linkRequest(entry);
      case 'apiserver.fault':
        return this.#linkFault(entry);
      default:
        return entry;
    }
  }

  #linkEvent(entry: EntryOf<'reflector.event'>): TraceEntry {
    const id = `${entry.informer} ${entry.rv}`;
    const sent = this.#sent.get(id);
    const isRepeated = this.#seen.get(id) !== undefined;
    const repeat = isRepeated ? this.#repeats.get(id) : undefined;
    this.#seen.add(id, { seq: entry.seq, isRepeated, isSent: sent !== undefined });
    if (sent !== undefined) this.#sent.delete(id);
    if (repeat !== undefined) this.#repeats.delete(id);
    return withCauses(entry, [sent, repeat]);
  }

  #linkSent(entry: EntryOf<'apiserver.sent'>): TraceEntry {
    if (entry.key === undefined) return entry;
    const id = `${entry.informer} ${entry.rv}`;
    const event = this.#seen.get(id);
    if (event && !event.isSent) {
      event.isSent = true;
      return { ...entry, seenAs: event.seq };
    }
    this.#sent.add(id, entry.seq);
    return entry;
  }

  #linkEnd(entry: Ended): TraceEntry {
    // What was skipped has ended nothing.
    if (entry.kind === 'reflector.error' && entry.will === 'skip') return entry;
    const asked = this.#askedBy(entry.cause);
    const told = asked === undefined ? [] : (this.#told.get(asked) ?? []).filter((each) => leadsTo(each, entry)).map(({ seq }) => seq);
    if (asked !== undefined && !this.#ended.get(asked)) this.#ended.add(asked, entry);
    if (told.length > 0) this.#told.delete(asked!);
    return withCauses(entry, [...told, entry.kind === 'reflector.error' && entry.code === 410 ? this.#expired : undefined]);
  }

  #linkRequest(entry: EntryOf<'apiserver.request'>): TraceEntry {
    this.#follow(entry);
    return this.#linkTold(entry, this.#askedBy(entry.cause));
  }

  #linkFault(entry: EntryOf<'apiserver.fault'>): TraceEntry {
    if (expiring.has(entry.fault)) this.#expired = entry.seq;
    if (entry.fault === 'duplicateEvent') {
      const id = `${entry.informer} ${entry.rv}`;
      const event = this.#seen.get(id);
      if (event?.isRepeated) return { ...entry, seenAs: event.seq };
      this.#repeats.add(id, entry.seq);
      return entry;
    }
    return ending.has(entry.fault) ? this.#linkTold(entry, this.#askedBy(entry.cause)) : entry;
  }

  #linkTold(entry: Told, asked: Seq | undefined): TraceEntry {
    if (asked === undefined) return entry;
    const ended = this.#ended.get(asked);
    if (ended && leadsTo(entry, ended)) return { ...entry, seenAs: ended.seq };
    if (!ended) this.#told.add(asked, [...(this.#told.get(asked) ?? []), entry]);
    return entry;
  }

  /** The entry with which the Reflector asked. */
  #askedBy(cause: readonly Seq[] | undefined): Seq | undefined {
    const by = cause?.[0];
    return by === undefined ? undefined : (this.#asked.get(by) ?? by);
  }

  #follow({ seq, cause }: TraceEntry): void {
    const asked = this.#askedBy(cause);
    if (asked !== undefined) this.#asked.add(seq, asked);
  }
}

/** A request leads to the list that it was, or to the refusal with its code; all else that ends a watch comes of something else. */
function leadsTo(told: Told, ended: Ended): boolean {
  if (told.kind === 'apiserver.fault') return ended.kind !== 'reflector.listed' || told.fault === 'staleRead' || told.fault === 'slowAnswer' || told.fault === 'holdHeaders';
  return ended.kind === 'reflector.listed' || (ended.kind === 'reflector.error' && ended.code === told.code && told.code >= 400);
}

function withCauses(entry: TraceEntry, more: readonly (Seq | undefined)[]): TraceEntry {
  const named = more.filter((seq) => seq !== undefined);
  return named.length === 0 ? entry : { ...entry, cause: [...(entry.cause ?? []), ...named] };
}
