import { describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../extension/controller/api.ts';
import { checkReconciler } from '../../../extension/controller/checkReconciler.ts';
import { watchSources } from '../../../extension/controller/watchSources.ts';
import { compileCel } from '../../../extension/inspector/celCompiler.ts';

const least: Reconciler = { name: 'test', for: 'v1/configmaps', reconcile: () => undefined };
const map = () => [];

/** What a file that no type checker has seen may export. */
function check(reconciler: unknown): void {
  checkReconciler(reconciler as Reconciler);
  watchSources(reconciler as Reconciler, compileCel);
}

describe('checkReconciler', () => {
  it.each<[string, Partial<Reconciler>]>([
    ['the least that there can be', {}],
    ['all of it', {
      for: { resource: 'apps/v1/deployments', predicates: [{ type: 'generationChanged' }] },
      owns: ['apps/v1/replicasets', { resource: { resource: 'example.com/v1/things', kind: 'Thing', namespaced: true } }],
      watches: [{ resource: 'v1/pods', map, predicates: [{ type: 'labels', selector: 'a=b' }, { type: 'cel', expression: 'true' }] }],
      workers: 64,
      queue: 'rateLimiting',
      limiter: { type: 'maxOf', limiters: [{ type: 'exponential', baseDelay: 5, maxDelay: 1000 }] },
      priority: true,
      resync: 1000,
      maxRetries: 0,
      setup: async () => undefined,
    }],
    ['a queue without a limiter', { queue: 'fifo', priority: false }],
  ])('takes %s', (_, more) => expect(() => check({ ...least, ...more })).not.toThrow());

  it.each<[unknown, string]>([
    [{ name: 'Rollout' }, '`name` must be lower-case letters'],
    [{ for: 'pods' }, '`for` must be a resource such as "v1/pods"'],
    [{ reconcile: 'later' }, '`reconcile` must be a function'],
    [{ setup: true }, '`setup` must be a function'],
    [{ watches: [{ resource: 'v1/pods' }] }, '`watches[0].map` must be a function'],
    [{ workers: 0 }, '`workers` must be a whole number from 1'],
    [{ workers: 65 }, '`workers` must be a whole number from 1 to 64, not 65'],
    [{ workers: 1.5 }, '`workers` must be a whole number'],
    [{ queue: 'lifo' }, '`queue` must be "fifo", "delaying" or "rateLimiting"'],
    [{ queue: 'fifo', limiter: { type: 'bucket', qps: 1, burst: 1 } }, '`limiter` belongs to a rate limiting queue, and `queue` is "fifo": leave one of the two out'],
    [{ queue: 'delaying', priority: true }, '`priority` belongs to a rate limiting queue, and `queue` is "delaying": leave one of the two out'],
    [{ resync: 10 }, '`resync` must be 0, or 1000 milliseconds at least, not 10'],
    [{ resync: -1 }, '`resync` must be a number of milliseconds'],
    [{ maxRetries: -1 }, '`maxRetries` must be a whole number'],
    [{ limiter: { type: 'exponential', baseDelay: 1 } }, '`limiter.maxDelay` is missing'],
    [{ for: { resource: 'v1/pods', predicates: [{ type: 'labels', selector: 'a=!' }] } }, '`for.predicates[0].selector` cannot be used: "a=!" is not a label requirement'],
    [{ owns: [{ resource: 'v1/pods', predicates: [{ type: 'generationChanged' }, { type: 'cel', expression: 'object.(' }] }] }, '`owns[0].predicates[1].expression` cannot be used: at 1:7'],
    [{ watches: [{ resource: 'v1/pods', map, predicates: [{ type: 'cel', expression: 'pod.spec' }] }] }, '`watches[0].predicates[0].expression` cannot be used: `pod` is unknown'],
  ])('refuses %j', (more, message) => expect(() => check({ ...least, ...(more as object) })).toThrow(message));
});
