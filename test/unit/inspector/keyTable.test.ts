import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyTable, placeOf } from '../../../extension/inspector/keyTable.ts';
import { openGate } from '../../../extension/trace/gate.ts';
import { Tracer } from '../../../extension/trace/tracer.ts';
import { RateLimitingQueue } from '../../../extension/workqueue/rateLimitingQueue.ts';
import { FakeClock } from '../../support/fakeClock.ts';

function tableOf(isGone?: (key: string) => boolean) {
  const clock = new FakeClock();
  const tracer = new Tracer(clock, 1000);
  const queue = new RateLimitingQueue({ name: 'c', clock, probe: tracer, gate: openGate });
  const table = new KeyTable(isGone);
  tracer.onEntry((entry) => table.note(entry));
  return { clock, tracer, queue, table };
}

type Step = { readonly does: 'add' | 'get' | 'done' | 'fail' | 'after' | 'forget' | 'pass'; readonly key: string };

const step: fc.Arbitrary<Step> = fc.record({ does: fc.constantFrom('add', 'get', 'done', 'fail', 'after', 'forget', 'pass'), key: fc.constantFrom('d/a', 'd/b', 'd/c') });

describe('keys of a controller', () => {
  it('are in the table where they are in the queue, whatever is done to them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (run) => {
        const { clock, queue, table } = tableOf();
        const inHand = new Set<string>();
        for (const { does, key } of run) {
          if (does === 'add') queue.add(key);
          if (does === 'after') queue.addAfter(key, 50);
          if (does === 'forget') queue.forget(key);
          if (does === 'pass') await clock.advance(7);
          if (does === 'get' && queue.length > 0) inHand.add((await queue.get())!.key);
          if ((does === 'done' || does === 'fail') && inHand.delete(key)) {
            if (does === 'fail') queue.addRateLimited(key);
            queue.done(key);
          }
          const { queue: queued, processing, waiting } = queue.snapshot(100);
          const rows = [...table.keys()].map((each) => table.get(each)!);
          expect(rows.filter((row) => row.queued).map((row) => row.key).toSorted()).toEqual(queued.toSorted());
          expect(rows.filter((row) => row.processing).map((row) => row.key).toSorted()).toEqual(processing.toSorted());
          const due = rows.filter((row) => row.due !== undefined && row.due > clock.now());
          expect(Object.fromEntries(due.map((row) => [row.key, row.due! - clock.now()]))).toEqual(Object.fromEntries(waiting.filter(({ dueInMs }) => dueInMs > 0).map((each) => [each.key, each.dueInMs])));
          for (const row of rows) if (row.processing) expect(row.attempts).toBeLessThanOrEqual(queue.numRequeues(row.key));
        }
        queue.shutDown();
      }),
      { numRuns: 60 },
    );
  });

  it('tell how their last run ended, why it failed and what it wrote', async () => {
    const { clock, tracer, queue, table } = tableOf();
    queue.add('d/a');
    await queue.get();
    tracer.record({ kind: 'reconcile.start', controller: 'c', key: 'd/a', worker: 0 });
    for (let index = 0; index < 7; index++) {
      tracer.record({ kind: 'reconcile.write', controller: 'c', key: 'd/a', verb: 'patch', target: `v1/pods d/${index}`, code: 200, dryRun: true, ms: 3 });
    }
    tracer.record({ kind: 'reconcile.error', controller: 'c', key: 'd/a', ms: 4, message: 'no luck' });
    queue.addRateLimited('d/a');
    queue.done('d/a');
    const failed = table.get('d/a')!;
    expect(failed).toMatchObject({ error: 'no luck', result: undefined, attempts: 1, runs: 1, dropped: false });
    expect(placeOf(failed, clock.now())).toBe('waiting');
    expect(failed.writes.map(({ target }) => target)).toEqual(['v1/pods d/6', 'v1/pods d/5', 'v1/pods d/4', 'v1/pods d/3', 'v1/pods d/2']);
    expect(failed.writes[0]).toMatchObject({ verb: 'patch', code: 200, dryRun: true, ms: 3 });
    await clock.advance(5);
    expect(placeOf(table.get('d/a')!, clock.now())).toBe('queued');
    await queue.get();
    tracer.record({ kind: 'reconcile.end', controller: 'c', key: 'd/a', ms: 1, result: 'done' });
    queue.forget('d/a');
    queue.done('d/a');
    expect(table.get('d/a')).toMatchObject({ error: undefined, result: 'done', attempts: 0 });
    expect(placeOf(table.get('d/a')!, clock.now())).toBe('settled');
  });

  it('are forgotten at rest when their object is gone, unless their last run failed', async () => {
    const { tracer, queue, table } = tableOf(() => true);
    for (const key of ['d/gone', 'd/failed']) {
      queue.add(key);
      await queue.get();
      if (key === 'd/failed') tracer.record({ kind: 'reconcile.error', controller: 'c', key, ms: 1, message: 'no' });
      queue.done(key);
    }
    expect([...table.keys()]).toEqual(['d/failed']);
  });

  it('are in no set when the queue is gone, and keep what was known of them', () => {
    const { queue, table } = tableOf();
    queue.add('d/a');
    queue.addAfter('d/b', 1000);
    const told: (string | undefined)[] = [];
    table.onChange((key) => told.push(key));
    table.leaveQueue();
    expect([...table.keys()].map((key) => placeOf(table.get(key)!, 0))).toEqual(['settled', 'settled']);
    expect(told).toEqual([undefined]);
  });

  it('are bounded: of too many, one that rests makes room', async () => {
    const { queue, table } = tableOf();
    for (let index = 0; index <= 100_000; index++) {
      queue.add(`d/${index}`);
      if (index === 0) queue.done((await queue.get())!.key);
    }
    expect(table.size).toBe(100_000);
    expect(table.get('d/0')).toBeUndefined();
    expect(table.get('d/1')).toBeDefined();
  });
});
