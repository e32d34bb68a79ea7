import { type Clock, sleep } from '../../extension/base/clock.ts';
import { type Random, seededRandom } from '../../extension/base/random.ts';
import { targetOf } from '../../extension/controller/tracedClient.ts';
import type { WriteTransport } from '../../extension/controller/writeTransport.ts';
import type { ListerWatcher, Watch } from '../../extension/informer/listerWatcher.ts';
import { ApiError, ConnectionError } from '../../extension/kube/status.ts';
import { errorEvent } from './objects.ts';

/** How often each thing goes wrong, as a share of all times that it could. */
export interface FaultRates {
  /** A list is refused, or gets no answer. */
  readonly list: number;
  /** A watch is refused. */
  readonly watch: number;
  /** A watch ends with what it was about to bring, silently or with an error. */
  readonly drop: number;
  /** A watch is told that its version has expired, so that everything is listed anew. */
  readonly expire: number;
  /** What a watch brings comes later: this is the most, in milliseconds. The cache is stale meanwhile. */
  readonly lagMs: number;
  /** A write is refused with 409, as if somebody else had been faster. */
  readonly conflict: number;
  /** A write is refused with 500 or 429. */
  readonly refuse: number;
  /** A write is lost on its way to the server. */
  readonly unsent: number;
  /** A write is stored, and its answer is lost. */
  readonly unanswered: number;
}

export const commonFaults: FaultRates = { list: 0.2, watch: 0.2, drop: 0.15, expire: 0.05, lagMs: 3000, conflict: 0.15, refuse: 0.1, unsent: 0.05, unanswered: 0.05 };

export type Fault = Exclude<keyof FaultRates, 'lagMs'> | 'lag';

/** What goes wrong between a controller and its server, the same in each run with the same seed, until it is healed. */
export class Faults {
  /** How often each has happened. */
  readonly counts: Partial<Record<Fault, number>> = {};
  active = true;
  readonly random: Random;
  readonly clock: Clock;
  readonly rates: FaultRates;

  constructor(seed: number, clock: Clock, rates: FaultRates = commonFaults) {
    this.random = seededRandom(seed);
    this.clock = clock;
    this.rates = rates;
  }

  heal(): void {
    this.active = false;
  }

  /** Whether it goes wrong this time. */
  strikes(fault: Exclude<Fault, 'lag'>): boolean {
    if (!this.active || this.random() >= this.rates[fault]) return false;
    this.#count(fault);
    return true;
  }

  /** Waits as long as the cache is to lag; false when there is nothing to wait for any more. */
  async lag(signal: AbortSignal): Promise<boolean> {
    const ms = this.active ? Math.floor(this.random() * this.rates.lagMs) : 0;
    if (ms === 0) return true;
    this.#count('lag');
    return sleep(this.clock, ms, signal);
  }

  pick<T>(...of: readonly (() => T)[]): T {
    return of[Math.floor(this.random() * of.length)]!();
  }

  #count(fault: Fault): void {
    this.counts[fault] = (this.counts[fault] ?? 0) + 1;
  }
}

const lost = (): Error => new ConnectionError('reset', 'the connection was reset', { server: 'faulty' });
const refused = (): Error => new ApiError({ code: 500, reason: 'InternalError', message: 'etcdserver: leader changed' });
const throttled = (): Error => new ApiError({ code: 429, reason: 'TooManyRequests', message: 'too many requests' }, 1);

/** The same lists and watches over a bad line. */
export function faultyListerWatcher(inner: ListerWatcher, faults: Faults): ListerWatcher {
  return {
    async list(...of) {
      if (faults.strikes('list')) throw faults.pick(lost, refused, throttled);
      return inner.list(...of);
    },
    async watch(...of) {
      if (faults.strikes('watch')) throw faults.pick(lost, refused, throttled);
      return new FaultyWatch(await inner.watch(...of), faults);
    },
  };
}

class FaultyWatch implements Watch {
  readonly #inner: Watch;
  readonly #faults: Faults;
  readonly #closed = new AbortController();

  constructor(inner: Watch, faults: Faults) {
    this.#inner = inner;
    this.#faults = faults;
  }

  async next(): ReturnType<Watch['next']> {
    const batch = await this.#inner.next();
    if (batch === undefined || this.#closed.signal.aborted) return undefined;
    if (this.#faults.strikes('drop')) {
      this.#inner.close();
      return this.#faults.pick(
        () => undefined,
        () => {
          throw new ConnectionError('silent', 'nothing came', { server: 'faulty' });
        },
      );
    }
    if (this.#faults.strikes('expire')) {
      this.#inner.close();
      return [errorEvent(410, 'Expired')];
    }
    return (await this.#faults.lag(this.#closed.signal)) ? batch : undefined;
  }

  close(): void {
    this.#closed.abort();
    this.#inner.close();
  }
}

/** The same writes over a bad line, against others who write, too. */
export function faultyTransport(inner: WriteTransport, faults: Faults): WriteTransport {
  return {
    async write(request, options, signal) {
      if (faults.strikes('conflict')) {
        throw new ApiError({ code: 409, reason: 'Conflict', message: `Operation cannot be fulfilled on ${targetOf(request)}: the object has been modified` });
      }
      if (faults.strikes('refuse')) throw faults.pick(refused, throttled);
      if (faults.strikes('unsent')) throw lost();
      const answer = await inner.write(request, options, signal);
      if (faults.strikes('unanswered')) throw lost();
      return answer;
    },
  };
}
