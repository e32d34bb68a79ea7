import { orAborted } from '../base/abort.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import type { ListOptions } from '../kube/listOptions.ts';
import { hasMetadata } from '../kube/object.ts';
import { whyUndecodable } from '../kube/undecodable.ts';
import type { Gate } from '../trace/gate.ts';
import type { ListerWatcher, ListPage, RequestObserver, Watch } from './listerWatcher.ts';
import { listPages, type PagedList, type PagesBefore } from './listPager.ts';
import { countedFrom, undecodableItem, unsupportedTable } from './reflectorErrors.ts';
import type { ReflectorTrace } from './reflectorTrace.ts';
import { logIfSlow, slowListMs } from './slowStep.ts';

/** Least time for which a watch is asked; twice this is the most. */
const minWatchTimeoutMs = 300_000;

export interface ServerRequestsOptions {
  readonly informer: string;
  readonly listerWatcher: ListerWatcher;
  readonly trace: ReflectorTrace;
  readonly gate: Gate;
  readonly random: Random;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Honoured when it is larger than the built-in minimum. */
  readonly minWatchTimeoutMs: number;
}

/**
 * The two requests that a Reflector makes, each told to the trace. Stop wins: it ends a request at once, and what
 * arrives later is dropped or closed.
 */
export class ServerRequests {
  readonly #options: ServerRequestsOptions;

  constructor(options: ServerRequestsOptions) {
    this.#options = options;
  }

  /** Every page of a list; undefined when stopped. @throws ApiError, ConnectionError, ReflectorError */
  async list(options: ListOptions, pageSize: number, signal: AbortSignal): Promise<PagedList | undefined> {
    const { informer, trace, clock, logger } = this.#options;
    const started = clock.now();
    const list = await orAborted(listPages((page, before) => this.#page(page, before, signal), options, pageSize), signal);
    if (!list || signal.aborted) return undefined;
    trace.listed(list);
    const { items, pages, bytes } = list;
    logIfSlow(logger, 'reflector', `${informer}: listing`, clock.now() - started, slowListMs, { items: items.length, pages, bytes });
    return list;
  }

  /** Undefined when stopped. @throws ApiError, ConnectionError */
  async watch(options: ListOptions, signal: AbortSignal): Promise<Watch | undefined> {
    const timeoutSeconds = this.#watchTimeoutSeconds();
    this.#options.trace.watch(options, timeoutSeconds);
    const request = this.#options.listerWatcher.watch({ ...options, timeoutSeconds, allowWatchBookmarks: true }, signal, this.#options.trace);
    const watch = await orAborted(request, signal, (late) => late.close());
    if (!watch || signal.aborted) return undefined;
    this.#options.trace.accepted();
    return watch;
  }

  async #page(options: ListOptions, before: PagesBefore, signal: AbortSignal): Promise<ListPage> {
    const { informer, gate, trace, listerWatcher } = this.#options;
    const held = gate.ask({ point: 'list.page', owner: informer, cause: trace.last, signal });
    if (held) await orAborted(held, signal);
    signal.throwIfAborted();
    trace.list(options, before);
    const { objects } = before;
    const page = await listerWatcher.list(options, signal, options.continue ? laterPage(trace) : trace).catch((error: unknown) => Promise.reject(countedFrom(objects, error)));
    if (page.kind === 'Table') throw unsupportedTable();
    for (const [index, item] of page.items.entries()) {
      const why = hasMetadata(item) ? whyUndecodable(item) : undefined;
      if (why !== undefined) throw undecodableItem(objects + index, `is broken: ${why}`);
    }
    return page;
  }

  /** Whole seconds, drawn anew for each request, so that watches do not all end together. */
  #watchTimeoutSeconds(): number {
    const least = Math.max(minWatchTimeoutMs, this.#options.minWatchTimeoutMs);
    return Math.floor((least / 1000) * (1 + this.#options.random()));
  }
}

/** That the list has been accepted is said once. */
function laterPage(trace: ReflectorTrace): RequestObserver {
  return { accepted: () => undefined, throttled: (ms) => trace.throttled(ms), reduced: (got) => trace.reduced(got) };
}
