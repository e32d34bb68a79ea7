import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PriorityQueue } from '../../../extension/workqueue/priorityQueue.ts';
import { defaultControllerRateLimiter } from '../../../extension/workqueue/rateLimiter.ts';
import { RateLimitingQueue } from '../../../extension/workqueue/rateLimitingQueue.ts';
import { FakeClock } from '../../support/fakeClock.ts';

/** Cases from the field, of work queues: each a small file of steps, one thing that is done or holds. */
interface QueueScript {
  readonly title: string;
  readonly queue: 'rateLimiting' | 'priority';
  readonly steps: readonly (string | { readonly times: number; readonly step: string })[];
}

const folder = new URL('../../support/cases/', import.meta.url);
const scripts = readdirSync(folder)
  .filter((name) => name.startsWith('24'))
  .map((name) => ({ name, script: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as QueueScript }));

class Play {
  readonly #clock = new FakeClock();
  readonly #queue: RateLimitingQueue | PriorityQueue;
  #drained: boolean | undefined;

  constructor(queue: QueueScript['queue']) {
    const options = { name: 'q', clock: this.#clock, probe: { record: () => 0 }, gate: { ask: () => undefined }, rateLimiter: defaultControllerRateLimiter(this.#clock) };
    this.#queue = queue === 'priority' ? new PriorityQueue(options) : new RateLimitingQueue(options);
  }

  /** @param step `addAfter k 2s` */
  async step(step: string): Promise<void> {
    const [verb, key = '', last = ''] = step.split(' ');
    const queue = this.#queue;
    switch (verb) {
      case 'add':
        if (queue instanceof PriorityQueue) queue.addWithOptions({ priority: Number(last) }, key);
        else queue.add(key);
        break;
      case 'addAfter':
        queue.addAfter(key, milliseconds(last));
        break;
      case 'addRateLimited':
        queue.addRateLimited(key);
        expect(this.#waits(key), step).toBeCloseTo(milliseconds(last));
        break;
      case 'forget':
        queue.forget(key);
        break;
      case 'done':
        queue.done(key);
        break;
      case 'shutDown':
        queue.shutDown();
        break;
      case 'drain':
        this.#drained = false;
        void queue.shutDownWithDrain().then(() => (this.#drained = true));
        break;
      case 'pass':
        await this.#clock.advance(milliseconds(key));
        break;
      case 'get':
        expect((await queue.get())?.key, step).toBe(key);
        break;
      case 'nothing':
        expect(queue.length, step).toBe(0);
        break;
      case 'end':
        expect(await queue.get(), step).toBeUndefined();
        break;
      case 'length':
        expect(queue.length, step).toBe(Number(key));
        break;
      case 'processing':
        expect(queue.snapshot(10).processing, step).toEqual([key]);
        break;
      case 'waiting':
        expect(this.#waits(key), step).toBeCloseTo(milliseconds(last));
        break;
      case 'failures':
        expect(queue.numRequeues(key), step).toBe(Number(last));
        break;
      case 'drained':
      case 'not':
        expect(this.#drained, step).toBe(verb === 'drained');
        break;
      default:
        expect.unreachable(`no such step: ${step}`);
    }
    await this.#clock.settle();
  }

  /** For how long still, in milliseconds. */
  #waits(key: string): number | undefined {
    return this.#queue.snapshot(1000).waiting.find((waiting) => waiting.key === key)?.dueInMs;
  }
}

function milliseconds(text: string): number {
  const [, number, unit] = /^(\d+)(ms|s)$/.exec(text) ?? [];
  return Number(number) * (unit === 's' ? 1000 : 1);
}

describe('cases of work queues', () => {
  it('are all there', () => {
    expect(new Set(scripts.map(({ name }) => name.slice(0, 3)))).toEqual(new Set(['24a', '24b', '24c', '24d', '24e', '24f', '24g']));
  });

  it.each(scripts)('case $name: $script.title', async ({ script }) => {
    const play = new Play(script.queue);
    for (const step of script.steps) {
      if (typeof step === 'string') await play.step(step);
      else for (let index = 0; index < step.times; index++) await play.step(step.step.replaceAll('{i}', String(index)));
    }
  });
});
