import { describe, expect, it } from 'vitest';
import { PastSession } from '../../../../extension/inspector/history/pastSession.ts';
import { DivergenceError, Replay } from '../../../../extension/inspector/history/replay.ts';
import { pagePicture } from '../../../../extension/inspector/pagePictures.ts';
import { panelState } from '../../../../extension/inspector/pipelineView.ts';
import type { Session } from '../../../../extension/inspector/session.ts';
import type { TraceEntry } from '../../../../extension/trace/entry.ts';
import { labelIndex, labelIndexFunc } from '../../../../extension/informer/indexFuncs.ts';
import { fieldIndex, indexFuncOf } from '../../../../extension/informer/namedIndexes.ts';
import type { FakeClock } from '../../../support/fakeClock.ts';
import { launchHere } from '../../../support/inProcessReconcilers.ts';
import { LongestBlock } from '../../../support/longestBlock.ts';
import { openSession } from '../../../support/openSession.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const pod = (name: string, image = 'a') => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'd' }, spec: { image } });

async function watching(recordingBytes?: number) {
  const opened = openSession({ ...(recordingBytes !== undefined && { recordingBytes }), launchReconciler: launchHere({ web: { name: 'web', for: 'v1/pods', reconcile: async () => undefined } }) });
  opened.cluster.put(pods, pod('one'));
  opened.session.informers.start(pods);
  await opened.clock.settle();
  return opened;
}

async function past(session: Session, clock: FakeClock, seq: number): Promise<PastSession> {
  const going = session.history.goTo(seq, session.signal);
  going.catch(() => undefined);
  await clock.settle();
  return new PastSession(session, await going);
}

const words = () => ({ word: '', detail: '' });

/** All that figures and lints tell. */
function figuresOf({ figures, lints }: Pick<PastSession, 'figures' | 'lints'>): unknown {
  const queues = figures.queueNames.map((name) => {
    const { latency, work, reads, last } = figures.queue(name)!;
    return { name, latency, work, reads, last, causes: figures.causes.of(name) };
  });
  const informers = [figures.freshness('v1/pods')];
  return structuredClone({ queues, informers, raised: lints.raised.map(({ seq }) => seq), cleared: lints.cleared.map(({ cleared }) => cleared.seq) });
}

const entryOf = ({ tracer }: Session, kind: TraceEntry['kind'], key: string): TraceEntry => [...tracer.entries()].find((entry) => entry.kind === kind && entry.key === key)!;

