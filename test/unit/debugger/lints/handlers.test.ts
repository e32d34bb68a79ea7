import { describe, expect, it } from 'vitest';
import { modified, page, pod } from '../../../support/objects.ts';
import { lintHarness, pods } from '../../../support/lintHarness.ts';
import { ScriptedListerWatcher } from '../../../support/scriptedListerWatcher.ts';

/** An informer on as many pods, one handler of which takes so long for each call. */
async function handled(count: number, takesMs: (call: number) => number, name = 'slow') {
  const server = new ScriptedListerWatcher([page(10, Array.from({ length: count }, (_, index) => pod(`p-${index}`, 1)))]);
  const harness = lintHarness({ cluster: { listerWatcher: () => server } });
  const { session, clock } = harness;
  const informer = session.informers.start(pods);
  let calls = 0;
  const call = async (): Promise<void> => {
    const ms = takesMs(calls++);
    if (ms > 0) await new Promise<void>((resolve) => void clock.setTimer(ms, resolve));
  };
  informer.addEventHandler({ onAdd: call, onUpdate: call, onDelete: call }, { name });
  await clock.settle();
  return { ...harness, server, calls: () => calls };
}

describe('slow handler', () => {
  it('is raised when three calls in a row have kept others waiting, and cleared by a fast one', async () => {
    const { session, clock, raised, first, causes } = await handled(8, (call) => (call < 5 ? 150 : 0));
    await clock.advance(310);
    expect(raised()).toEqual([]);
    await clock.advance(200);
    expect(raised()).toEqual(['slow-handler']);
    expect(first()).toMatchObject({ informer: 'v1/pods', evidence: { handler: 'slow', times: 3, ms: 150 } });
    expect(causes()).toEqual(['handler.add', 'handler.add', 'handler.add']);
    await clock.advance(1000);
    expect(raised()).toEqual([]);
    await session.close();
  });

  it('is raised for a call that does not return while others wait', async () => {
    const { session, clock, raised } = await handled(3, () => 60_000);
    await clock.advance(4000);
    expect(raised()).toEqual([]);
    await clock.advance(3000);
    expect(raised()).toEqual(['slow-handler']);
    const closing = session.close();
    await clock.advance(60_000);
    await closing;
  });

  it('is not raised for one slow call, for slow calls that nobody waits for, nor for a handler that rests after it has thrown', async () => {
    const { session, server, clock, raised } = await handled(200, (call) => (call === 5 ? 400 : 0));
    await clock.advance(2000);
    for (let version = 20; version < 30; version++) {
      server.current.send(modified(pod('p-1', version)));
      await clock.advance(500);
    }
    expect(raised()).toEqual([]);
    session.informers.get('v1/pods')!.addEventHandler({ onAdd: () => Promise.reject(new Error('no')) }, { name: 'throws' });
    await clock.advance(20_000);
    expect(raised()).toEqual([]);
    await session.close();
  });
});

describe('handler backlog', () => {
  it('is raised when a long backlog does not get shorter, and cleared when it has run off', async () => {
    const { session, clock, raised } = await handled(3000, (call) => (call === 20 ? 30_000 : 0));
    await clock.advance(9000);
    expect(raised()).toEqual(['slow-handler']);
    await clock.advance(4000);
    expect(raised()).toEqual(['slow-handler', 'handler-backlog']);
    expect(session.lints.raised[0]).toMatchObject({ informer: 'v1/pods', evidence: { handler: 'slow' } });
    expect(session.lints.raised[0]!.evidence.times).toBeGreaterThan(2900);
    await clock.advance(20_000);
    expect(raised()).toEqual([]);
    await session.close();
  });

  it('is not raised for a list that takes a moment, nor for what piles up while somebody holds the handler', async () => {
    const { session, clock, raised } = await handled(5000, () => 0);
    await clock.advance(1000);
    expect(raised()).toEqual([]);
    session.stepper.setPoints(['handler.call']);
    session.stepper.pause();
    session.informers.get('v1/pods')!.addEventHandler({}, { name: 'held' });
    await clock.advance(60_000);
    expect(session.informers.all[0]!.informer.handlers.find(({ name }) => name === 'held')!.backlog).toBeGreaterThan(4000);
    session.stepper.continue();
    await clock.advance(20_000);
    expect(raised()).toEqual([]);
    await session.close();
  });
});
