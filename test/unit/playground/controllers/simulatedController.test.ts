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
