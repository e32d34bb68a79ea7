import { describe, expect, it } from 'vitest';
import { DefinitionProblem, readDefinition } from '../../../../extension/controller/process/definition.ts';

const least = { name: 'a', for: 'v1/pods' };

function problemOf(fields: object): unknown {
  try {
    return readDefinition({ ...least, ...fields }, false);
  } catch (error) {
    return DefinitionProblem.is(error) ? `${error.field} | ${error.message}` : error;
  }
}

describe('a definition', () => {
  it('is read whole, and what is no field is left out', () => {
    const whole = {
      name: 'deployment-rollout',
      for: { resource: { resource: 'example.com/v1/widgets', kind: 'Widget', namespaced: true }, predicates: [{ type: 'generationChanged' }] },
      owns: ['apps/v1/replicasets', { resource: 'v1/pods', predicates: [{ type: 'labels', selector: 'app=web' }, { type: 'cel', expression: 'true' }] }],
      watches: [{ resource: 'v1/nodes' }],
      writes: ['v1/events', 'apiextensions.k8s.io/v1/customresourcedefinitions'],
      workers: 64,
      queue: 'rateLimiting',
      limiter: {
        type: 'maxOf',
        limiters: [
          { type: 'exponential', baseDelay: 5, maxDelay: 1000 },
          { type: 'bucket', qps: 10, burst: 100 },
          { type: 'withMaxWait', limiter: { type: 'fastSlow', fastDelay: 1, slowDelay: 2, maxFastAttempts: 3 }, maxDelay: 9 },
        ],
      },
      priority: true,
      resync: 30_000,
      maxRetries: 5,
    } as const;
    const read = readDefinition({ ...whole, helper: () => 1, watches: [{ resource: 'v1/nodes', map: () => [] }], reconcile: () => undefined }, true);
    expect(read).toEqual({ ...whole, hasSetup: true });
    // It can be sent, and is the same on the other side.
    expect(readDefinition(JSON.parse(JSON.stringify(read)), true)).toEqual(read);
  });

  it.each([
    [{ name: undefined }, 'name | `name` is missing: it must be lower-case letters, digits, `-` and `.`, at most 63 of them, such as "deployment-rollout"'],
    [{ name: 'Has Spaces' }, 'name | `name` must be lower-case letters, digits, `-` and `.`, at most 63 of them, such as "deployment-rollout", not "Has Spaces"'],
    [{ name: 'a'.repeat(64) }, /^name \|/],
    [{ for: undefined }, 'for | `for` is missing: it must be a resource such as "apps/v1/deployments", or an object with a `resource`'],
    [{ for: 'deployments' }, 'for | `for` must be a resource such as "v1/pods" or "apps/v1/deployments", not "deployments"'],
    [{ for: { resource: 'Pods' } }, /^for\.resource \|/],
    [{ for: { resource: { resource: 'v1/pods', kind: 'pod', namespaced: true } } }, 'for.resource.kind | `for.resource.kind` must be a kind such as "Deployment", not "pod"'],
    [{ for: { resource: { resource: 'v1/pods', kind: 'Pod', namespaced: 'yes' } } }, 'for.resource.namespaced | `for.resource.namespaced` must be true or false, not "yes"'],
    [{ owns: 'v1/pods' }, 'owns | `owns` must be a list, not "v1/pods"'],
    [{ owns: Array(33).fill('v1/pods') }, 'owns | `owns` has 33 elements, and 32 at most are allowed'],
    [{ writes: 'v1/events' }, 'writes | `writes` must be a list, not "v1/events"'],
    [{ writes: ['events'] }, 'writes[0] | `writes[0]` must be a resource such as "v1/pods" or "apps/v1/deployments", not "events"'],
    [{ writes: Array(33).fill('v1/events') }, /^writes \| .* 32 at most/],
    [{ watches: ['v1/nodes'] }, /^watches\[0\] \|/],
    [{ watches: [{ resource: 'v1/nodes', predicates: [{ type: 'labels' }] }] }, /^watches\[0\]\.predicates\[0\]\.selector \| .* is missing/],
    [{ for: { resource: 'v1/pods', predicates: [{ type: 'age' }] } }, /^for\.predicates\[0\]\.type \| .* not "age"$/],
    [{ for: { resource: 'v1/pods', predicates: [{ type: 'cel', expression: 'x'.repeat(2001) }] } }, /^for\.predicates\[0\]\.expression \|/],
    [{ workers: 0 }, 'workers | `workers` must be a whole number from 1 to 64, not 0'],
    [{ workers: 1.5 }, /^workers \|/],
    [{ workers: '4' }, /^workers \|/],
    [{ queue: 'lifo' }, 'queue | `queue` must be "fifo", "delaying" or "rateLimiting", not "lifo"'],
    [{ limiter: { type: 'exponential', baseDelay: -1, maxDelay: 1 } }, 'limiter.baseDelay | `limiter.baseDelay` must be a number of milliseconds from 0 on, not -1'],
    [{ limiter: { type: 'bucket', qps: 0, burst: 1 } }, /^limiter\.qps \|/],
    [{ limiter: { type: 'bucket', qps: Number.NaN, burst: 1 } }, /^limiter\.qps \|/],
    [{ limiter: { type: 'maxOf', limiters: [] } }, 'limiter.limiters | `limiter.limiters` must have at least one limiter'],
    [{ limiter: 5 }, 'limiter | `limiter` must be an object, not 5'],
    [{ resync: Infinity }, /^resync \|/],
    [{ priority: 1 }, /^priority \|/],
    [{ maxRetries: -1 }, /^maxRetries \|/],
    [{ maxRetries: () => 1 }, /^maxRetries \| .* not a function$/],
  ])('names the field that is wrong: %o', (fields, problem) => {
    if (typeof problem === 'string') expect(problemOf(fields)).toBe(problem);
    else expect(problemOf(fields)).toMatch(problem);
  });

  it('is no list, no text and no nest of limiters without end', () => {
    for (const value of [undefined, null, [], 'x', 5]) expect(() => readDefinition(value, false)).toThrow(DefinitionProblem);
    let limiter: object = { type: 'bucket', qps: 1, burst: 1 };
    for (let depth = 0; depth < 20; depth++) limiter = { type: 'withMaxWait', limiter, maxDelay: 1 };
    expect(problemOf({ limiter })).toMatch(/is nested more than 8 limiters deep$/);
  });
});
