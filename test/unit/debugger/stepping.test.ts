import { afterEach, describe, expect, it } from 'vitest';
import { gatePoints } from '../../../extension/trace/gate.ts';
import { configMaps, steppedSession, type SteppedOptions } from '../../support/steppedSession.ts';

let harness: ReturnType<typeof steppedSession>;

async function start(options: SteppedOptions = {}): Promise<typeof harness> {
  harness = steppedSession(options);
  await harness.run();
  return harness;
}

/** Steps until the item has left, and says where it stood; by `step`, `stepOver` or `stepOut`. */
async function walk(by: 'step' | 'stepOver' | 'stepOut', most = 40): Promise<string[]> {
  const places: string[] = [];
  while (places.length < most && harness.place() !== 'gone') {
    places.push(harness.place());
    if (!harness.stepper[by]()) throw new Error(`nothing to step at ${places.join(', ')}`);
    await harness.clock.settle();
  }
  return places;
}

afterEach(async () => {
  const closing = harness.session.close();
  await harness.clock.advance(10_000);
  await closing;
  expect(harness.stepper.held).toEqual([]);
});

const throughAll = [
  'queue.pop d/a',
  'handler.call d/a',
  'workqueue.add d/a',
  'workqueue.get d/a',
  'reconcile.start d/a',
  'reconcile.read d/a',
  'reconcile.write d/a',
  'workqueue.done d/a',
];

