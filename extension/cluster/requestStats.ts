import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../base/clock.ts';
import { Histogram } from '../base/histogram.ts';
import { type RequestKind, requestKind } from './requestKind.ts';

/** Upper bounds of the classes in which times are counted, in milliseconds; beyond the last is one more. */
export const latencyBounds: readonly number[] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000];

/** Kinds that are told apart; the rest is one. */
const mostKinds = 200;
const restOfAll: RequestKind = { verb: 'any', resource: 'other' };

/** Refusals that are remembered, and watches that are told of. */
const mostRefusals = 20;
const mostWatches = 200;

/** Characters of a header that are kept. */
const longestHeader = 100;

/** Told of each request, as its transport sees it. */
export interface RequestObserver {
  sent(method: string, path: string): RequestObservation;
  /** The client's own rate limit holds one back for so long. */
  throttled(method: string, path: string, ms: number): void;
}

export interface RequestObservation {
  answered(status: number, headers: IncomingHttpHeaders): void;
  /** No answer came. */
  failed(): void;
  /** Bytes of the answer, decompressed. */
  received(bytes: number): void;
  /** Nothing more of it comes. */
  ended(): void;
}

/** Times in classes: how many were at most each bound and above the one before; the last has no bound. */
export interface Latencies {
  readonly counts: readonly number[];
  readonly count: number;
  /** Milliseconds, together. */
  readonly sum: number;
}

export interface KindFigures extends RequestKind {
  readonly requests: number;
  /** Answered by 400 and above. */
  readonly refused: number;
  readonly unanswered: number;
  readonly bytes: number;
  readonly throttled: number;
  readonly throttledMs: number;
  /** From sending to the head of the answer. */
  readonly latencies: Latencies;
}

/** The server had too much to do, or found that this client wants too much. */
export interface Refusal extends RequestKind {
  /** Milliseconds ago. */
  readonly agoMs: number;
  /** What it asked to be waited for; undefined: it did not. */
  readonly retryAfterSeconds: number | undefined;
  /** By which priority and fairness refused it, as the UIDs in `X-Kubernetes-PF-FlowSchema-UID` and `-PriorityLevel-UID`; empty: it did not. */
  readonly flowSchema: string;
  readonly priorityLevel: string;
}

export interface OpenWatch {
  readonly resource: string;
  readonly openMs: number;
  /** Since its last byte, or since it was opened. */
  readonly quietMs: number;
  readonly bytes: number;
}

export interface RequestFigures {
  readonly kinds: readonly KindFigures[];
  readonly refusals: readonly Refusal[];
  /** Answers of 429 in all. */
  readonly tooMany: number;
  readonly watches: readonly OpenWatch[];
}

/** Counts what is asked of one server: by verb and resource, never by name. Bounded, whatever is asked for. */
export class RequestStats implements RequestObserver {
  readonly #clock: Clock;
  readonly #kinds = new Map<string, Counted>();
  readonly #watches = new Set<Observed>();
  #refusals: readonly (Omit<Refusal, 'agoMs'> & { readonly at: number })[] = [];
  #tooMany = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  sent(method: string, path: string): RequestObservation {
    const kind = this.#kind(requestKind(method, path));
    kind.requests++;
    const observed = new Observed(kind, this.#clock, {
      answered: (status, headers) => this.#answered(observed, status, headers),
      ended: () => this.#watches.delete(observed),
    });
    return observed;
  }

  throttled(method: string, path: string, ms: number): void {
    const kind = this.#kind(requestKind(method, path));
    kind.throttled++;
    kind.throttledMs += ms;
  }

  figures(): RequestFigures {
    const now = this.#clock.now();
    return {
      kinds: Array.from(this.#kinds.values(), ({ latencies, ...kind }) => ({ ...kind, latencies: latencies.copy() })),
      refusals: this.#refusals.map(({ at, ...refusal }) => ({ ...refusal, agoMs: now - at })),
      tooMany: this.#tooMany,
      watches: Array.from(this.#watches, ({ kind, since, heard, bytes }) => ({ resource: kind.resource, openMs: now - since, quietMs: now - heard, bytes })),
    };
  }

  #kind(kind: RequestKind): Counted {
    const id = `${kind.verb} ${kind.resource}`;
    const counted = this.#kinds.get(id);
    if (counted) return counted;
    if (this.#kinds.size >= mostKinds && kind !== restOfAll) return this.#kind(restOfAll);
    const added: Counted = { ...kind, requests: 0, refused: 0, unanswered: 0, bytes: 0, throttled: 0, throttledMs: 0, latencies: new Histogram(latencyBounds) };
    this.#kinds.set(id, added);
    return added;
  }

  #answered(observed: Observed, status: number, headers: IncomingHttpHeaders): void {
    const { verb, resource } = observed.kind;
    if (status >= 200 && status < 300) {
      if (verb === 'watch' && this.#watches.size < mostWatches) this.#watches.add(observed);
      return;
    }
    if (status !== 429) return;
    this.#tooMany++;
    const seconds = Number(headers['retry-after']);
    const refusal = {
      verb,
      resource,
      at: this.#clock.now(),
      retryAfterSeconds: Number.isFinite(seconds) && headers['retry-after'] !== undefined ? seconds : undefined,
      flowSchema: headerOf(headers, 'x-kubernetes-pf-flowschema-uid'),
      priorityLevel: headerOf(headers, 'x-kubernetes-pf-prioritylevel-uid'),
    };
    this.#refusals = [refusal, ...this.#refusals].slice(0, mostRefusals);
  }
}

interface Counted extends RequestKind {
  requests: number;
  refused: number;
  unanswered: number;
  bytes: number;
  throttled: number;
  throttledMs: number;
  readonly latencies: Histogram;
}

class Observed implements RequestObservation {
  readonly kind: Counted;
  readonly since: number;
  heard: number;
  bytes = 0;
  readonly #clock: Clock;
  readonly #tell: Pick<RequestObservation, 'answered' | 'ended'>;

  constructor(kind: Counted, clock: Clock, tell: Pick<RequestObservation, 'answered' | 'ended'>) {
    this.kind = kind;
    this.#clock = clock;
    this.#tell = tell;
    this.since = this.heard = clock.now();
  }

  answered(status: number, headers: IncomingHttpHeaders): void {
    this.heard = this.#clock.now();
    this.kind.latencies.observe(this.heard - this.since);
    if (status >= 400) this.kind.refused++;
    this.#tell.answered(status, headers);
  }

  failed(): void {
    this.kind.unanswered++;
  }

  received(bytes: number): void {
    this.heard = this.#clock.now();
    this.bytes += bytes;
    this.kind.bytes += bytes;
  }

  ended(): void {
    this.#tell.ended();
  }
}

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? (value[0] ?? '') : (value ?? '')).slice(0, longestHeader);
}
