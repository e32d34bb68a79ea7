import { afterEach, describe, expect, it } from 'vitest';
import type { GateDecision } from '../../../extension/trace/gate.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { added, bookmark, deleted, modified, page, pod } from '../../support/objects.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

let harness: InformerHarness;
let server: ScriptedListerWatcher;

/** An informer with `a` in its cache, whose next events are held at a point. */
async function start(point: 'watch.event' | 'queue.add'): Promise<void> {
  server = new ScriptedListerWatcher([page(10, [pod('a', 1)]), page(20)]);
  harness = new InformerHarness(server, { gate: new ManualGate() });
  await harness.start();
  harness.gate.close(point);
}

/** Sends events, decides on the first and lets the others go as they are. */
async function decide(decision: GateDecision, ...events: Parameters<typeof server.current.send>): Promise<void> {
  server.current.send(...events);
  await harness.clock.settle();
  harness.gate.releaseOne(decision);
  harness.gate.open();
  await harness.clock.settle();
}

const applied = () => harness.probe.of('whatif.applied')[0]!;
const told = (): string[] => harness.probe.entries.filter(({ kind, t, key }) => t >= 0 && kind === 'reflector.event' && key !== undefined).map(({ key, rv }) => `${key} ${rv}`);

afterEach(() => harness.stop());

describe.each(['watch.event', 'queue.add'] as const)('What-if at %s', (point) => {
  it('skip: the event is lost, and the version moves on all the same', async () => {
    await start(point);
    await decide({ type: 'skip' }, modified(pod('a', 11)), added(pod('b', 12)));
    expect(harness.cache).toEqual(['d/a 1', 'd/b 12']);
    expect(applied()).toMatchObject({ what: 'skip', detail: 'MODIFIED', key: 'd/a', rv: '11', informer: 'v1/pods' });
    expect(harness.informer.lastSyncResourceVersion()).toBe('12');
    // The next event of the object, or the next list, brings it back.
    server.current.send(modified(pod('a', 13)));
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/a 13', 'd/b 12']);
  });

  it('duplicate: it comes twice, and the second time says why', async () => {
    await start(point);
    await decide({ type: 'duplicate' }, modified(pod('a', 11)));
    expect(told()).toEqual(['d/a 11', 'd/a 11']);
    expect(harness.probe.of('reflector.event').at(-1)!.cause).toEqual([applied().seq]);
    expect(harness.cache).toEqual(['d/a 11']);
  });

  it('delay: it comes later, and what follows it with it', async () => {
    await start(point);
    await decide({ type: 'delay', ms: 500 }, modified(pod('a', 11)), added(pod('b', 12)));
    await harness.clock.advance(499);
    expect(harness.cache).toEqual(['d/a 1']);
    await harness.clock.advance(1);
    expect(harness.cache).toEqual(['d/a 11', 'd/b 12']);
    expect(applied()).toMatchObject({ what: 'delay', detail: '500 ms' });
    const add = harness.probe.of('queue.add').find(({ rv }) => rv === '11')!;
    expect(chain(add.seq)).toContain(applied().seq);
  });

  it('forge: another event comes in its place, which names what made it', async () => {
    await start(point);
    const forged = { ...pod('a', 11), forged: true };
    await decide({ type: 'forge', event: { type: 'MODIFIED', object: forged } }, modified(pod('a', 11)));
    expect(harness.informer.indexer.get('d/a')).toMatchObject({ forged: true });
    expect(applied()).toMatchObject({ what: 'forge', detail: 'MODIFIED → MODIFIED' });
    expect(chain(harness.probe.of('store.update')[0]!.seq)).toContain(applied().seq);
  });

  it('forge: what is no object is skipped as one from a server would be', async () => {
    await start(point);
    await decide({ type: 'forge', event: { type: 'ADDED', object: 'nonsense' } }, modified(pod('a', 11)), added(pod('b', 12)));
    expect(harness.probe.of('reflector.error')).toMatchObject([{ reason: 'Skipped', will: 'skip' }]);
    expect(harness.cache).toEqual(['d/a 1', 'd/b 12']);
  });

  it('forge: an object that never was stays until the next list', async () => {
    await start(point);
    await decide({ type: 'forge', event: { type: 'ADDED', object: pod('ghost', 11) } }, deleted(pod('a', 11)));
    expect(harness.cache).toEqual(['d/a 1', 'd/ghost 11']);
    harness.informer.relist('to see what is there');
    await harness.clock.advance(1000);
    expect(harness.cache).toEqual([]);
  });

  it('stopped while one is delayed, nothing comes of it', async () => {
    await start(point);
    await decide({ type: 'delay', ms: 500 }, modified(pod('a', 11)));
    await harness.stop();
    await harness.clock.advance(1000);
    expect(harness.cache).toEqual(['d/a 1']);
    expect(harness.clock.pending).toBe(0);
  });
});

describe('What-if with the order of events', () => {
  it('swap: it changes places with the one behind it; both say so, and nothing is lost', async () => {
    await start('watch.event');
    await decide({ type: 'swap' }, modified(pod('a', 11)), added(pod('b', 12)), added(pod('c', 13)));
    expect(told()).toEqual(['d/b 12', 'd/a 11', 'd/c 13']);
    expect(harness.probe.of('reflector.event').map(({ cause }) => cause![0] === applied().seq)).toEqual([true, true, false]);
    expect(harness.cache).toEqual(['d/a 11', 'd/b 12', 'd/c 13']);
  });

  it('swap: of two events of one object the older one wins, until the next comes', async () => {
    await start('watch.event');
    await decide({ type: 'swap' }, modified(pod('a', 11)), modified(pod('a', 12)));
    expect(harness.cache).toEqual(['d/a 11']);
    server.current.send(modified(pod('a', 13)));
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/a 13']);
  });

  it('swap is taken only with an event behind it in what one read brought', async () => {
    await start('watch.event');
    const takes = async (...events: Parameters<typeof server.current.send>) => {
      server.current.send(...events);
      await harness.clock.settle();
      const { takes: taken } = harness.gate.releaseOne();
      await harness.clock.settle();
      while (harness.gate.held.length > 0) {
        harness.gate.releaseOne();
        await harness.clock.settle();
      }
      return taken;
    };
    expect(await takes(modified(pod('a', 11)))).not.toContain('swap');
    expect(await takes(modified(pod('a', 12)), bookmark(12))).not.toContain('swap');
    expect(await takes(modified(pod('a', 13)), modified(pod('a', 14)))).toContain('swap');
    expect(await takes(bookmark(15))).toBeUndefined();
  });
});

/** All that led to an entry. */
function chain(seq: number): Set<number> {
  const all = new Set<number>();
  const visit = (each: number): void => {
    if (all.has(each)) return;
    all.add(each);
    harness.probe.entries.find((entry) => entry.seq === each)?.cause?.forEach(visit);
  };
  visit(seq);
  return all;
}
