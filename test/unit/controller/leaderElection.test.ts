import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { Killed, LeaderElector, type LeaderElectorOptions } from '../../../extension/controller/leaderElection.ts';
import { leaseResource } from '../../../extension/controller/leaseLock.ts';
import type { WriteTransport } from '../../../extension/controller/writeTransport.ts';
import { isRecord, type KubeObject } from '../../../extension/kube/object.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeCluster } from '../../support/fakeCluster.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';

const lease = { namespace: 'd', name: 'leader' };

/** One replica: whether it leads now, and what it has heard. */
class Replica {
  readonly elector: LeaderElector;
  readonly log = new RecordingLogger();
  readonly heard: string[] = [];
  leads = false;
  terms = 0;
  /** Its way to the server is cut: requests fail, or hang. */
  cut: 'no' | 'fails' | 'hangs' = 'no';
  /** How long it takes what it guards to end. */
  endsAfterMs = 0;
  readonly #stop = new AbortController();
  readonly #clock: FakeClock;
  readonly #running: Promise<void>;

  constructor(identity: string, cluster: FakeCluster, clock: FakeClock, options: Partial<LeaderElectorOptions> = {}) {
    this.#clock = clock;
    const passing = async <T>(request: () => Promise<T>): Promise<T> => {
      if (this.cut === 'hangs') return new Promise(() => undefined);
      if (this.cut === 'fails') throw new ConnectionError('reset', 'reset', { server: 's' });
      return request();
    };
    const transport: WriteTransport = { write: (request, writes) => passing(() => cluster.write(request, writes)) };
    this.elector = new LeaderElector({
      identity,
      lease,
      get: (...of) => passing(() => cluster.get(of[0], of[1], of[2])),
      transport,
      fieldManager: 'test',
      clock,
      random: () => 0,
      logger: this.log,
      onNewLeader: ({ holderIdentity, leaseTransitions }) => void this.heard.push(`${holderIdentity} ${leaseTransitions}`),
      ...options,
    });
    this.#running = this.elector.run(this.#stop.signal, (signal) => this.#lead(signal));
  }

  async stop(reason?: unknown): Promise<void> {
    this.#stop.abort(reason);
    await this.#clock.settle();
  }

  get ended(): Promise<void> {
    return this.#running;
  }

  async #lead(signal: AbortSignal): Promise<void> {
    this.leads = true;
    this.terms++;
    await new Promise<void>((resolve) => void signal.addEventListener('abort', () => resolve(), { once: true }));
    if (this.endsAfterMs > 0) await new Promise<void>((resolve) => void this.#clock.setTimer(this.endsAfterMs, resolve));
    this.leads = false;
  }
}

