import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sleep } from '../../extension/base/clock.ts';
import { seededRandom } from '../../extension/base/random.ts';
import type { Reconciler, ReconcileResult } from '../../extension/controller/api.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import type { GatePoint } from '../../extension/trace/gate.ts';
import { ControllerHarness } from '../unit/controller/controllerHarness.ts';
import { propertyParameters } from '../support/seed.ts';

/**
 * Under 64 workers, all of them busy at the start, whatever the reconciler does and however its queue works: a key is in one hand at a time; each run reads a state that is no
 * older than anything that asked for it; what is named as the cause of a run is what was injected for its key, nothing else; and every change that was injected is
 * named by some run. A failure prints its seed and the shortest story that fast-check finds.
 */

const configMaps = parseResource('v1/configmaps')!;
/** More than there are workers, so that these can all be busy at once. */
const keys = 128;
const points: readonly GatePoint[] = ['workqueue.add', 'workqueue.get', 'workqueue.done', 'reconcile.start', 'handler.call', 'queue.pop'];

type Event =
  | { readonly do: 'put' | 'delete'; readonly key: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'hold'; readonly point: number }
  | { readonly do: 'open' | 'drop' };

/** Few, so that a story comes back to a key. At the start there is something to do for all of them. */
const key = fc.nat(11);
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constantFrom('put' as const, 'put' as const, 'put' as const, 'delete' as const), key }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 7, 40, 1500) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hold' as const), point: fc.nat(points.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('open' as const, 'drop' as const) }) },
);

interface Run {
  readonly key: string;
  /** Version that the run saw first; undefined for an object that is not there. */
  readonly read: string | undefined;
  readonly causes: readonly number[];
}