describe('stepping an item through the pipeline', () => {
  it.each(['DeltaFIFO', 'RealFIFO', 'atomic'] as const)('%s: Step goes to each gate of the item, and says when it has left', async (queue) => {
    const { stepper, put, place } = await start({ settings: { queue } });
    stepper.pause();
    await put('a');
    expect(stepper.chosen).toMatchObject({ point: 'queue.pop', key: 'd/a', reason: { type: 'pause' } });
    stepper.choose(stepper.chosen!.id);
    expect(place()).toBe('queue.pop d/a');
    expect(await walk('step')).toEqual(throughAll);
    expect(stepper.reason).toEqual({ type: 'step', hasLeft: true });
    expect(harness.cached('a')).toEqual({ k: 'v' });
    // The event that its write caused is another item, and waits.
    expect(harness.held()).toEqual(['queue.pop d/a']);
  });

  it('begins at the watch event where that is chosen', async () => {
    const { stepper, put } = await start({ points: ['watch.event'] });
    stepper.pause();
    await put('a');
    stepper.choose(stepper.chosen!.id);
    expect(await walk('step')).toEqual(['watch.event d/a', 'queue.add d/a', ...throughAll]);
  });

  it('Step Over goes to the first gate of the next stage', async () => {
    const { stepper, put } = await start({ points: ['watch.event'] });
    stepper.pause();
    await put('a');
    stepper.choose(stepper.chosen!.id);
    expect(await walk('stepOver')).toEqual(['watch.event d/a', 'queue.add d/a', 'handler.call d/a', 'workqueue.add d/a', 'reconcile.start d/a', 'workqueue.done d/a']);
  });

  it('Step Out lets the item through, past points that are chosen, and nothing else', async () => {
    const { stepper, put } = await start();
    stepper.pause();
    await put('a');
    await put('b');
    expect(harness.held()).toEqual(['queue.pop d/a']);
    stepper.choose(stepper.chosen!.id);
    expect(await walk('stepOut')).toEqual(['queue.pop d/a']);
    expect(stepper.reason).toEqual({ type: 'step', hasLeft: true });
    expect(harness.cluster.writes).toEqual(['patch configmaps d/a']);
    expect(harness.held()).toEqual(['queue.pop d/b']);
    expect(harness.cached('b')).toBeUndefined();
  });

  it('Pause holds an item at its next gate that Step Out lets through', async () => {
    let release = (): void => undefined;
    const { stepper, put, place } = await start({
      async reconcile({ cache }, { namespace, name }) {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        await cache.get('v1/configmaps', namespace, name);
        return {};
      },
    });
    stepper.pause();
    await put('a');
    stepper.stepOut();
    await harness.clock.settle();
    expect(place()).toBe('on its way');
    stepper.pause();
    release();
    await harness.clock.settle();
    expect(place()).toBe('reconcile.read d/a');
  });

  it('follows an item whose key becomes another one, and through a queue where others were merged with it', async () => {
    const { stepper, put } = await start({ reconciler: { watches: [{ resource: 'v1/pods', map: () => [{ namespace: 'd', name: 'owner' }] }] } as never });
    stepper.pause();
    harness.cluster.put({ group: '', version: 'v1', resource: 'pods' }, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'd' } });
    await put('owner');
    const held = stepper.held.find(({ owner }) => owner === 'v1/pods')!;
    stepper.choose(held.id);
    const places: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      stepper.step();
      await harness.clock.settle();
      places.push(harness.place());
    }
    expect(places).toEqual(['handler.call d/p', 'workqueue.add d/owner', 'workqueue.get d/owner']);
    // The other one asks for the same key, and is merged: whoever is stepped, the run is theirs.
    const other = stepper.held.find(({ point }) => point === 'queue.pop')!;
    stepper.step(other.id);
    await harness.clock.settle();
    stepper.step();
    await harness.clock.settle();
    stepper.step();
    await harness.clock.settle();
    expect(harness.session.tracer.at(harness.session.tracer.lastSeq)).toMatchObject({ kind: 'workqueue.coalesced', key: 'd/owner' });
    stepper.step(stepper.held.find(({ point }) => point === 'workqueue.get')!.id);
    await harness.clock.settle();
    expect(harness.place()).toBe('reconcile.start d/owner');
  });

  it('follows a run that fails to the next try, and it has not left while it waits for that', async () => {
    let runs = 0;
    const { stepper, put, place } = await start({
      reconcile: async () => {
        if (runs++ === 0) throw new Error('not yet');
        return {};
      },
    });
    stepper.pause();
    await put('a');
    stepper.choose(stepper.chosen!.id);
    for (const _ of throughAll.slice(0, 5)) {
      stepper.step();
      await harness.clock.settle();
    }
    expect(place()).toBe('workqueue.done d/a');
    stepper.step();
    await harness.clock.settle();
    expect(place()).toBe('on its way');
    await harness.clock.advance(1000);
    expect(place()).toBe('workqueue.add d/a');
    expect(await walk('step')).toEqual(['workqueue.add d/a', 'workqueue.get d/a', 'reconcile.start d/a', 'workqueue.done d/a']);
  });

  it('follows an item through a handler that takes time, as one does whose reconciler is elsewhere', async () => {
    let mapped = (_keys: readonly object[]): void => undefined;
    const map = (): Promise<readonly object[]> => new Promise((resolve) => (mapped = resolve));
    const { stepper } = await start({ reconciler: { watches: [{ resource: 'v1/pods', map }] } as never });
    stepper.pause();
    harness.cluster.put({ group: '', version: 'v1', resource: 'pods' }, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'd' } });
    await harness.clock.settle();
    stepper.step();
    await harness.clock.settle();
    stepper.step();
    await harness.clock.settle();
    expect(harness.place()).toBe('on its way');
    mapped([{ namespace: 'd', name: 'owner' }]);
    await harness.clock.settle();
    expect(harness.place()).toBe('workqueue.add d/owner');
  });

  it('does not take a run that was asked for later for the item: it has left with its reconcile', async () => {
    const { stepper, put } = await start({ reconcile: async () => ({ requeueAfter: 60_000 }) });
    stepper.pause();
    await put('a');
    stepper.choose(stepper.chosen!.id);
    expect((await walk('step')).at(-1)).toBe('workqueue.done d/a');
    expect(stepper.reason).toEqual({ type: 'step', hasLeft: true });
  });

  it('one Step is one Pop: held there, 100 updates leave the cache as it is, and wait under one key', async () => {
    const { stepper, put, session } = await start();
    await put('a', { n: '0', seen: '' });
    const before = harness.cached('a');
    stepper.pause();
    for (let n = 1; n <= 100; n++) await put('a', { n: String(n), seen: '' });
    const informer = session.informers.get('v1/configmaps')!;
    expect(harness.cached('a')).toEqual(before);
    expect(informer.queueSnapshot(200)).toMatchObject({ queue: ['d/a'], keys: 1, deltas: 100, items: [{ key: 'd/a', deltas: { length: 100 } }] });
    const from = session.tracer.lastSeq + 1;
    stepper.step();
    await harness.clock.settle();
    expect(harness.kinds(from).filter((kind) => kind === 'queue.pop')).toHaveLength(1);
    expect(harness.cached('a')).toEqual({ n: '100', seen: '' });
    expect(informer.queueSnapshot(200).deltas).toBe(0);
  });

  it('holds each branch of an item that branches, and steps them one by one', async () => {
    const { stepper, put, session } = await start();
    const calls: string[] = [];
    session.informers.get('v1/configmaps')!.addEventHandler({ onAdd: () => void calls.push('other') }, { name: 'other' });
    await harness.clock.settle();
    stepper.pause();
    await put('a');
    stepper.step();
    await harness.clock.settle();
    expect(harness.held()).toEqual(['handler.call d/a', 'handler.call d/a']);
    stepper.step(stepper.held[0]!.id);
    await harness.clock.settle();
    expect(harness.held()).toEqual(['handler.call d/a', 'workqueue.add d/a']);
    expect(harness.place()).toBe('workqueue.add d/a');
    stepper.continue();
    await harness.clock.settle();
    expect(calls).toEqual(['other']);
  });

  it('goes on with another branch where one ends, and has left only when all have', async () => {
    const { stepper, put, session } = await start();
    session.informers.get('v1/configmaps')!.addEventHandler({}, { name: 'idle' });
    await harness.clock.settle();
    stepper.pause();
    await put('a');
    stepper.choose(stepper.chosen!.id);
    const idle = (): number => stepper.held.findLast(({ point }) => point === 'handler.call')!.id;
    stepper.step();
    await harness.clock.settle();
    expect(harness.held()).toEqual(['handler.call d/a', 'handler.call d/a']);
    stepper.step(idle());
    await harness.clock.settle();
    expect(harness.place()).toBe('handler.call d/a');
    expect(await walk('step')).toEqual(throughAll.slice(1));
  });

  it('goes through a list object by object', async () => {
    harness = steppedSession({ points: ['list.page'] });
    await harness.put('a');
    await harness.put('b');
    harness.stepper.pause();
    harness.session.informers.start(configMaps);
    await harness.clock.settle();
    const held: string[] = [];
    for (let turn = 0; turn < 5; turn++) {
      held.push(harness.held().join(', '));
      harness.stepper.step();
      await harness.clock.settle();
    }
    // Nothing is popped while a list is being queued; then each object is an item of its own.
    expect(held).toEqual(['list.page', 'queue.add d/a', 'queue.add d/b', 'queue.pop d/a', 'queue.pop d/b']);
  });
});

