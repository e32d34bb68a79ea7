import type { Clock } from '../../extension/base/clock.ts';
import type { ListerWatcher, Watch } from '../../extension/informer/listerWatcher.ts';
import type { ClientGo } from '../../extension/informer/profile.ts';
import type { ListOptions } from '../../extension/kube/listOptions.ts';
import { ConnectionError, isExpired, isTooLargeResourceVersion } from '../../extension/kube/status.ts';
import { initialEventsEndAnnotation, type WatchEvent } from '../../extension/kube/watchEvent.ts';
import { BackoffModel } from './backoffModel.ts';

/** A watch that ends sooner without an event is a failure. */
const shortMs = 1000;

/** Of the machine's time: a timer may be early by so much, and a process may be left standing for so long. */
const [earlyMs, standingMs] = [2, 1000];

/** Whether the next request may follow at once; or only after a delay; or at once if it asks for less: for the newest state, or for everything in one piece. */
type Next = 'free' | 'delay' | 'easier';

export interface LoggedRequest {
  readonly verb: 'list' | 'watch';
  readonly options: ListOptions;
  readonly at: number;
  /** Undefined while it is under way. */
  end?: { readonly at: number; readonly next: Next; readonly why: string };
}

/**
 * Every list and watch that one Reflector sends, and whether they come as the contract lets them. What it knows it has from between the Reflector and its
 * ListerWatcher: it reads no trace.
 */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get lists(): number {
    return this.requests.filter(({ verb, options }) => verb === 'list' && !options.continue).length;
  }

  get watches(): number {
    return this.requests.filter(({ verb }) => verb === 'watch').length;
  }

  /** Those that were answered by a failure, or whose answer broke off such that the contract asks for a delay. */
  get failures(): number {
    return this.requests.filter(({ end }) => end !== undefined && end.next !== 'free').length;
  }

  observe(inner: ListerWatcher): ListerWatcher {
    return {
      ...(inner.watchListUnsupported !== undefined && { watchListUnsupported: inner.watchListUnsupported }),
      list: async (options, ...rest) => {
        const request = this.#sent('list', options);
        try {
          const page = await inner.list(options, ...rest);
          this.#ended(request, 'free', 'listed');
          return page;
        } catch (error) {
          this.#ended(request, isUnavailable(error) && (options.continue || options.resourceVersion) ? 'easier' : 'delay', String(error));
          throw error;
        }
      },
      watch: async (options, ...rest) => {
        const request = this.#sent('watch', options);
        try {
          return this.#observeWatch(await inner.watch(options, ...rest), request);
        } catch (error) {
          this.#ended(request, this.#afterRefusal(request, error), String(error));
          throw error;
        }
      },
    };
  }

  /** What came sooner than the contract lets it, in words. @param factor of the clock, whose timers may be a little early, and which may stand for a while on a busy machine */
  violations(clientGo: ClientGo, factor: number): string[] {
    const first = this.requests[0];
    if (!first) return [];
    const model = new BackoffModel(clientGo, first.at, standingMs * factor);
    return this.requests.flatMap((request, index) => {
      const before = this.requests[index - 1];
      if (!before) return [];
      const name = `request ${index}, ${request.verb} ${JSON.stringify(request.options)}`;
      if (!before.end) return [`${name}: while the one before is under way`];
      const { next, at, why } = before.end;
      if (next === 'free' || (next === 'easier' && isEasier(request, before))) return [];
      const waited = request.at - at;
      const least = model.tooSoon(at, waited, earlyMs * factor);
      return least === undefined ? [] : [`${name}: ${Math.round(waited)} ms after "${why}", which asks for ${least} ms at least`];
    });
  }

  #sent(verb: LoggedRequest['verb'], options: ListOptions): LoggedRequest {
    const request: LoggedRequest = { verb, options: { ...options }, at: this.#clock.now() };
    this.requests.push(request);
    return request;
  }

  #ended(request: LoggedRequest, next: Next, why: string): void {
    request.end ??= { at: this.#clock.now(), next, why };
  }

  /** T-02. */
  #afterRefusal({ options, at }: LoggedRequest, error: unknown): Next {
    if (options.sendInitialEvents) return ConnectionError.is(error, 'refused') || isTooMany(error) ? 'delay' : 'easier';
    const isBroken = ConnectionError.is(error, 'reset') || ConnectionError.is(error, 'timeout');
    return isBroken && this.#clock.now() - at >= shortMs ? 'free' : 'delay';
  }

  #observeWatch(watch: Watch, request: LoggedRequest): Watch {
    let counted = 0;
    let isInitial = request.options.sendInitialEvents === true;
    const closed = (why: string): void => this.#ended(request, counted > 0 || this.#clock.now() - request.at >= shortMs ? 'free' : isInitial ? 'easier' : 'delay', why);
    return {
      next: async () => {
        try {
          const events = await watch.next();
          if (!events) closed('closed');
          for (const event of events ?? []) {
            if (event.type === 'ERROR') this.#ended(request, isInitial ? 'easier' : 'delay', JSON.stringify(event.object));
            else counted++;
            if (isInitialEnd(event)) isInitial = false;
          }
          return events;
        } catch (error) {
          if (ConnectionError.is(error, 'silent')) closed('silent');
          else this.#ended(request, isInitial ? 'easier' : 'delay', String(error));
          throw error;
        }
      },
      close: () => {
        closed('closed by the Reflector');
        watch.close();
      },
    };
  }
}

function isUnavailable(error: unknown): boolean {
  return isExpired(error) || isTooLargeResourceVersion(error);
}

function isTooMany(error: unknown): boolean {
  return (error as { readonly status?: unknown } | null)?.status === 429;
}

function isInitialEnd({ type, object }: WatchEvent): boolean {
  return type === 'BOOKMARK' && (object as { readonly metadata?: { readonly annotations?: Record<string, string> } }).metadata?.annotations?.[initialEventsEndAnnotation] === 'true';
}

/** A list instead of a stream, the newest state instead of one that is not there any more, or all in one piece instead of pages (L-06). */
function isEasier(request: LoggedRequest, before: LoggedRequest): boolean {
  if (before.options.sendInitialEvents) return request.verb === 'list' || (before.options.resourceVersion !== '' && request.options.resourceVersion === '');
  if (before.options.continue) return !request.options.continue && !request.options.limit;
  return request.verb === 'list' && request.options.resourceVersion === '';
}
