import { type Random, seededRandom } from '../../extension/base/random.ts';
import type { Reconciler, ReconcileResult } from '../../extension/controller/api.ts';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { canonicalState, liveState, stateHash } from './stateHash.ts';
import type { Session } from '../../extension/inspector/session.ts';
import { WhatIfError } from '../../extension/inspector/whatIf/sessionWhatIf.ts';
import { ApiError, ConnectionError } from '../../extension/kube/status.ts';
import { gatePoints } from '../../extension/trace/gate.ts';
import { FakeApiServer } from './fakeApiServer.ts';
import type { FakeClock } from './fakeClock.ts';
import { launchHere } from './inProcessReconcilers.ts';
import { errorEvent } from './objects.ts';
import { openSession } from './openSession.ts';

/** Rules of the informer, and what the controller asks for of its queue. */
export interface HistoryVariant {
  readonly clientGo: ClientGo;
  readonly queue: QueueKind;
  readonly resyncPeriodMs: number;
  readonly workQueue: Pick<Reconciler, 'queue' | 'limiter' | 'priority'>;
}

/** A session at which everything happened that may, and how it was at each entry: by number, the hash that was taken inside the probe. */
export interface HistoryRun {
  readonly session: Session;
  readonly clock: FakeClock;
  readonly server: FakeApiServer;
  readonly hashes: ReadonlyMap<number, string>;
  /** The states themselves, where they were asked for. */
  readonly states: ReadonlyMap<number, object>;
  /** What was thrown at it. */
  readonly story: readonly string[];
}

const errors: readonly (() => Error)[] = [
  () => new ApiError({ code: 500, reason: 'InternalError' }),
  () => new ApiError({ code: 429, reason: 'TooManyRequests' }, 1),
  () => new ApiError({ code: 410, reason: 'Expired' }),
  () => new ConnectionError('refused', 'refused', { server: 's' }),
];

const waits = [0, 1, 5, 40, 500, 1500, 40_000, 130_000];

/**
 * @param share of the entries at which the state is taken
 * @param meddles somebody decides what becomes of events, too (What if)
 */
export async function runHistory(seed: number, variant: HistoryVariant, { steps = 60, share = 1, recordingBytes = 300_000, keepsState = -1, meddles = false } = {}): Promise<HistoryRun> {
  const random = seededRandom(seed);
  const server = new FakeApiServer();
  server.pagesEverything = seed % 2 === 0;
  for (let index = 0; index < 4; index++) server.put('n0', `k${index}`);
  const { clientGo, queue, resyncPeriodMs } = variant;
  const opened = openSession({
    source: { kind: 'playground', size: 'small', seed: 1 },
    recordingBytes,
    informerSettings: () => ({ clientGo, queue, resyncPeriodMs, ...(seed % 5 === 0 && { locksWhileHeld: true }) }),
    cluster: { listerWatcher: () => server },
    launchReconciler: launchHere({ shaky: shaky(random, variant) }),
  });
  const { session, clock } = opened;
  const hashes = new Map<number, string>();
  const states = new Map<number, object>();
  session.tracer.onEntry(({ seq }) => {
    if (seq === keepsState) states.set(seq, JSON.parse(JSON.stringify(canonicalState(liveState(session, clock.now())))) as object);
    if (share === 1 || random() < share) hashes.set(seq, stateHash(liveState(session, clock.now())));
  });
  session.informers.start({ group: '', version: 'v1', resource: 'pods' });
  const story: string[] = [];
  for (let step = 0; step < steps; step++) {
    const act = pick(random, meddles ? [...acts, ...meddlings] : acts);
    story.push(act.name);
    act(session, server, random);
    if (random() < 0.7) await clock.advance(random() < 0.3 ? waits[Math.floor(random() * waits.length)]! : 0);
  }
  session.stepper.continue();
  await clock.advance(1000);
  return { session, clock, server, hashes, states, story };
}

type Act = (session: Session, server: FakeApiServer, random: Random) => void;

const acts: readonly Act[] = [put, put, put, put, remove, recreate, drop, breakOff, compact, bookmarks, expire, failList, failWatch, pause, goOn, oneStep, startController, startController, stopController, lateHandler, otherInformer];

const meddlings: readonly Act[] = [forge, forge, decide, decide, decide, decide, resync, resync, removeAll, dropWatch];

function keyOf(random: Random): number {
  return Math.floor(random() * 6);
}

function put(_session: Session, server: FakeApiServer, random: Random): void {
  const key = keyOf(random);
  server.put(`n${key % 2}`, `k${key}`);
}

