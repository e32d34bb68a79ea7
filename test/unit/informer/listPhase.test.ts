import { describe, expect, it } from 'vitest';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { page, pod } from '../../support/objects.ts';
import { ReflectorHarness } from '../../support/reflectorHarness.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

describe('ListPhase', () => {
  it('R-21: asks with a version and a limit, and with nothing else', async () => {
    const server = new ScriptedListerWatcher([page(10, [], { continue: 'x' }), page(10)]);
    await new ReflectorHarness(server).start();
    expect(server.lists).toEqual([{ resourceVersion: '0', limit: 500 }, { limit: 500, continue: 'x' }]);
  });

  it('R-22: a page size that was asked for comes first, whatever the version', async () => {
    const server = new ScriptedListerWatcher([page(10), page(20)]);
    const harness = await new ReflectorHarness(server, { pageSize: 7 }).start();
    server.current.send({ type: 'ERROR', object: { kind: 'Status', reason: 'Expired', code: 410 } });
    await harness.clock.advance(800);
    expect(server.lists.map(({ limit, resourceVersion }) => [limit, resourceVersion])).toEqual([[7, '0'], [7, '10']]);
  });

  it('R-23: pages of a list at any other version say nothing of the server', async () => {
    const expired = new ApiError({ code: 410, reason: 'Expired' });
    const server = new ScriptedListerWatcher([expired, page(10, [pod('a', 1)], { continue: 'x' }), page(10, [pod('b', 2)]), page(20)]);
    const harness = await new ReflectorHarness(server).start();
    expect(server.lists.map(({ resourceVersion, limit }) => [resourceVersion, limit])).toEqual([['0', 500], ['', 500], [undefined, 500]]);
    server.current.send({ type: 'ERROR', object: { kind: 'Status', reason: 'Expired', code: 410 } });
    await harness.clock.advance(800);
    expect(server.lists.at(-1)).toEqual({ resourceVersion: '10' });
  });

  it('R-30: a list of more than ten seconds is told in the log', async () => {
    const slow = (ms: number) => () => {
      harness.clock.pass(ms);
      return page(10, [pod('a', 1)]);
    };
    const harness = new ReflectorHarness(new ScriptedListerWatcher([slow(10_001)]));
    harness.clock.pass(5000);
    await harness.start();
    expect(harness.log.lines).toEqual(['info reflector: v1/pods: listing took 10001 ms (items 1, pages 1, bytes 100)']);
    const quick = new ReflectorHarness(new ScriptedListerWatcher([() => (quick.clock.pass(10_000), page(10))]));
    await quick.start();
    expect(quick.log.lines).toEqual([]);
  });

  it.each([
    ['expired', new ApiError({ code: 410, reason: 'Gone', message: 'gone' }), ['trace reflector: v1/pods: the watch has expired: gone']],
    ['a broken connection', new ConnectionError('reset', 'reset by peer', { server: 's' }), ['info reflector: v1/pods: the connection broke: reset by peer']],
    ['anything else', new ApiError({ code: 403, reason: 'Forbidden', message: 'no' }), ['error reflector: v1/pods: failed to list v1/pods: no']],
  ])('R-14: nobody set to hear of it: %s goes to the log', async (_name, error, lines) => {
    const harness = await new ReflectorHarness(new ScriptedListerWatcher([error])).start();
    expect(harness.log.lines).toEqual(lines);
  });

  it('R-14: who is set to hear of it hears it instead of the log', async () => {
    const told: unknown[] = [];
    const server = new ScriptedListerWatcher([new ApiError({ code: 403, reason: 'Forbidden', message: 'no' })]);
    const harness = await new ReflectorHarness(server, { onWatchError: (error) => told.push(error) }).start();
    expect(told).toHaveLength(1);
    expect(harness.log.lines).toEqual([]);
  });

  it('R-67: a relist tells of objects without news all the same, as of a resync', async () => {
    const server = new ScriptedListerWatcher([page(10, [pod('same', 1), pod('other', 2)]), page(30, [pod('same', 1), pod('other', 25)])]);
    const harness = await new InformerHarness(server).start();
    harness.handler.take();
    server.current.send({ type: 'ERROR', object: { kind: 'Status', reason: 'Expired', code: 410 } });
    await harness.clock.advance(800);
    expect(harness.handler.take()).toEqual(['update d/same 1>1', 'update d/other 2>25']);
    expect(harness.probe.of('handler.update').map(({ key, resync }) => [key, resync])).toEqual([['d/same', true], ['d/other', false]]);
  });
});
