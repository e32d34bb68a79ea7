import { orAborted } from '../base/abort.ts';
import { type Clock, sleep } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import type { Random } from '../base/random.ts';
import { ApiError } from '../kube/status.ts';
import { LeaseLock, type LeaderElectionRecord, type LeaseLockOptions, microTime } from './leaseLock.ts';

/** Milliseconds; client-go's core clients have these. */
export interface LeaderElectionTimes {
  /** Those who do not lead wait so long without seeing a change before they take over. Default 15 s. */
  readonly leaseDuration?: number;
  /** The leader tries so long to renew before it gives up. Default 10 s. */
  readonly renewDeadline?: number;
  /** Between two tries of anybody; up to 1.2 times as much again, by chance, while it does not lead. Default 2 s. */
  readonly retryPeriod?: number;
}

export interface LeaderElectorOptions extends LeaseLockOptions, LeaderElectionTimes {
  /** Another for each replica. */
  readonly identity: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Told when the holder is another than before, or is known for the first time. */
  readonly onNewLeader?: (record: LeaderElectionRecord) => void;
}

/** As the reason of an abort: it stands for a process that dies, which gives nothing back. */
export class Killed extends Error {
  override readonly name = 'Killed';
}

const jitterFactor = 1.2;

const nobody: LeaderElectionRecord = { holderIdentity: '', leaseDurationSeconds: 0, acquireTime: '', renewTime: '', leaseTransitions: 0 };

/**
 * client-go's `leaderelection` over a Lease: at most one replica leads, as long as clocks run at about the same speed. Times
 * in the Lease are not believed, only that they change. Unlike client-go's, it stands by again after it has lost the Lease, as a process that is started
 * again would; and it gives the Lease back only when all that it guarded has ended, and only while it is still its own.
 */
export class LeaderElector {
  readonly #options: LeaderElectorOptions;
  readonly #lock: LeaseLock;
  readonly #times: Required<LeaderElectionTimes>;
  #observed = nobody;
  #observedAt = 0;
  #reported: string | undefined;

  /** @throws RangeError for times that do not go together */
  constructor(options: LeaderElectorOptions) {
    const { leaseDuration = 15_000, renewDeadline = 10_000, retryPeriod = 2000, identity } = options;
    if (identity === '') throw new RangeError('a replica without an identity cannot lead');
    if (!(leaseDuration > renewDeadline)) throw new RangeError('leaseDuration must be greater than renewDeadline');
    if (!(renewDeadline > retryPeriod * jitterFactor)) throw new RangeError(`renewDeadline must be greater than retryPeriod × ${jitterFactor}`);
    if (!(retryPeriod > 0)) throw new RangeError('retryPeriod must be greater than zero');
    this.#options = options;
    this.#times = { leaseDuration, renewDeadline, retryPeriod };
    this.#lock = new LeaseLock(options);
  }

  get isLeader(): boolean {
    return this.#observed.holderIdentity === this.#options.identity;
  }

  /** As last observed; empty when there is none. */
  get leader(): string {
    return this.#observed.holderIdentity;
  }

  /**
   * Leads whenever it can, until `signal` aborts or `lead` ends by itself.
   * @param lead runs while this replica leads; its signal aborts when it no longer does
   * @throws what `lead` throws
   */
  async run(signal: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (await this.#acquire(signal)) {
      const term = new AbortController();
      const onAbort = (): void => term.abort(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      if (signal.aborted) onAbort();
      let over = false;
      const leading = lead(term.signal).finally(() => {
        over = true;
        term.abort();
      });
      leading.catch(() => undefined); // awaited below, perhaps a little later
      try {
        await this.#renew(term.signal);
        if (!term.signal.aborted) this.#say(`lost the Lease ${this.#lock.description}: it could not be renewed in time`);
        const ended = over;
        term.abort();
        await leading;
        if (ended) return;
      } finally {
        signal.removeEventListener('abort', onAbort);
        if (!(signal.reason instanceof Killed)) await this.#release();
      }
    }
  }

  /** True when it leads; false when it was stopped before. */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { clock, random } = this.#options;
    while (!signal.aborted) {
      const acquired = await this.#tryInTime(signal);
      if (signal.aborted && !acquired) return false;
      this.#report();
      if (acquired) return true;
      await sleep(clock, this.#times.retryPeriod * (1 + random() * jitterFactor), signal);
    }
    return false;
  }

  /** Resolves when it could not be renewed in time, or is stopped. */
  async #renew(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!signal.aborted) {
      if (!(await this.#renewInTime(signal))) return;
      this.#report();
      await sleep(clock, this.#times.retryPeriod, signal);
    }
  }

  async #renewInTime(signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#options;
    const { renewDeadline, retryPeriod } = this.#times;
    return this.#within(renewDeadline, signal, async (deadline) => {
      while (!deadline.aborted) {
        if (await this.#tryInTime(deadline)) return true;
        await sleep(clock, retryPeriod, deadline);
      }
      return false;
    });
  }

