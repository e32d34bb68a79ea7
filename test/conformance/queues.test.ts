import { describe, expect, it } from 'vitest';
import type { QueueKind } from '../../extension/informer/profile.ts';
import { InformerHarness } from '../support/informerHarness.ts';
import { ManualGate } from '../support/manualGate.ts';
import { added, bookmark, deleted, expiredEvent, modified, page, pod } from '../support/objects.ts';
import { ScriptedListerWatcher } from '../support/scriptedListerWatcher.ts';

/** The same stream through each of the three queues: what client-go's releases make of it (contract, sections 3, 4 and 15). */

const queues: readonly QueueKind[] = ['DeltaFIFO', 'RealFIFO', 'atomic'];

/** What was popped, pop by pop: `d/a Added Deleted`, `ReplacedAll`. */
function pops(harness: InformerHarness): string[] {
  return harness.probe.of('queue.pop').map(({ key, deltas }) => [key, ...deltas].filter(Boolean).join(' '));
}

async function start(queue: QueueKind, server: ScriptedListerWatcher, gate = new ManualGate()): Promise<InformerHarness> {
  const harness = await new InformerHarness(server, { settings: { queue }, gate }).start();
  harness.handler.take();
  harness.probe.clear();
  return harness;
}

describe.each(queues)('%s', (queue) => {
  it('created, changed and deleted before it is popped: gathered under its key, or one entry an event (D-09, F-01)', async () => {
    const gate = new ManualGate();
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await start(queue, server, gate);
    gate.close('queue.pop');
    server.current.send(added(pod('a', 11)), modified(pod('a', 12)), added(pod('b', 13)), deleted(pod('a', 14)));
    await harness.clock.settle();
    gate.open();
    await harness.clock.settle();
    const gathered = ['d/a Added Updated Deleted', 'd/b Added'];
    const oneByOne = ['d/a Added', 'd/a Updated', 'd/b Added', 'd/a Deleted'];
    expect(pops(harness)).toEqual(queue === 'DeltaFIFO' ? gathered : oneByOne);
    expect(harness.handler.take().filter((call) => call.includes('d/a'))).toEqual(['add d/a 11', 'update d/a 11>12', 'delete d/a 14']);
    expect(harness.cache).toEqual(['d/b 13']);
  });

  it('a deletion of what nobody knows: ignored, or told all the same (D-06, F-07)', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await start(queue, server);
    server.current.send(deleted(pod('unknown', 11)));
    await harness.clock.settle();
    expect(harness.handler.take()).toEqual(queue === 'DeltaFIFO' ? [] : ['delete d/unknown 11']);
  });

  it('two deletions in a row: one, or both (D-09, F-01)', async () => {
    const gate = new ManualGate();
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await start(queue, server, gate);
    gate.close('queue.pop');
    server.current.send(deleted(pod('a', 11)), deleted(pod('a', 12)));
    await harness.clock.settle();
    gate.open();
    await harness.clock.settle();
    expect(harness.handler.take()).toEqual(queue === 'DeltaFIFO' ? ['delete d/a 11'] : ['delete d/a 11', 'delete d/a 12']);
  });

  it('a relist after a gap: what is listed first, or deletions first, or all as one (D-23, F-15, F-20, P-12)', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('kept', 1), pod('gone', 2)]), page(30, [pod('kept', 1), pod('new', 25)])]);
    const harness = await start(queue, server);
    server.current.send(expiredEvent());
    await harness.clock.advance(800);
    const expected: Record<QueueKind, { readonly pops: string[]; readonly calls: string[] }> = {
      DeltaFIFO: {
        pops: ['d/kept Replaced', 'd/new Replaced', 'd/gone Deleted'],
        calls: ['update d/kept 1>1', 'add d/new 25', 'tombstone d/gone 2'],
      },
      RealFIFO: {
        pops: ['d/gone Deleted', 'd/kept Replaced', 'd/new Replaced'],
        calls: ['tombstone d/gone 2', 'update d/kept 1>1', 'add d/new 25'],
      },
      atomic: { pops: ['ReplacedAll'], calls: ['tombstone d/gone 2', 'update d/kept 1>1', 'add d/new 25'] },
    };
    expect(pops(harness)).toEqual(expected[queue].pops);
    expect(harness.handler.take()).toEqual(expected[queue].calls);
    expect(harness.cache).toEqual(['d/kept 1', 'd/new 25']);
  });

  it('a relist while pops are held empties nothing: what was queued is delivered first (R-66, D-24)', async () => {
    const gate = new ManualGate();
    const server = new ScriptedListerWatcher([page(10), page(30)]);
    const harness = await start(queue, server, gate);
    gate.close('queue.pop');
    server.current.send(added(pod('a', 11)), expiredEvent());
    await harness.clock.advance(800);
    gate.open();
    await harness.clock.settle();
    expect(harness.handler.take()).toEqual(['add d/a 11', 'tombstone d/a 11']);
    expect(harness.cache).toEqual([]);
  });

  it('a resync: one entry a key, or one for all (D-28, F-17, F-21)', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2)])]);
    const harness = await new InformerHarness(server, { settings: { queue, resyncPeriodMs: 10_000 } }).start();
    harness.handler.take();
    harness.probe.clear();
    await harness.clock.advance(10_000);
    expect(pops(harness)).toEqual(queue === 'atomic' ? ['SyncAll'] : ['d/a Sync', 'd/b Sync']);
    expect(harness.handler.take()).toEqual(['update d/a 1>1', 'update d/b 2>2']);
  });

  it('whatever merged, dropped, inferred or replaced something is told by its rule, on the way back from the change of the store', async () => {
    const gate = new ManualGate();
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('gone', 2)]), page(30, [pod('a', 25)])]);
    const harness = await new InformerHarness(server, { settings: { queue, resyncPeriodMs: 60_000 }, gate }).start();
    const { probe, clock } = harness;
    /** Of the last change of a key. */
    const rulesBehind = (key: string): string[] => {
      const change = probe.entries.findLast((entry) => entry.kind.startsWith('store.') && entry.key === key)!;
      const rules = probe.chain(change.seq).flatMap((entry) => ('rule' in entry && entry.rule !== undefined ? [entry.rule] : []));
      return [...new Set(rules)].toSorted();
    };
    expect(rulesBehind('d/a')).toEqual({ DeltaFIFO: ['D-19'], RealFIFO: ['F-15'], atomic: ['F-20', 'P-12'] }[queue]);
    gate.close('queue.pop');
    server.current.send(deleted(pod('a', 11)), deleted(pod('a', 12)));
    await clock.settle();
    gate.open();
    await clock.settle();
    expect(rulesBehind('d/a')).toEqual(queue === 'DeltaFIFO' ? ['D-09'] : []);
    server.current.send(expiredEvent());
    await clock.advance(800);
    expect(rulesBehind('d/gone')).toEqual({ DeltaFIFO: ['D-22'], RealFIFO: ['F-13'], atomic: ['F-20', 'P-12'] }[queue]);
    await clock.advance(60_000);
    // A SyncAll writes nothing: its handler calls lead to it.
    const resynced = probe.of('handler.update').findLast(({ key }) => key === 'd/a')!;
    const kinds = probe.chain(resynced.seq).flatMap((entry) => (entry.kind === 'queue.add' ? [`${entry.delta} ${entry.rule}`] : []));
    expect(kinds).toEqual([{ DeltaFIFO: 'Sync D-28', RealFIFO: 'Sync F-17', atomic: 'SyncAll F-21' }[queue]]);
    expect(probe.of('queue.resync')).toMatchObject([{ synced: 1, passedOver: 0, rule: { DeltaFIFO: 'D-28', RealFIFO: 'F-17', atomic: 'F-21' }[queue] }]);
  });

  it('the gate before the queue holds whatever is queued: of a list, an event, a bookmark and a resync (C-10)', async () => {
    const gate = new ManualGate('queue.add');
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server, { settings: { queue, resyncPeriodMs: 60_000 }, gate }).start();
    const whole = queue === 'atomic';
    /** What is held; then one is let go, and what was queued by that. */
    const step = async (): Promise<string> => {
      expect(harness.probe.of('queue.add')).toEqual([]);
      const held = gate.steps.join(', ');
      gate.releaseOne();
      await harness.clock.settle();
      const queued = harness.probe.of('queue.add').map(({ delta }) => delta).join(', ');
      harness.probe.clear();
      return `${held}: ${queued}`;
    };
    harness.probe.clear();
    expect(await step()).toBe(whole ? 'queue.add: ReplacedAll' : 'queue.add d/a: Replaced');
    server.current.send(added(pod('b', 11)));
    await harness.clock.settle();
    expect(await step()).toBe('queue.add d/b: Added');
    server.current.send(bookmark(12));
    await harness.clock.settle();
    if (whole) expect(await step()).toBe('queue.add: Bookmark');
    await harness.clock.advance(60_000);
    expect(await step()).toBe(whole ? 'queue.add: SyncAll' : 'queue.add d/a: Sync');
  });

  it('a bookmark: the Reflector’s affair, or an entry that moves the store’s version (F-09, I-12, case 6)', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await start(queue, server);
    server.current.send(bookmark(777));
    await harness.clock.settle();
    expect(harness.informer.lastSyncResourceVersion()).toBe('777');
    expect(pops(harness)).toEqual(queue === 'atomic' ? ['Bookmark'] : []);
    expect(harness.informer.indexer.resourceVersion).toBe(queue === 'atomic' ? '777' : '1');
    expect(harness.handler.take()).toEqual([]);
  });

  it('an empty first list: synced at once, or when it has been popped (D-25, F-22)', async () => {
    const gate = new ManualGate('queue.pop');
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server, { settings: { queue }, gate }).start();
    expect(harness.informer.hasSynced()).toBe(queue !== 'atomic');
    gate.open();
    await harness.clock.settle();
    expect(harness.informer.hasSynced()).toBe(true);
  });
});