async function play(events: readonly Event[], seed: number, queue: Partial<Reconciler>): Promise<void> {
  const random = seededRandom(seed);
  const inHand = new Set<string>();
  /** What would be a failure like any other to the controller. */
  const inTwoHands: string[] = [];
  const runs: Run[] = [];
  let mostAtOnce = 0;
  const lastOutcome = new Map<string, 'done' | 'again'>();
  const reconciler: Reconciler = {
    name: 'test',
    for: 'v1/configmaps',
    workers: 64,
    ...queue,
    async reconcile({ cache, signal }, { key: own, namespace, name, causes }): Promise<ReconcileResult | void> {
      if (inHand.has(own)) inTwoHands.push(own);
      inHand.add(own);
      try {
        const object = await cache.get('v1/configmaps', namespace, name);
        runs.push({ key: own, read: object?.metadata.resourceVersion, causes });
        mostAtOnce = Math.max(mostAtOnce, inHand.size);
        if (runs.length <= keys) await sleep(harness.clock, 1 + Math.floor(random() * 50), signal);
        else if (random() < 0.7) await sleep(harness.clock, Math.floor(random() * 50), signal);
        const fate = random();
        lastOutcome.set(own, fate < 0.35 ? 'again' : 'done');
        if (fate < 0.15) throw new Error('not this time');
        if (fate < 0.25) return { requeue: true };
        if (fate < 0.35) return { requeueAfter: 1 + Math.floor(random() * 500) };
      } finally {
        inHand.delete(own);
      }
    },
  };
  /** Versions that went over a watch, and those of lists: after two short watches in a row it is a list that tells what has changed. */
  const sent = new Set<string>();
  const lists: number[] = [];
  const harness: ControllerHarness = new ControllerHarness(reconciler, {
    random,
    listerWatcher(resource) {
      const { list, watch } = harness.cluster.listerWatcher(resource);
      return {
        async list(...of) {
          const answer = await list(...of);
          lists.push(Number(answer.resourceVersion));
          return answer;
        },
        async watch(...of) {
          const inner = await watch(...of);
          return {
            async next() {
              const batch = await inner.next();
              for (const { object } of batch ?? []) sent.add((object as KubeObject).metadata.resourceVersion!);
              return batch;
            },
            close: () => inner.close(),
          };
        },
      };
    },
  });
  await harness.start();
  /** What the server was made to have, by key: the versions, in order. */
  const injected = new Map<string, string[]>();
  /** Versions of deletions. */
  const deletions = new Set<string>();
  const inject = ({ metadata: { name, resourceVersion = '' } }: KubeObject): void => void injected.set(`d/${name}`, [...(injected.get(`d/${name}`) ?? []), resourceVersion]);
  const put = (number: number): void => inject(harness.cluster.put(configMaps, { kind: 'ConfigMap', metadata: { name: `k${number}`, namespace: 'd' }, data: { n: String(random()) } }));

  for (let number = 0; number < keys; number++) put(number);
  await harness.clock.settle();
  expect(mostAtOnce).toBe(64);
  expect(harness.controller.busy).toBe(64);
  for (const each of events) {
    switch (each.do) {
      case 'put':
        put(each.key);
        break;
      case 'delete':
        if (harness.cluster.object(configMaps, `d/k${each.key}`)) {
          const deleted = harness.cluster.remove(configMaps, `d/k${each.key}`);
          deletions.add(deleted.metadata.resourceVersion!);
          inject(deleted);
        }
        break;
      case 'hold':
        harness.gate.close(points[each.point]!);
        break;
      case 'open':
        harness.gate.open();
        break;
      case 'drop':
        harness.cluster.dropWatches();
        break;
      case 'wait':
    }
    if (each.do === 'wait') await harness.clock.advance(each.ms);
    else if (random() < 0.5) await harness.clock.settle();
  }
  harness.gate.open();
  await harness.clock.advance(600_000);

  const named = new Map<string, Set<string>>();
  for (const { key: own, read, causes } of runs) {
    const asked = causes.flatMap((cause) => harness.probe.chain(cause)).filter((entry) => entry.kind === 'reflector.event');
    for (const { key: other, rv } of asked) {
      expect(other).toBe(own);
      named.set(own, (named.get(own) ?? new Set()).add(rv!));
      // A deletion's version is that of no object: what a run reads after it is the state before it was made again, if any.
      if (read !== undefined && !deletions.has(rv!)) expect(Number(read)).toBeGreaterThanOrEqual(Number(rv));
    }
  }
  for (const [own, versions] of injected) {
    expect([...(named.get(own) ?? [])].toSorted(), own).toEqual(versions.filter((version) => sent.has(version)).toSorted());
    for (const version of versions) expect(sent.has(version) || lists.some((list) => list >= Number(version)), `${own} ${version}`).toBe(true);
  }
  expect([...named.keys()].filter((own) => !injected.has(own))).toEqual([]);
  for (const own of injected.keys()) expect(runs.findLast((run) => run.key === own)!.read).toBe(harness.cluster.object(configMaps, own)?.metadata.resourceVersion);
  expect(inTwoHands).toEqual([]);
  expect(handedOutTwice(harness)).toEqual([]);
  expect([...lastOutcome.values()].filter((outcome) => outcome === 'again')).toEqual([]);
  expect(harness.controller.busy).toBe(0);
  expect(harness.controller.queue.snapshot(99).counts).toMatchObject({ queue: 0, dirty: 0, processing: 0, waiting: 0 });

  await harness.stop();
  expect(harness.clock.pending).toBe(0);
  const { length } = runs;
  await harness.clock.advance(100_000);
  expect(runs).toHaveLength(length);
}

/** Keys that the queue handed out before they were done: a controller that locks its keys would hide it. */
function handedOutTwice({ probe }: ControllerHarness): string[] {
  const out = new Set<string>();
  const twice: string[] = [];
  for (const { kind, key: own = '' } of probe.entries) {
    if (kind === 'workqueue.get' && out.has(own)) twice.push(own);
    if (kind === 'workqueue.get') out.add(own);
    if (kind === 'workqueue.done') out.delete(own);
  }
  return twice;
}

const variants: Record<string, Partial<Reconciler>> = {
  'a rate limiting queue': {},
  'a queue with priorities': { priority: true },
  'a delaying queue': { queue: 'delaying' },
  'a plain queue': { queue: 'fifo' },
};

/** `PROPERTY_RUNS` for more of them, `PROPERTY_SEED` for the one that failed. */
const runs = propertyParameters(25);

describe('single flight per key under 64 workers', () => {
  it.each(Object.entries(variants))('with %s', { timeout: 20_000 + 1000 * runs.numRuns }, async (_, queue) => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 80, size: 'max' }), fc.nat(), (events, seed) => play(events, seed, queue)),
      runs,
    );
  });
});