describe('LeaderElector', () => {
  let clock: FakeClock;
  let cluster: FakeCluster;
  let replicas: Replica[] = [];
  const join = async (identity: string, options: Partial<LeaderElectorOptions> = {}): Promise<Replica> => {
    const replica = new Replica(identity, cluster, clock, options);
    replicas.push(replica);
    await clock.settle();
    return replica;
  };
  const specNow = (): Readonly<Record<string, unknown>> => {
    const { spec } = cluster.object(leaseResource, 'd/leader') as KubeObject;
    return isRecord(spec) ? spec : {};
  };

  beforeEach(() => {
    clock = new FakeClock();
    cluster = new FakeCluster();
    replicas = [];
  });
  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await clock.advance(60_000);
    await Promise.all(replicas.map(({ ended }) => ended));
    expect(clock.pending).toBe(0);
  });

  it('creates the Lease and leads; a second one stands by', async () => {
    const a = await join('a');
    const b = await join('b');
    await clock.advance(60_000);
    expect([a.leads, b.leads]).toEqual([true, false]);
    expect(specNow()).toEqual({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:01:00.000000Z',
      leaseTransitions: 0,
    });
    expect([a.heard, b.heard]).toEqual([['a 0'], ['a 0']]);
    expect([a.elector.isLeader, b.elector.isLeader, b.elector.leader]).toEqual([true, false, 'a']);
  });

  it('renews every two seconds with one update, without reading', async () => {
    await join('a');
    cluster.writes.length = 0;
    await clock.advance(10_000);
    expect(cluster.writes).toEqual(Array.from({ length: 5 }, () => 'update leases d/leader'));
  });

  it('tries to acquire every 2 s, and by chance up to 1.2 times as much more', async () => {
    await join('a');
    const tried: number[] = [];
    const record = (random: number) => ({ random: () => random, get: async (...of: Parameters<FakeCluster['get']>) => (tried.push(clock.now()), cluster.get(of[0], of[1], of[2])) });
    const [hasty, slow] = [await join('hasty', record(0)), tried.splice(0)];
    await clock.advance(6000);
    expect([...slow, ...tried.splice(0)]).toEqual([0, 2000, 4000, 6000]);
    await hasty.stop();
    await join('slow', record(1));
    await clock.advance(9000);
    expect(tried).toEqual([6000, 10_400, 14_800]);
  });

  it('gives the Lease back when it is stopped, once what it guards has ended; the next one need not wait for it to run out', async () => {
    const a = await join('a');
    const b = await join('b');
    a.endsAfterMs = 700;
    await clock.advance(1000);
    await a.stop();
    expect(specNow()).toMatchObject({ holderIdentity: 'a' });
    await clock.advance(700);
    expect(specNow()).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaseTransitions: 0 });
    expect(b.leads).toBe(false);
    await clock.advance(2000);
    expect(b.leads).toBe(true);
    expect(specNow()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
    expect(b.heard).toEqual(['a 0', 'b 1']);
  });

  it('one that is killed gives nothing back: the next one waits until it has seen no change for 15 s', async () => {
    const a = await join('a');
    const b = await join('b');
    await clock.advance(10_000); // renewed at 10 s, seen by b at 10 s
    await a.stop(new Killed());
    await clock.advance(14_000);
    expect(b.leads).toBe(false);
    await clock.advance(3000);
    expect(b.leads).toBe(true);
    expect(specNow()).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 });
  });

  it.each(['fails', 'hangs'] as const)('gives up after 10 s in which renewing %s, before anybody else may lead; and stands by again', async (how) => {
    const a = await join('a');
    const b = await join('b');
    await clock.advance(4000);
    a.cut = how;
    let both = false;
    for (let ms = 0; ms < 30_000; ms += 250) {
      await clock.advance(250);
      both ||= a.leads && b.leads;
      if (ms < 9000) expect(a.leads).toBe(true);
    }
    expect(both).toBe(false);
    expect([a.leads, b.leads]).toEqual([false, true]);
    expect(a.log.lines).toContain('info election: a lost the Lease d/leader: it could not be renewed in time.');
    a.cut = 'no';
    await b.stop();
    await clock.advance(5000);
    expect([a.leads, a.terms]).toEqual([true, 2]);
    expect(specNow()).toMatchObject({ holderIdentity: 'a', leaseTransitions: 2 });
  });

  it('an answer that does not come costs that one try, and not the Lease', async () => {
    const a = await join('a');
    await clock.advance(1000);
    a.cut = 'hangs';
    await clock.advance(2000);
    a.cut = 'no';
    for (let ms = 0; ms < 20_000; ms += 500) {
      await clock.advance(500);
      expect(a.leads).toBe(true);
    }
    expect(a.terms).toBe(1);
  });

  it('does not give back what has become another’s', async () => {
    const a = await join('a');
    cluster.put(leaseResource, { ...(cluster.object(leaseResource, 'd/leader') as KubeObject), spec: { ...specNow(), holderIdentity: 'thief' } });
    await a.stop();
    expect(specNow()).toMatchObject({ holderIdentity: 'thief' });
  });

  it('leaves the Lease to one who has taken it over: a conflict is read again, and believed', async () => {
    const a = await join('a');
    cluster.put(leaseResource, { ...(cluster.object(leaseResource, 'd/leader') as KubeObject), spec: { ...specNow(), holderIdentity: 'thief', leaseTransitions: 7 } });
    await clock.advance(13_000);
    expect(a.leads).toBe(false);
    expect(a.heard).toEqual(['a 0', 'thief 7']);
  });

  it('leads again over a Lease that it holds already, as a process that was started again under its name', async () => {
    const a = await join('a');
    await a.stop(new Killed());
    const again = await join('a');
    expect(again.leads).toBe(true);
    expect(specNow()).toMatchObject({ holderIdentity: 'a', leaseTransitions: 0 });
  });

  it('of several that find no Lease one leads', async () => {
    const all = ['a', 'b', 'c', 'd'].map((identity) => new Replica(identity, cluster, clock));
    replicas.push(...all);
    await clock.advance(30_000);
    expect(all.filter(({ leads }) => leads)).toHaveLength(1);
  });

  it('survives whatever is in the Lease', async () => {
    cluster.put(leaseResource, { metadata: { ...lease }, spec: { holderIdentity: 7, leaseDurationSeconds: 'x', leaseTransitions: -1, strategy: 'kept' } });
    const a = await join('a');
    expect(a.leads).toBe(true);
    expect(specNow()).toMatchObject({ holderIdentity: 'a', leaseTransitions: 1, strategy: 'kept' });
  });

  it('is not allowed to read the Lease: stands by, says why, and tries on', async () => {
    cluster.forbidden = true;
    const a = await join('a');
    await clock.advance(10_000);
    expect(a.leads).toBe(false);
    expect(a.log.lines).toContain('info election: a could not read the Lease d/leader: forbidden.');
    cluster.forbidden = false;
    await clock.advance(2000);
    expect(a.leads).toBe(true);
  });

  it('a release that conflicts is tried again; one that gets no answer holds up the stop for 2 s', async () => {
    const a = await join('a');
    cluster.failNext = new ApiError({ code: 409, reason: 'Conflict' });
    await a.stop();
    expect(specNow()).toMatchObject({ holderIdentity: '' });
    const b = await join('b');
    b.cut = 'hangs';
    let ended = false;
    void b.ended.then(() => (ended = true));
    await b.stop();
    await clock.advance(1999);
    expect(ended).toBe(false);
    await clock.advance(1);
    expect(ended).toBe(true);
  });

  it('ends with what it guards, and fails with it', async () => {
    const options = { identity: 'a', lease, get: (...of: Parameters<FakeCluster['get']>) => cluster.get(...of), transport: cluster, fieldManager: 't', clock, random: () => 0, logger: silentLogger };
    const forever = new AbortController().signal;
    await new LeaderElector(options).run(forever, () => Promise.resolve());
    expect(specNow()).toMatchObject({ holderIdentity: '' });
    await expect(new LeaderElector(options).run(forever, () => Promise.reject(new Error('no cache')))).rejects.toThrow('no cache');
    expect(specNow()).toMatchObject({ holderIdentity: '' });
    expect(clock.pending).toBe(0);
  });

  it.each([
    [{ identity: '' }, 'a replica without an identity cannot lead'],
    [{ leaseDuration: 10_000 }, 'leaseDuration must be greater than renewDeadline'],
    [{ renewDeadline: 2400 }, 'renewDeadline must be greater than retryPeriod × 1.2'],
    [{ retryPeriod: 0 }, 'retryPeriod must be greater than zero'],
  ])('refuses %j', (times, message) => {
    expect(() => new LeaderElector({ identity: 'a', lease, get: () => Promise.reject(new Error('unused')), transport: cluster, fieldManager: 't', clock, random: () => 0, logger: silentLogger, ...times })).toThrow(message);
  });
});
