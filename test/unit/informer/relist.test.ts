import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { ManualGate } from '../../support/manualGate.ts';
import { added, page, pod } from '../../support/objects.ts';
import { story } from '../../support/reflectorStory.ts';
import { ScriptedListerWatcher, type ScriptedWatch } from '../../support/scriptedListerWatcher.ts';

const refused = new ConnectionError('refused', 'nobody listens', { server: 'https://x' });

describe('SharedInformer.relist', () => {
  it('gives the watch up and asks for the newest state at once, which mends what no event has mended', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('gone', 2)]), page(20, [pod('a', 15), pod('missed', 16)])]);
    const harness = await new InformerHarness(server).start();
    const [first] = server.opened;
    expect(harness.informer.relist('the cache differs')).toBe(true);
    await harness.clock.settle();
    expect(first!.isClosed).toBe(true);
    expect(harness.cache).toEqual(['d/a 15', 'd/missed 16']);
    expect(story(harness)).toEqual(['list 0 limit 500', 'watch 10', 'relist: the cache differs', 'list "" limit 500', 'watch 20']);
    expect(harness.clock.now()).toBe(0);
    await harness.stop();
  });

  it('is in the trace with its reason, between the watch that it ends and the list that it begins', async () => {
    const harness = await new InformerHarness(new ScriptedListerWatcher([page(10)])).start();
    harness.informer.relist('a person asked for it');
    await harness.clock.settle();
    const [closed] = harness.probe.of('reflector.closed');
    const [relist] = harness.probe.of('reflector.relist');
    const [, list] = harness.probe.of('reflector.list');
    expect(closed).toMatchObject({ reason: 'RelistAsked' });
    expect(relist).toMatchObject({ informer: 'v1/pods', why: 'a person asked for it', cause: [closed!.seq] });
    expect(list).toMatchObject({ resourceVersion: '', cause: [relist!.seq] });
    expect(harness.probe.of('reflector.error')).toEqual([]);
    await harness.stop();
  });

  it('cuts a wait short', async () => {
    const server = new ScriptedListerWatcher([refused, page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server).start();
    expect(harness.informer.phase.name).toBe('backoff');
    expect(harness.informer.relist('try it now')).toBe(true);
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/a 1']);
    expect(harness.clock.now()).toBe(0);
    await harness.stop();
  });

  it('waits for a watch that is being opened, and gives that up', async () => {
    const opening = Promise.withResolvers<ScriptedWatch>();
    const server = new ScriptedListerWatcher([page(10)], [() => opening.promise]);
    const harness = await new InformerHarness(server).start();
    expect(harness.informer.phase.name).toBe('openWatch');
    expect(harness.informer.relist('now')).toBe(true);
    opening.reject(new ApiError({ code: 429, reason: 'TooManyRequests' }));
    await harness.clock.settle();
    expect(server.lists).toHaveLength(2);
    expect(harness.informer.phase.name).toBe('watch');
    await harness.stop();
  });

  it('asked for twice is done once, and is refused while the whole state is on its way', async () => {
    const second = Promise.withResolvers<ReturnType<typeof page>>();
    const server = new ScriptedListerWatcher([page(10), () => second.promise]);
    const harness = await new InformerHarness(server).start();
    expect([harness.informer.relist('one'), harness.informer.relist('two')]).toEqual([true, true]);
    await harness.clock.settle();
    expect(harness.informer.phase.name).toBe('list');
    expect(harness.informer.relist('three')).toBe(false);
    second.resolve(page(20));
    await harness.clock.settle();
    expect(harness.probe.of('reflector.relist').map(({ why }) => why)).toEqual(['one']);
    await harness.stop();
  });

  it('lets what is held stay held: the event before its gate is dropped only when it is let go', async () => {
    const gate = new ManualGate();
    const server = new ScriptedListerWatcher([page(10), page(20, [pod('a', 15)])]);
    const harness = await new InformerHarness(server, { gate }).start();
    gate.close('watch.event');
    server.current.send(added(pod('b', 11)));
    await harness.clock.settle();
    harness.informer.relist('now');
    await harness.clock.settle();
    expect(server.lists).toHaveLength(1);
    gate.open();
    await harness.clock.settle();
    expect(harness.cache).toEqual(['d/a 15']);
    await harness.stop();
  });

  it('streams the newest state where lists are streamed', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server, { settings: { clientGo: '1.36' } }).start();
    expect(harness.informer.phase.name).toBe('initialEvents');
    expect(harness.informer.relist('now')).toBe(false);
    await harness.stop();
  });

  it('starts nothing before the informer runs, nor after it has stopped', async () => {
    const harness = new InformerHarness(new ScriptedListerWatcher([page(10)]));
    expect(harness.informer.relist('now')).toBe(false);
    await harness.start();
    await harness.stop();
    expect(harness.informer.relist('now')).toBe(false);
  });
});
