import { describe, expect, it } from 'vitest';
import { profiles } from '../../../extension/informer/profile.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { BackoffModel } from '../../support/backoffModel.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { expiredEvent, page, pod } from '../../support/objects.ts';
import { ReflectorHarness } from '../../support/reflectorHarness.ts';
import { RequestLog } from '../../support/requestLog.ts';
import { ScriptedListerWatcher, ScriptedWatch } from '../../support/scriptedListerWatcher.ts';

const refused = (): Error => new ConnectionError('refused', 'refused', { server: 's' });
const expired = (): Error => new ApiError({ code: 410, reason: 'Expired' });
const signal = new AbortController().signal;

describe('the log of requests', () => {
  it('finds nothing in what a Reflector does through refusals, expiry and broken streams', async () => {
    const expiring = new ScriptedWatch().send(expiredEvent());
    const server = new ScriptedListerWatcher([refused(), refused(), page(5, [pod('a', 4)]), expired(), page(9, [pod('a', 4)])], [refused(), refused(), new ScriptedWatch().end(), expiring, new ScriptedWatch()]);
    const clock = new FakeClock();
    const log = new RequestLog(clock);
    const harness = new ReflectorHarness(log.observe(server), { clock });
    await harness.start();
    await clock.advance(300_000);
    expect(log.requests.length).toBeGreaterThan(8);
    expect(log.failures).toBeGreaterThan(5);
    expect(log.violations('1.32', 1)).toEqual([]);
    await harness.stop();
  });

  it('finds a Reflector that waits for half of what it should', async () => {
    const { backoff } = profiles['1.32'];
    const clock = new FakeClock();
    const log = new RequestLog(clock);
    const harness = new ReflectorHarness(log.observe(new ScriptedListerWatcher([refused()])), { clock, profile: { ...profiles['1.32'], backoff: { ...backoff, initialMs: backoff.initialMs / 2 } } });
    await harness.start();
    await clock.advance(3000);
    expect(log.violations('1.32', 1)[0]).toMatch(/^request 1, list .*: 400 ms after .*refused.*, which asks for 800 ms at least$/);
    await harness.stop();
  });

  it.each([
    ['a list after a list that was refused', [refused(), page(5)], /list .* 0 ms after/],
    ['the same list after one that has expired', [expired(), page(5)], /list .* 0 ms after/],
  ])('finds %s, without a delay', async (_name, answers, violation) => {
    const log = new RequestLog(new FakeClock());
    const asked = log.observe(new ScriptedListerWatcher(answers));
    await expect(asked.list({ resourceVersion: '4' }, signal)).rejects.toThrow();
    await asked.list({ resourceVersion: '4' }, signal);
    expect(log.violations('1.32', 1)).toEqual([expect.stringMatching(violation)]);
  });

  it('finds two watches at a time', async () => {
    const log = new RequestLog(new FakeClock());
    const asked = log.observe(new ScriptedListerWatcher([], [new ScriptedWatch(), new ScriptedWatch()]));
    await asked.watch({ resourceVersion: '4' }, signal);
    await asked.watch({ resourceVersion: '4' }, signal);
    expect(log.violations('1.32', 1)).toEqual([expect.stringMatching(/under way/)]);
  });
});

describe('the model of the delays', () => {
  it('R-02, R-03: asks for each base, and no more than the cap', () => {
    const model = new BackoffModel('1.32', 0, 1000);
    let now = 0;
    for (const base of [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]) {
      expect(model.tooSoon(now, base, 0)).toBeUndefined();
      now += base;
    }
    expect(model.tooSoon(now, 29_999, 0)).toBe(30_000);
  });

  it.each([
    { clientGo: '1.32', when: 'after two minutes without a delay', anewAt: 240_000 },
    { clientGo: '1.36', when: 'two minutes after its window began', anewAt: 122_000 },
  ] as const)('R-04: of client-go $clientGo begins anew $when, and not before', ({ clientGo, anewAt }) => {
    const model = new BackoffModel(clientGo, 0, 1000);
    expect(model.tooSoon(1000, 800, 0)).toBeUndefined();
    expect(model.tooSoon(118_000, 800, 0)).toBe(1600);
    expect(model.tooSoon(anewAt, 800, 0)).toBeUndefined();
  });

  it('takes either for true near the moment, and goes on with what was seen', () => {
    const model = new BackoffModel('1.36', 0, 1000);
    expect(model.tooSoon(1000, 800, 0)).toBeUndefined();
    expect(model.tooSoon(119_500, 1600, 0)).toBeUndefined();
    expect(model.tooSoon(120_500, 800, 0)).toBeUndefined();
    expect(model.tooSoon(121_500, 800, 0)).toBe(1600);
  });
});
