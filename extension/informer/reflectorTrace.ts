import type { Clock } from '../base/clock.ts';
import type { ListOptions } from '../kube/listOptions.ts';
import type { EntryOf, ReflectorDraft, Seq } from '../trace/entry.ts';
import type { Probe } from '../trace/probe.ts';
import type { BackoffStep } from './backoff.ts';
import type { RequestObserver } from './listerWatcher.ts';
import type { PagedList, PagesBefore } from './listPager.ts';
import { factsOf } from './reflectorErrors.ts';
import type { StreamEnd, WatchStream } from './watchStream.ts';

export type ErrorPhase = EntryOf<'reflector.error'>['phase'];
export type Will = EntryOf<'reflector.error'>['will'];

type Cause = { readonly cause?: readonly Seq[] };

/**
 * What a Reflector does, as one chain: each entry names the one before it as its cause, so that a relist leads
 * back to the error that made it necessary.
 */
export class ReflectorTrace implements RequestObserver {
  readonly #informer: string;
  readonly #probe: Probe;
  readonly #clock: Clock;
  #last: Seq = 0;

  constructor(informer: string, probe: Probe, clock: Clock) {
    this.#informer = informer;
    this.#probe = probe;
    this.#clock = clock;
  }

  /** The newest link of the chain; 0 before the first. */
  get last(): Seq {
    return this.#last;
  }

  /** The chain goes on from an entry that was recorded elsewhere. */
  continueFrom(seq: Seq): void {
    this.#last = seq;
  }

  /** @param before of a later page: what those before it have brought, and say of the rest */
  list({ resourceVersion = '', limit, continue: token }: ListOptions, { objects, remaining }: PagesBefore): void {
    this.#record({
      kind: 'reflector.list',
      informer: this.#informer,
      ...this.#because(),
      resourceVersion,
      ...(limit ? { limit } : undefined),
      ...(token ? { continue: token, objects, ...(remaining === undefined ? undefined : { remaining }) } : undefined),
    });
  }

  /** No link of the chain: what comes next comes of the request. */
  accepted(): void {
    this.#probe.record({ kind: 'reflector.accepted', informer: this.#informer, ...this.#because() });
  }

  listed({ items, pages, bytes, resourceVersion }: PagedList): void {
    this.#record({ kind: 'reflector.listed', informer: this.#informer, ...this.#because(), items: items.length, pages, bytes, resourceVersion });
  }

  watch({ resourceVersion = '', sendInitialEvents = false }: ListOptions, timeoutSeconds: number): void {
    const streaming = sendInitialEvents;
    this.#record({ kind: 'reflector.watch', informer: this.#informer, ...this.#because(), resourceVersion, timeoutSeconds, streaming });
  }

  throttled(ms: number): void {
    this.#record({ kind: 'reflector.throttled', informer: this.#informer, ...this.#because(), ms });
  }

  /** No link of the chain: what comes next does not come of it. */
  reduced(got: string): void {
    this.#probe.record({ kind: 'reflector.reduced', informer: this.#informer, ...this.#because(), got });
  }

  /** A streamed list stands still. It is no link of the chain: what comes next does not come of it. */
  streaming(objects: number, lasted: number): void {
    this.#probe.record({ kind: 'reflector.streaming', informer: this.#informer, ...this.#because(), objects, lasted });
  }

  closed(stream: WatchStream, end: StreamEnd): void {
    const reason = end.reason === 'error' ? factsOf(end.error).reason : end.reason;
    const lasted = this.#clock.now() - stream.startedAt;
    this.#record({ kind: 'reflector.closed', informer: this.#informer, ...this.#because(), reason, lasted });
  }

  error(phase: ErrorPhase, error: unknown, will: Will): void {
    this.#record({ kind: 'reflector.error', informer: this.#informer, ...this.#because(), phase, ...factsOf(error), will });
  }

  relist(why: string): void {
    this.#record({ kind: 'reflector.relist', informer: this.#informer, ...this.#because(), why });
  }

  backoff({ ms, attempt }: BackoffStep): void {
    this.#record({ kind: 'reflector.backoff', informer: this.#informer, ...this.#because(), ms, attempt });
  }

  stopped(): void {
    this.#record({ kind: 'reflector.stopped', informer: this.#informer, ...this.#because() });
  }

  #record(draft: ReflectorDraft): void {
    this.#last = this.#probe.record(draft);
  }

  #because(): Cause {
    return this.#last ? { cause: [this.#last] } : {};
  }
}