describe('going on', () => {
  it('Continue lets everything go, and nothing is followed any more', async () => {
    const { stepper, put } = await start();
    stepper.pause();
    await put('a');
    stepper.step();
    await harness.clock.settle();
    stepper.continue();
    await harness.clock.settle();
    expect(stepper).toMatchObject({ paused: false, held: [], reason: undefined, inHand: undefined });
    await put('b');
    expect(harness.cluster.objects(configMaps).map(({ data }) => data)).toEqual([{ k: 'v', seen: 'v' }, { k: 'v', seen: 'v' }]);
  });

  it('runs to a key: everything else goes on until something of it comes to a gate', async () => {
    const { stepper, put } = await start();
    stepper.pause();
    await put('a');
    stepper.runTo('d/b*');
    await harness.clock.settle();
    expect(stepper).toMatchObject({ paused: false, runningTo: 'd/b*' });
    expect(harness.cached('a')).toEqual({ k: 'v', seen: 'v' });
    await put('b-1');
    expect(stepper).toMatchObject({ paused: true, runningTo: undefined, reason: { type: 'runTo', key: 'd/b*' }, chosen: { point: 'watch.event', key: 'd/b-1' } });
    expect(harness.place()).toBe('watch.event d/b-1');
  });

  it('runs to a key that is held already by choosing it', async () => {
    const { stepper, put } = await start({ points: ['workqueue.add'] });
    stepper.pause();
    await put('a');
    await put('b');
    expect(harness.held()).toEqual(['workqueue.add d/a', 'workqueue.add d/b']);
    stepper.runTo('d/b');
    expect(harness.held()).toEqual(['workqueue.add d/a', 'workqueue.add d/b']);
    expect(stepper).toMatchObject({ reason: { type: 'runTo' }, chosen: { key: 'd/b' } });
  });

  it('in slow motion each gate opens by itself, and what is held can be seen meanwhile', async () => {
    const { stepper, put } = await start();
    stepper.setSlowMotion(500);
    await put('a');
    expect(harness.held()).toEqual(['queue.pop d/a']);
    expect(stepper).toMatchObject({ paused: false, slowMotionMs: 500 });
    await harness.clock.advance(499);
    expect(harness.held()).toEqual(['queue.pop d/a']);
    await harness.clock.advance(1);
    expect(harness.held()).toEqual(['workqueue.get d/a']);
    await harness.clock.advance(500);
    expect(harness.held()).toEqual(['reconcile.write d/a']);
    stepper.pause();
    await harness.clock.advance(5000);
    expect(harness.held()).toEqual(['reconcile.write d/a']);
    expect(stepper.held[0]!.reason).toEqual({ type: 'pause' });
    stepper.setSlowMotion(null);
    stepper.continue();
    await harness.clock.settle();
    expect(harness.cached('a')).toEqual({ k: 'v', seen: 'v' });
  });

  it('holds within one gate of Pause, whichever is next', async () => {
    for (const point of gatePoints.filter((each) => each !== 'list.page' && each !== 'watch.event')) {
      await start({ points: [point] });
      const { stepper, put } = harness;
      stepper.pause();
      const from = harness.session.tracer.lastSeq + 1;
      await put('a');
      expect(harness.held()).toEqual([`${point} d/a`]);
      const after = harness.kinds(from);
      stepper.continue();
      await harness.clock.settle();
      expect(harness.kinds(from).slice(0, after.length)).toEqual(after);
      if (point === 'workqueue.done') continue; // closed by the hook
      await harness.session.close();
    }
  });

  it('forgets what belongs to a controller that is stopped', async () => {
    const { stepper, put, session } = await start();
    stepper.pause();
    await put('a');
    stepper.step();
    await harness.clock.settle();
    for (let turn = 0; turn < 4; turn++) {
      stepper.step();
      await harness.clock.settle();
    }
    expect(harness.place()).toBe('reconcile.read d/a');
    const stopping = session.controllers.stop('copier');
    await harness.clock.settle();
    await stopping;
    expect(harness.held()).toEqual([]);
  });
});