  /** One try takes half of the deadline at most, as controller-runtime has it: an answer that does not come must not cost the others. */
  #tryInTime(signal: AbortSignal): Promise<boolean> {
    return this.#within(this.#times.renewDeadline / 2, signal, (deadline) => this.#tryAcquireOrRenew(deadline));
  }

  async #within<T>(ms: number, signal: AbortSignal, work: (deadline: AbortSignal) => Promise<T>): Promise<T> {
    const deadline = new AbortController();
    const stop = (): void => deadline.abort(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const timer = this.#options.clock.setTimer(ms, () => deadline.abort(new Error('it took too long')));
    try {
      return await work(deadline.signal);
    } finally {
      timer.dispose();
      signal.removeEventListener('abort', stop);
    }
  }

  /** Never rejects. */
  async #tryAcquireOrRenew(signal: AbortSignal): Promise<boolean> {
    const { identity, clock } = this.#options;
    const now = microTime(clock);
    const record = { holderIdentity: identity, leaseDurationSeconds: Math.floor(this.#times.leaseDuration / 1000), renewTime: now, acquireTime: now };

    // 1. The leader updates what it observed last, hoping that nobody else has written.
    if (this.isLeader && this.#isValid) {
      const { acquireTime, leaseTransitions } = this.#observed;
      if (await this.#write('update', { ...record, acquireTime, leaseTransitions }, signal)) return true;
    }

    // 2. Else it is read, or created.
    let old: LeaderElectionRecord;
    try {
      const got = await orAborted(this.#lock.get(signal), signal);
      if (!got) return false;
      old = got;
    } catch (error) {
      if (ApiError.is(error, 404)) return this.#write('create', { ...record, leaseTransitions: 0 }, signal);
      this.#say(`could not read the Lease ${this.#lock.description}: ${messageOf(error)}`);
      return false;
    }

    // 3. Whoever holds it is left alone until nothing has changed for as long as the Lease lasts.
    if (!isSame(old, this.#observed)) this.#observe(old);
    if (old.holderIdentity !== '' && this.#isValid && !this.isLeader) return false;

    // 4. It is free, or our own.
    const { acquireTime, leaseTransitions } = old;
    return this.#write('update', this.isLeader ? { ...record, acquireTime, leaseTransitions } : { ...record, leaseTransitions: leaseTransitions + 1 }, signal);
  }

  async #write(verb: 'create' | 'update', record: LeaderElectionRecord, signal: AbortSignal): Promise<boolean> {
    try {
      const written = await orAborted(this.#lock[verb](record, signal).then(() => true), signal);
      if (!written) return false;
      this.#observe(record);
      return true;
    } catch (error) {
      this.#say(`could not ${verb} the Lease ${this.#lock.description}: ${messageOf(error)}`);
      return false;
    }
  }

  /** Gives the Lease back, so that nobody has to wait until it runs out; tried for one retry period, and again after a conflict. */
  async #release(): Promise<void> {
    if (!this.isLeader) return;
    await this.#within(this.#times.retryPeriod, new AbortController().signal, async (deadline) => {
      while (!deadline.aborted && !(await this.#tryRelease(deadline)));
    });
    if (this.isLeader) this.#observed = nobody;
    this.#report();
  }

  /** False when it is worth another try. */
  async #tryRelease(signal: AbortSignal): Promise<boolean> {
    const now = microTime(this.#options.clock);
    try {
      const current = await orAborted(this.#lock.get(signal), signal);
      if (!current) return true;
      if (current.holderIdentity !== this.#options.identity) {
        this.#observe(current);
        return true;
      }
      const released = { ...nobody, leaseDurationSeconds: 1, renewTime: now, acquireTime: now, leaseTransitions: current.leaseTransitions };
      await orAborted(this.#lock.update(released, signal), signal);
      if (!signal.aborted) this.#observe(released);
      return true;
    } catch (error) {
      if (ApiError.is(error, 409)) return false;
      this.#say(`could not give the Lease ${this.#lock.description} back, so that others wait until it runs out: ${messageOf(error)}`);
      return true;
    }
  }

  /** By this replica's own clock, and the holder's own word on how long it lasts. */
  get #isValid(): boolean {
    return this.#observedAt + this.#observed.leaseDurationSeconds * 1000 > this.#options.clock.now();
  }

  #observe(record: LeaderElectionRecord): void {
    this.#observed = record;
    this.#observedAt = this.#options.clock.now();
  }

  #report(): void {
    if (this.#observed.holderIdentity === this.#reported) return;
    this.#reported = this.#observed.holderIdentity;
    this.#options.onNewLeader?.(this.#observed);
  }

  #say(message: string): void {
    this.#options.logger.info('election', `${this.#options.identity} ${message}.`);
  }
}

function isSame(one: LeaderElectionRecord, other: LeaderElectionRecord): boolean {
  return (Object.keys(one) as (keyof LeaderElectionRecord)[]).every((field) => one[field] === other[field]);
}