function remove(_session: Session, server: FakeApiServer, random: Random): void {
  const key = keyOf(random);
  server.delete(`n${key % 2}/k${key}`);
}

/** What is resynced afterwards may be nothing. */
function removeAll(_session: Session, server: FakeApiServer): void {
  for (let key = 0; key < 6; key++) server.delete(`n${key % 2}/k${key}`);
}

function recreate(session: Session, server: FakeApiServer, random: Random): void {
  remove(session, server, random);
  put(session, server, random);
}

function drop(_session: Session, server: FakeApiServer): void {
  server.dropWatches();
}

function breakOff(_session: Session, server: FakeApiServer): void {
  server.dropWatches(new ConnectionError('decode', 'broken', { server: 's' }));
}

function compact(_session: Session, server: FakeApiServer): void {
  server.dropWatches();
  server.compact();
}

function bookmarks(_session: Session, server: FakeApiServer): void {
  server.sendBookmarks();
}

function expire(_session: Session, server: FakeApiServer): void {
  server.sendToWatches(errorEvent(410, 'Expired'));
}

function failList(_session: Session, server: FakeApiServer, random: Random): void {
  server.listFailures.push(pick(random, errors)());
}

function failWatch(_session: Session, server: FakeApiServer, random: Random): void {
  server.watchFailures.push(pick(random, errors)());
}

function pause({ stepper }: Session, _server: FakeApiServer, random: Random): void {
  stepper.setPoints(gatePoints.filter(() => random() < 0.3));
  stepper.pause();
}

function goOn({ stepper }: Session): void {
  stepper.continue();
}

function oneStep({ stepper }: Session): void {
  stepper.step();
}

function startController({ controllers }: Session): void {
  if (controllers.all.length === 0) void controllers.run({ kind: 'file', path: '/somewhere/shaky' }, { dryRun: false, workers: 2 });
}

function stopController({ controllers }: Session, _server: FakeApiServer, random: Random): void {
  if (random() < 0.3) void controllers.stop('shaky');
}

function lateHandler({ informers }: Session, _server: FakeApiServer, random: Random): void {
  if (random() < 0.5) return;
  informers.all[0]?.informer.addEventHandler({}, { name: 'late' });
}

function otherInformer({ informers }: Session, _server: FakeApiServer, random: Random): void {
  const draw = random();
  if (draw < 0.2) informers.start({ group: '', version: 'v1', resource: 'configmaps' });
  else if (draw < 0.36) void informers.stop('v1/configmaps').catch(() => undefined);
}

/** Of an object that there is, or of none. */
function forge({ stepper }: Session, server: FakeApiServer, random: Random): void {
  const key = keyOf(random);
  const metadata = { namespace: `n${key % 2}`, name: `k${key}`, uid: 'forged', ...(random() < 0.8 && { resourceVersion: random() < 0.5 ? String(server.revision) : '1' }) };
  const type = pick(random, ['ADDED', 'MODIFIED', 'DELETED'] as const);
  stepper.decideNext({ point: pick(random, ['watch.event', 'queue.add'] as const) }, { type: 'forge', event: { type, object: { apiVersion: 'v1', kind: 'Pod', metadata } } });
}

function decide({ stepper }: Session, _server: FakeApiServer, random: Random): void {
  const decision = pick(random, [{ type: 'skip' }, { type: 'duplicate' }, { type: 'swap' }, { type: 'delay', ms: 700 }] as const);
  stepper.decideNext({ point: decision.type === 'swap' ? 'watch.event' : pick(random, ['watch.event', 'queue.add'] as const) }, decision);
}

function resync({ informers }: Session): void {
  informers.all[0]?.informer.resyncNow();
}

function dropWatch({ whatIf }: Session): void {
  try {
    whatIf?.dropWatch('v1/pods');
  } catch (error) {
    if (!WhatIfError.is(error)) throw error;
  }
}

/** It fails, asks for another turn or puts it off, as chance has it. */
function shaky(random: Random, { workQueue }: HistoryVariant): Reconciler {
  return {
    name: 'shaky',
    for: 'v1/pods',
    maxRetries: 5,
    ...workQueue,
    reconcile: async (): Promise<ReconcileResult | void> => {
      const draw = random();
      if (draw < 0.35) throw new Error('it did not work');
      if (draw < 0.45) return { requeue: true };
      if (draw < 0.55) return { requeueAfter: pick(random, [1, 20, 3000]) };
      return undefined;
    },
  };
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)]!;
}
