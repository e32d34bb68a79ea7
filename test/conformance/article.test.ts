import { describe, expect, it } from 'vitest';
import { articleNoteOf } from '../../extension/informer/articleNotes.ts';
import type { ClientGo } from '../../extension/informer/profile.ts';
import { ApiError, ConnectionError } from '../../extension/kube/status.ts';
import { articleRateLimiter, defaultControllerRateLimiter } from '../../extension/workqueue/rateLimiter.ts';
import { RateLimitingQueue } from '../../extension/workqueue/rateLimitingQueue.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { InformerHarness } from '../support/informerHarness.ts';
import { ManualGate } from '../support/manualGate.ts';
import { added, deleted, errorEvent, expiredEvent, page, pod } from '../support/objects.ts';
import { RecordingProbe } from '../support/recordingProbe.ts';
import { ScriptedListerWatcher, ScriptedWatch } from '../support/scriptedListerWatcher.ts';

/** Where the article and the sources differ (contract, section 16): each row is one thing that can be seen to differ. */

const told = <T>(clientGo: ClientGo, article: T, source: T): T => (clientGo === 'article' ? article : source);

describe.each(['1.32', 'article'] as const)('client-go %s', (clientGo) => {
  const settings = { clientGo } as const;

  it('row 1: the delays after failures', async () => {
    const down = new ApiError({ code: 503, reason: 'ServiceUnavailable' });
    const harness = await new InformerHarness(new ScriptedListerWatcher([down]), { settings }).start();
    await harness.clock.advance(3_600_000);
    const delays = harness.probe.of('reflector.backoff').map(({ ms }) => ms);
    expect(delays.slice(0, 3)).toEqual(told(clientGo, [500, 1000, 2000], [800, 1600, 3200]));
    expect(Math.max(...delays)).toBe(told(clientGo, 300_000, 30_000));
  });

  it('rows 2 and 3: an expired watch and what is queued', async () => {
    const gate = new ManualGate('queue.pop');
    const server = new ScriptedListerWatcher([page(10), page(30)]);
    const harness = await new InformerHarness(server, { settings, gate }).start();
    server.current.send(added(pod('a', 11)), expiredEvent());
    await harness.clock.settle();
    expect(harness.informer.queueSnapshot(10).queue).toEqual(told(clientGo, [], ['d/a']));
    await harness.clock.advance(1000);
    expect(server.lists[1]!.resourceVersion).toBe(told(clientGo, '', '11'));
  });

  it('rows 2 and 3: a watch that is refused because its version has gone, and what is queued', async () => {
    const gate = new ManualGate('queue.pop');
    const gone = new ApiError({ code: 410, reason: 'Gone', message: 'too old resource version' });
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)]), page(30)], [() => gone, new ScriptedWatch()]);
    const harness = await new InformerHarness(server, { settings, gate }).start();
    expect(harness.informer.queueSnapshot(10).queue).toEqual(told(clientGo, [], ['d/a']));
    await harness.clock.advance(1000);
    expect(server.lists[1]!.resourceVersion).toBe(told(clientGo, '', '10'));
  });

  it('row 9: what the first list is queued as; the handler hears adds either way', async () => {
    const harness = await new InformerHarness(new ScriptedListerWatcher([page(10, [pod('a', 1)])]), { settings }).start();
    expect(harness.probe.of('queue.add').map(({ delta }) => delta)).toEqual([told(clientGo, 'Added', 'Replaced')]);
    expect(harness.handler.take()).toEqual(['add d/a 1 initial']);
  });

  it('row 10: a stream that breaks with an error', async () => {
    const server = new ScriptedListerWatcher([page(10)]);
    const harness = await new InformerHarness(server, { settings }).start();
    server.current.send(added(pod('a', 11)), errorEvent(500, 'InternalError'));
    await harness.clock.advance(1000);
    expect(server.lists).toHaveLength(told(clientGo, 1, 2));
  });

  it.each([
    ['an error of the server', new ApiError({ code: 500, reason: 'InternalError', message: 'no' })],
    ['a connection that breaks', new ConnectionError('reset', 'broken', { server: 'https://x' })],
  ])('row 10: a watch that is not opened: %s', async (_name, error) => {
    const server = new ScriptedListerWatcher([page(10)], [() => error, new ScriptedWatch()]);
    const harness = await new InformerHarness(server, { settings }).start();
    await harness.clock.advance(1000);
    expect(server.lists).toHaveLength(told(clientGo, 1, 2));
    expect(server.watches.map(({ resourceVersion }) => resourceVersion)).toEqual(['10', '10']);
    expect(harness.probe.of('reflector.backoff').map(({ ms }) => ms)).toEqual([told(clientGo, 500, 800)]);
  });

  it('row 11: what a resync queues, and whether there is one', async () => {
    const gate = new ManualGate();
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1), pod('b', 2)])]);
    const harness = await new InformerHarness(server, { settings: { clientGo, resyncPeriodMs: 30_000 }, gate }).start();
    gate.close('queue.pop');
    server.current.send({ type: 'MODIFIED', object: pod('a', 11) });
    await harness.clock.advance(30_000);
    const [a] = harness.informer.queueSnapshot(10).items;
    expect(a!.deltas.map(({ type }) => type)).toEqual(told(clientGo, ['Updated', 'Sync'], ['Updated']));
    // By default the article resyncs every 30 s, client-go never.
    const byDefault = new InformerHarness(server, { settings });
    expect(byDefault.informer.settings.resyncPeriodMs).toBe(told(clientGo, 30_000, 0));
  });

  it('row 15: whether two deletions in a row are kept', async () => {
    const gate = new ManualGate();
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server, { settings, gate }).start();
    gate.close('queue.pop');
    server.current.send(deleted(pod('a', 11)), deleted(pod('a', 12)));
    await harness.clock.settle();
    expect(harness.informer.queueSnapshot(10).deltas).toBe(told(clientGo, 2, 1));
  });

  it('row 21: how a work queue backs off', () => {
    const limiter = told(clientGo, articleRateLimiter(), defaultControllerRateLimiter(new FakeClock()));
    const delays = Array.from({ length: 20 }, () => limiter.when('k'));
    expect([delays[0], Math.max(...delays)]).toEqual(told(clientGo, [1000, 300_000], [5, 1_000_000]));
  });
});

