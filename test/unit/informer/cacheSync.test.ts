import { describe, expect, it } from 'vitest';
import { CacheSyncError, type DoneChecker, SyncResult, waitFor, waitForCacheSync } from '../../../extension/informer/cacheSync.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { InformerHarness } from '../../support/informerHarness.ts';
import { page } from '../../support/objects.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

describe('S-11: waitForCacheSync', () => {
  it('asks at once, then every 100 ms, until all say yes in one pass', async () => {
    const clock = new FakeClock();
    const answers = { one: [true], other: [false, false, true] };
    const asked: number[] = [];
    const ask = (name: keyof typeof answers) => (): boolean => {
      asked.push(clock.now());
      return answers[name].length > 1 ? answers[name].shift()! : answers[name][0]!;
    };
    let synced: boolean | undefined;
    void waitForCacheSync(clock, new AbortController().signal, ask('one'), ask('other')).then((result) => (synced = result));
    await clock.settle();
    expect(asked).toEqual([0, 0]);
    await clock.advance(199);
    expect(synced).toBeUndefined();
    await clock.advance(1);
    expect(synced).toBe(true);
    expect(asked).toEqual([0, 0, 100, 100, 200, 200]);
  });

  it('is a no when it is stopped first', async () => {
    const clock = new FakeClock();
    const stop = new AbortController();
    const waiting = waitForCacheSync(clock, stop.signal, () => false);
    stop.abort();
    expect(await waiting).toBe(false);
    expect(clock.pending).toBe(0);
  });
});

describe('S-11: waitFor', () => {
  function checker(): { readonly checker: DoneChecker; readonly settle: (done: boolean) => void } {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let isDone = false;
    return {
      checker: { name: 'c', done: promise, isDone: () => isDone },
      settle(done) {
        isDone = done;
        resolve(done);
      },
    };
  }

  it('waits for all of them without asking; nothing to wait for is a yes', async () => {
    const one = checker();
    const other = checker();
    const waiting = waitFor(new AbortController().signal, one.checker, other.checker);
    one.settle(true);
    other.settle(true);
    expect(await waiting).toBe(true);
    expect(await waitFor(new AbortController().signal)).toBe(true);
  });

  it('is a no when one never will be done, or the wait is given up; a last look counts', async () => {
    const never = checker();
    never.settle(false);
    expect(await waitFor(new AbortController().signal, never.checker)).toBe(false);
    const stop = new AbortController();
    const late = checker();
    const waiting = waitFor(stop.signal, late.checker);
    stop.abort();
    expect(await waiting).toBe(false);
    // Done in the very moment of the abort.
    const racing = checker();
    const raced = waitFor(AbortSignal.abort(), racing.checker);
    racing.settle(true);
    expect(await raced).toBe(true);
  });

  it('S-05: an informer is one to wait for, by its name', async () => {
    const harness = new InformerHarness(new ScriptedListerWatcher([page(10)]));
    const { hasSyncedChecker } = harness.informer;
    expect(hasSyncedChecker.name).toBe('SharedIndexInformer v1/pods');
    expect(hasSyncedChecker.isDone()).toBe(false);
    await harness.start();
    expect(hasSyncedChecker.isDone()).toBe(true);
    await expect(hasSyncedChecker.done).resolves.toBe(true);
  });
});

describe('S-12: SyncResult', () => {
  it('is no error when all have synced', () => {
    const result = new SyncResult(new Map([['v1/pods', true]]), undefined);
    expect([result.allSynced, result.asError()]).toEqual([true, undefined]);
  });

  it('gives no reason where there was none: one has stopped before it had synced', () => {
    const error = new SyncResult(new Map([['v1/pods', false]]), undefined).asError();
    expect(error).toMatchObject({ name: 'CacheSyncError', code: 'CacheSync', message: 'failed to sync the caches of v1/pods' });
  });

  it('names those that have not, sorted, and why the wait was given up', () => {
    const cause = new Error('stopped');
    const error = new SyncResult(new Map([['v1/secrets', false], ['v1/pods', true], ['apps/v1/deployments', false]]), cause).asError();
    expect(error).toBeInstanceOf(CacheSyncError);
    expect(error).toMatchObject({
      message: 'failed to sync the caches of apps/v1/deployments, v1/secrets: stopped',
      data: ['apps/v1/deployments', 'v1/secrets'],
      cause,
    });
  });
});
