import { expect, it } from 'vitest';
import { SimulatedController } from '../../../../extension/playground/controllers/simulatedController.ts';
import { WorldClock } from '../../../../extension/playground/world/worldClock.ts';
import { RateLimitingQueue } from '../../../../extension/workqueue/rateLimitingQueue.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

function oneTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

it('with thousands of keys to work through, others have their turn every twenty', async () => {
  const outer = new FakeClock();
  const clock = new WorldClock(outer);
  const queue = new RateLimitingQueue({ name: 'q', clock, probe: { record: () => 0 }, gate: { ask: () => undefined } });
  const reconciled: string[] = [];
  for (let key = 0; key < 1000; key++) queue.add(String(key));
  const running = new SimulatedController({ queue, clock, reconcile: (key) => void reconciled.push(key), onReconciled: () => undefined }).run();
  await oneTurn();
  expect(reconciled).toHaveLength(20);
  await outer.settle();
  expect(reconciled).toEqual(Array.from({ length: 1000 }, (_, key) => String(key)));
  queue.shutDown();
  await running;
});

it('with one key at a time that two hand to each other, others have their turn, too', async () => {
  const outer = new FakeClock();
  const clock = new WorldClock(outer);
  const ports = { clock, probe: { record: () => 0 }, gate: { ask: () => undefined } };
  const [one, other] = [new RateLimitingQueue({ name: 'one', ...ports }), new RateLimitingQueue({ name: 'other', ...ports })];
  let reconciled = 0;
  const run = (queue: RateLimitingQueue, next: RateLimitingQueue): Promise<void> =>
    new SimulatedController({
      queue,
      clock,
      // A name of its own each time, as of objects that are made anew.
      reconcile: () => ++reconciled < 1000 && next.add(String(reconciled)),
      onReconciled: () => undefined,
    }).run();
  const running = [run(one, other), run(other, one)];
  one.add('0');
  await oneTurn();
  expect(reconciled).toBeLessThanOrEqual(40);
  await outer.settle();
  expect(reconciled).toBe(1000);
  for (const queue of [one, other]) queue.shutDown();
  await Promise.all(running);
});

it('a key that comes again and again is reconciled five hundred times, then fifty times a second, and others as they come', async () => {
  const outer = new FakeClock();
  const clock = new WorldClock(outer);
  const queue = new RateLimitingQueue({ name: 'q', clock, probe: { record: () => 0 }, gate: { ask: () => undefined } });
  const counts = new Map<string, number>();
  const reconcile = (key: string): void => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (key === 'hot') queue.add(key);
  };
  const running = new SimulatedController({ queue, clock, reconcile, onReconciled: () => undefined }).run();
  queue.add('hot');
  await outer.settle();
  expect(counts.get('hot')).toBe(501);
  for (let key = 0; key < 200; key++) queue.add(String(key));
  await outer.settle();
  expect(counts.size).toBe(201);
  await outer.advance(1_000);
  expect(counts.get('hot')).toBe(551);
  await outer.advance(9_000);
  expect(counts.get('hot')).toBe(1001);
  queue.shutDown();
  await running;
  expect(outer.pending).toBe(0);
});