describe('what is said of the entries of an informer that behaves as the article tells', () => {
  it('names the row, entry by entry, where client-go does otherwise', async () => {
    const server = new ScriptedListerWatcher([new ApiError({ code: 503, reason: 'ServiceUnavailable' }), page(10, [pod('a', 1)]), page(30)]);
    const gate = new ManualGate();
    const harness = await new InformerHarness(server, { settings: { clientGo: 'article' }, gate }).start();
    await harness.clock.advance(500);
    server.current.send(added(pod('b', 11)), errorEvent(500, 'InternalError'));
    await harness.clock.advance(30_000);
    gate.close('queue.pop');
    server.current.send(added(pod('c', 12)), expiredEvent());
    await harness.clock.advance(60_000);
    const rows = harness.probe.entries.flatMap((entry) => {
      const note = articleNoteOf(entry);
      return note ? [`${entry.kind} ${note.row}`] : [];
    });
    expect(rows).toEqual([
      'reflector.backoff 1',
      'queue.replace 9',
      'reflector.error 10',
      'reflector.backoff 1',
      'queue.resync 11',
      'queue.drop 2',
      'reflector.error 3',
      'reflector.backoff 1',
      'queue.replace 9',
      'queue.resync 11',
    ]);
  });

  it('names the row of a pop that brings two deletions in a row, and of no other', async () => {
    const gate = new ManualGate();
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const { clock, probe } = await new InformerHarness(server, { settings: { clientGo: 'article' }, gate }).start();
    gate.close('queue.pop');
    server.current.send(deleted(pod('a', 11)), deleted(pod('a', 12)), added(pod('a', 13)), deleted(pod('a', 14)));
    await clock.settle();
    gate.open();
    server.current.send(added(pod('a', 15)), deleted(pod('a', 16)));
    await clock.settle();
    const [initial, kept, ...others] = probe.of('queue.pop');
    expect(kept!.deltas).toEqual(['Deleted', 'Deleted', 'Added', 'Deleted']);
    expect(articleNoteOf(kept!)?.row).toBe(15);
    expect([initial!, ...others].map(articleNoteOf).filter(Boolean)).toEqual([]);
  });

  it.each(['RealFIFO', 'atomic'] as const)('says nothing of a list and a resync in a %s, which the article does not know', async (queue) => {
    const server = new ScriptedListerWatcher([page(10, [pod('a', 1)])]);
    const harness = await new InformerHarness(server, { settings: { clientGo: 'article', queue } }).start();
    await harness.clock.advance(30_000);
    expect(harness.probe.of('queue.replace').map(articleNoteOf)).toEqual([undefined]);
    expect(harness.probe.of('queue.resync').map(articleNoteOf)).toEqual([undefined]);
  });

  it('says nothing where they agree: a watch that was refused, or told to come back later, and a deletion of what nobody knows', async () => {
    const refused = new ConnectionError('refused', 'nobody listens', { server: 'https://x' });
    const tooMany = new ApiError({ code: 429, reason: 'TooManyRequests' });
    const server = new ScriptedListerWatcher([page(10)], [() => refused, () => tooMany, new ScriptedWatch()]);
    const { clock, probe } = await new InformerHarness(server, { settings: { clientGo: 'article' } }).start();
    await clock.advance(1500);
    server.current.send(deleted(pod('a', 11)), errorEvent(429, 'TooManyRequests'));
    await clock.settle();
    expect(probe.of('reflector.error').map((entry) => [entry.code, articleNoteOf(entry)])).toEqual([
      [0, undefined],
      [429, undefined],
      [429, undefined],
    ]);
    expect(probe.of('queue.drop').map(articleNoteOf)).toEqual([undefined]);
  });

  it.each([
    [500, 'reflector.error 10'],
    [410, 'reflector.error 3'],
  ])('names the row of a watch that is refused with %d', async (code, row) => {
    const refusal = new ApiError({ code, reason: code === 410 ? 'Expired' : 'InternalError', message: 'no' });
    const server = new ScriptedListerWatcher([page(10)], [() => refusal, new ScriptedWatch()]);
    const { probe } = await new InformerHarness(server, { settings: { clientGo: 'article' } }).start();
    expect(probe.of('reflector.error').map((entry) => `${entry.kind} ${articleNoteOf(entry)?.row}`)).toEqual([row]);
  });

  it('names the row of a work queue that waits as the article tells', () => {
    const probe = new RecordingProbe();
    const clock = new FakeClock();
    const queue = new RateLimitingQueue({ name: 'q', clock, probe, gate: new ManualGate(), limiter: articleRateLimiter() });
    queue.addRateLimited('k');
    queue.shutDown();
    expect(probe.of('workqueue.ratelimited').map((entry) => articleNoteOf(entry)?.row)).toEqual([21]);
  });
});