describe('the history of a session', () => {
  it('shows caches, states and entries as they were, and goes on unhindered', async () => {
    const { session, cluster, clock } = await watching();
    const before = session.tracer.lastSeq;
    cluster.put(pods, pod('two'));
    await clock.advance(100);
    cluster.put(pods, pod('two', 'b'));
    cluster.remove(pods, 'd/one');
    await clock.advance(100);
    const stored = entryOf(session, 'store.add', 'd/two');
    const then = await past(session, clock, stored.seq);
    // The store's entry is made when the object has been stored.
    expect(then.informers.all[0]!.informer.indexer.listKeys().toSorted()).toEqual(['d/one', 'd/two']);
    expect(then.objectAt('v1/pods', 'd/two')?.['spec']).toEqual({ image: 'a' });
    expect(then.informers.stateOf('v1/pods')).toMatchObject({ phase: 'watching', synced: true });
    expect([then.tracer.lastSeq, then.now(), then.tracer.at(stored.seq + 1)]).toEqual([stored.seq, stored.t, undefined]);
    expect([...then.tracer.entries()].at(-1)).toBe(session.tracer.at(stored.seq));
    expect((await past(session, clock, before)).informers.all[0]!.informer.indexer.listKeys()).toEqual(['d/one']);
    expect(session.informers.all[0]!.informer.indexer.listKeys()).toEqual(['d/two']);
    expect(then.whole?.lastSeq).toBe(session.tracer.lastSeq);
    await session.close();
  });

  it('knows which indexes there were: those that came later are there from then on, and in checkpoints', async () => {
    const { session, cluster, clock } = await watching(20_000);
    const labelled = (name: string, app: string) => ({ ...pod(name), metadata: { name, namespace: 'd', labels: { app } } });
    cluster.put(pods, labelled('two', 'web'));
    await clock.settle();
    const before = session.tracer.lastSeq;
    const { informer } = session.informers.all[0]!;
    informer.addIndexers({ [labelIndex('app')]: labelIndexFunc('app') });
    for (let round = 0; round < 200; round++) {
      cluster.put(pods, labelled('two', `web-${round}`));
      await clock.advance(100);
    }
    expect(session.tracer.lastSeq).toBeGreaterThan(before + 200);
    expect(session.history.extent.oldest).toBeGreaterThan(before);
    const then = await past(session, clock, session.tracer.lastSeq - 3);
    expect(then.informers.all[0]!.informer.indexer.listIndexFuncValues('label:app')).toHaveLength(1);
    await session.close();
  });

  it('knows which indexes there were at each time: none that came later', async () => {
    const { session, cluster, clock } = await watching();
    const before = session.tracer.lastSeq;
    session.informers.all[0]!.informer.addIndexers({ [fieldIndex('spec.image')]: indexFuncOf(fieldIndex('spec.image'))! });
    cluster.put(pods, pod('two', 'b'));
    await clock.settle();
    const indexer = async (seq: number) => (await past(session, clock, seq)).informers.all[0]!.informer.indexer;
    expect((await indexer(session.tracer.lastSeq)).listIndexFuncValues('field:spec.image').toSorted()).toEqual(['a', 'b']);
    expect(Object.keys((await indexer(before)).getIndexers())).not.toContain('field:spec.image');
    await session.close();
  });

  it('shares the very objects, old ones too, and finds them by version', async () => {
    const { session, cluster, clock } = await watching();
    const old = cluster.put(pods, pod('two'));
    await clock.settle();
    const held = session.informers.all[0]!.informer.indexer.get('d/two');
    const newer = cluster.put(pods, pod('two', 'b'));
    await clock.settle();
    const update = entryOf(session, 'store.update', 'd/two');
    const then = await past(session, clock, update.seq - 1);
    expect(then.objectAt('v1/pods', 'd/two')).toBe(held);
    expect(session.versions.objectOf('v1/pods', 'd/two', old.metadata.resourceVersion!)).toBe(held);
    expect(session.versions.objectOf('v1/pods', 'd/two', newer.metadata.resourceVersion!)).toBe(session.informers.all[0]!.informer.indexer.get('d/two'));
    expect(session.versions.objectOf('v1/pods', 'd/two', '1')).toBeUndefined();
    await session.close();
  });

  it('shows what was held, and what waited for it', async () => {
    const { session, cluster, clock } = await watching();
    session.stepper.setPoints(['queue.pop']);
    session.stepper.pause();
    for (const image of ['b', 'c', 'd']) {
      cluster.put(pods, pod('one', image));
      await clock.settle();
    }
    const { lastSeq } = session.tracer;
    session.stepper.continue();
    await clock.settle();
    const then = await past(session, clock, lastSeq);
    expect(then.stepper.held).toMatchObject([{ point: 'queue.pop', owner: 'v1/pods', key: 'd/one' }]);
    // Inside the probe the newest delta is not queued yet.
    expect(then.informers.all[0]!.informer.queueSnapshot(10)).toMatchObject({ keys: 1, deltas: 2, queue: ['d/one'] });
    expect(session.stepper.held).toEqual([]);
    await session.close();
  });

  it.each([
    ['there is nothing to queue', false],
    ['what it would queue waits already', true],
  ])('reaches each entry after a resync for which %s', async (_, waits) => {
    const { session, cluster, clock } = openSession({ source: { kind: 'playground', size: 'small', seed: 1 } });
    session.informers.start(pods);
    await clock.settle();
    if (waits) session.stepper.pause();
    if (waits) cluster.put(pods, pod('one'));
    await clock.settle();
    session.whatIf!.resync('v1/pods');
    await clock.settle();
    session.stepper.continue();
    cluster.put(pods, pod('two'));
    await clock.settle();
    const kinds = Array.from(session.tracer.entries(), ({ kind }) => kind);
    expect(kinds.slice(kinds.indexOf('whatif.applied'))).toEqual(expect.arrayContaining(['whatif.applied', 'queue.resync', 'store.add']));
    for (let seq = 1; seq <= session.tracer.lastSeq; seq++) expect((await past(session, clock, seq)).seq).toBe(seq);
    await session.close();
  });

  it('keeps to its bytes, says what it has dropped, and reaches each entry that it keeps', async () => {
    const { session, cluster, clock } = await watching(400_000);
    for (let turn = 0; turn < 1500; turn++) {
      cluster.put(pods, pod(`p${turn % 20}`, String(turn)));
      if (turn % 3 === 0) await clock.settle();
    }
    await clock.advance(10);
    const { oldest, newest, bytes, limit, dropped, since } = session.history.extent;
    expect([limit, dropped > 1000, bytes <= limit, oldest - 1]).toEqual([400_000, true, true, dropped]);
    expect(since).toBe(session.tracer.at(oldest)!.t);
    for (const seq of [oldest, oldest + 1, Math.floor((oldest + newest) / 2), newest]) expect((await past(session, clock, seq)).seq).toBe(seq);
    await expect(past(session, clock, oldest - 1)).rejects.toThrow(RangeError);
    // Less is kept at once, and more from then on.
    session.keep(100_000);
    expect(session.history.extent.bytes).toBeLessThanOrEqual(100_000);
    expect(session.history.extent.oldest).toBeGreaterThan(oldest);
    await session.close();
  });

  it('counts figures and lints of a time as they were counted then, and goes on from the checkpoint before it', async () => {
    const { session, cluster, clock } = await watching();
    await session.controllers.run({ kind: 'sample', name: 'web' }, { dryRun: false, workers: 1 });
    const live = new Map<number, unknown>();
    session.tracer.onEntry(({ seq }) => live.set(seq, figuresOf(session)));
    for (let turn = 0; turn < 400; turn++) {
      cluster.put(pods, pod('one', String(turn)));
      await clock.advance(turn % 50 === 0 ? 20_000 : 1);
    }
    const { lastSeq } = session.tracer;
    for (const seq of [1, 0.3, 0.6, 0.9].map((share) => Math.ceil(lastSeq * share))) expect(figuresOf(await past(session, clock, seq))).toEqual(live.get(seq));
    expect(figuresOf(session)).toEqual(live.get(lastSeq));
    expect(session.figures.queue('web')!.latency.count).toBeGreaterThan(100);
    await session.close();
  });

  it('counts on where entries are dropped, and never reads more of the trace in one turn than a slice has time for', async () => {
    const { session, cluster, clock } = await watching(1_500_000);
    await session.controllers.run({ kind: 'sample', name: 'web' }, { dryRun: false, workers: 1 });
    for (let turn = 0; turn < 2000; turn++) {
      cluster.put(pods, pod(`p${turn % 7}`, String(turn)));
      await clock.advance(1);
    }
    const { oldest, newest } = session.history.extent;
    expect([oldest > 1000, newest - oldest > 2000]).toEqual([true, true]);
    const live = session.figures.queue('web')!.latency.count;
    const at = session.tracer.at.bind(session.tracer);
    let reads = 0;
    session.tracer.at = (seq) => {
      reads++;
      clock.pass(0.005);
      return at(seq);
    };
    const blocks = new LongestBlock(clock);
    blocks.begin();
    const then = await past(session, clock, newest);
    expect(reads).toBeGreaterThan(300);
    expect(blocks.longestMs).toBeLessThan(20);
    reads = 0;
    panelState(then, null, '', words);
    const context = { session: then, selected: null, words };
    pagePicture(context, { page: 'queues', look: { controller: null, filter: '', sort: 'key', descending: false, first: 0 } });
    pagePicture(context, { page: 'lints', look: {} });
    expect(reads).toBeLessThan(200);
    expect(then.figures.queue('web')!.latency.count).toBe(live);
    await session.close();
  });

  it('keeps to its bytes also while a list is held in the middle, when nothing can be gone back to, and goes on from there', async () => {
    const { session, cluster, clock } = openSession({ recordingBytes: 400_000 });
    cluster.put(pods, pod('one'));
    session.stepper.setPoints(['queue.add']);
    session.stepper.pause();
    session.informers.start(pods);
    await clock.settle();
    expect(session.stepper.held).toMatchObject([{ point: 'queue.add', owner: 'v1/pods' }]);
    const flood = async (): Promise<void> => {
      for (let turn = 0; turn < 6000; turn++) {
        session.tracer.record({ kind: 'whatif.applied', what: 'answer', detail: String(turn) });
        if (turn % 50 === 0) await clock.settle();
      }
      await clock.advance(10);
    };
    await flood();
    const { oldest, newest, bytes, limit, dropped } = session.history.extent;
    expect([session.stepper.held.length, dropped > 1000, bytes <= limit, oldest]).toEqual([1, true, true, newest + 1]);
    await expect(past(session, clock, newest)).rejects.toThrow(RangeError);
    session.stepper.continue();
    await clock.settle();
    await flood();
    const then = await past(session, clock, session.tracer.lastSeq);
    expect(then.informers.all[0]!.informer.indexer.listKeys()).toEqual(['d/one']);
    // What is exported begins with what the dropped part led to.
    expect([...session.history.lines()]).toMatchObject([{ kind: 'input.list', informer: 'v1/pods', page: { items: [{ metadata: { name: 'one' } }] } }]);
    await session.close();
  });

  it('says so when the engine, run again, does something else than was recorded', async () => {
    const { session, cluster, clock } = await watching();
    cluster.put(pods, pod('two'));
    await clock.settle();
    const stored = entryOf(session, 'store.add', 'd/two');
    const source = session.history.sourceOf(session.tracer.lastSeq);
    const forged = { ...stored, rv: '999' } as TraceEntry;
    const replay = new Replay({ ...source, entryAt: (seq) => (seq === stored.seq ? forged : source.entryAt(seq)) });
    expect(() => [...replay.to(session.tracer.lastSeq)]).toThrow(DivergenceError);
    expect(() => [...new Replay({ ...source, recorded: source.recorded.filter(({ kind }) => kind !== 'input') }).to(stored.seq)]).toThrow(/cannot be rebuilt/);
    await session.close();
  });

  it('leaves nothing behind', async () => {
    const { session, clock } = await watching();
    await session.close();
    expect(clock.pending).toBe(0);
    const { bytes } = session.history.extent;
    session.tracer.note({ kind: 'workqueue.shutDown', queue: 'none' });
    expect(session.history.extent.bytes).toBe(bytes);
  });
});
