import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { seededRandom } from '../../extension/base/random.ts';
import { namespaceIndex, namespaceIndexFunc } from '../../extension/informer/indexer.ts';
import type { ReflectorPhase } from '../../extension/informer/reflectorPhase.ts';
import { type InformerScope, type InformerSettings, SharedInformer } from '../../extension/informer/sharedInformer.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { ApiListerWatcher } from '../support/apiListerWatcher.ts';
import { longestRecoveryMs } from '../support/longestRecovery.ts';
import { ManualGate } from '../support/manualGate.ts';
import { PlaygroundHarness } from '../support/playgroundHarness.ts';
import { RecordingProbe } from '../support/recordingProbe.ts';
import { propertyParameters } from '../support/seed.ts';

/**
 * Whatever happens to objects and connections, at rest every informer on the playground has in its cache what
 * the server has: key, uid, version. A failure prints its seed and the shortest story that fast-check finds;
 * `PROPERTY_SEED` plays one again, `PROPERTY_RUNS` plays more.
 */

type Step =
  | { readonly do: 'put' | 'delete' | 'recreate'; readonly key: number; readonly on: boolean }
  | { readonly do: 'burst'; readonly count: number }
  | { readonly do: 'wait'; readonly ms: number }
  /** So much happens, for so long, while nobody gets through, that the server forgets where they were. */
  | { readonly do: 'outage' }
  | { readonly do: 'drop' | 'partition' | 'heal' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constantFrom('put' as const, 'put' as const, 'delete' as const, 'recreate' as const), key: fc.nat(7), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('burst' as const), count: fc.constantFrom(20, 150) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('outage' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 900, 3_000, 40_000, 130_000, 400_000) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('drop' as const, 'drop' as const, 'partition' as const, 'heal' as const) }) },
);

const namespaces = ['default', 'shop'];

interface Watching {
  readonly informer: SharedInformer;
  readonly listerWatcher: ApiListerWatcher;
  readonly running: Promise<void>;
}

function watch(harness: PlaygroundHarness, scope: InformerScope, settings: Partial<InformerSettings>, seed: number, signal: AbortSignal): Watching {
  const listerWatcher = new ApiListerWatcher(harness.playground, scope);
  const informer = new SharedInformer({
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    scope,
    settings,
    listerWatcher,
    indexers: { [namespaceIndex]: namespaceIndexFunc },
    clock: harness.clock,
    random: seededRandom(seed),
    probe: new RecordingProbe(),
    gate: new ManualGate(),
    logger: silentLogger,
  });
  return { informer, listerWatcher, running: informer.run(signal) };
}

async function act(harness: PlaygroundHarness, all: readonly Watching[], each: Step): Promise<void> {
  switch (each.do) {
    case 'put':
      return put(harness, each.key, each.on);
    case 'delete':
      await harness.ask('DELETE', pathOf(each.key));
      return undefined;
    case 'recreate':
      await harness.ask('DELETE', pathOf(each.key));
      return put(harness, each.key, each.on);
    case 'burst':
      for (let index = 0; index < each.count; index++) await put(harness, index % 7, index % 3 === 0);
      return undefined;
    case 'outage':
      await act(harness, all, { do: 'partition' });
      await act(harness, all, { do: 'delete', key: 7, on: false }); // nothing later tells of it
      await act(harness, all, { do: 'burst', count: 150 });
      await harness.clock.advance(100_000);
      await act(harness, all, { do: 'burst', count: 150 });
      return act(harness, all, { do: 'heal' });
    case 'wait':
      return harness.clock.advance(each.ms);
    case 'drop':
      for (const { listerWatcher } of all) listerWatcher.drop();
      return undefined;
    case 'partition':
    case 'heal':
      for (const { listerWatcher } of all) {
        listerWatcher.partitioned = each.do === 'partition';
        if (each.do === 'partition') listerWatcher.drop();
      }
  }
}

function pathOf(key: number): string {
  return `/api/v1/namespaces/${namespaces[key % 2]}/configmaps/k${key}`;
}

/** Creates it, or changes it: its data each time, its label as it is told. */
async function put(harness: PlaygroundHarness, key: number, on: boolean): Promise<void> {
  const object = { metadata: { name: `k${key}`, labels: { on: String(on) } }, data: { at: String(harness.playground.storage.revision) } };
  const { status } = await harness.ask('PUT', pathOf(key), { body: object });
  if (status === 404) await harness.ask('POST', pathOf(key).replace(/\/k\d+$/, ''), { body: object });
}

async function serverState(harness: PlaygroundHarness, { namespace, labelSelector = '' }: InformerScope): Promise<string[]> {
  const path = namespace ? `/api/v1/namespaces/${namespace}/configmaps` : '/api/v1/configmaps';
  const { json } = await harness.get(`${path}?labelSelector=${encodeURIComponent(labelSelector)}`);
  return json.items.map(describeObject).toSorted();
}

function cacheState(informer: SharedInformer): string[] {
  return informer.indexer.list().map(describeObject).toSorted();
}

function describeObject({ metadata }: KubeObject): string {
  return `${metadata.namespace}/${metadata.name} ${metadata.uid} ${metadata.resourceVersion}`;
}

const scopes: readonly InformerScope[] = [{}, { namespace: 'shop' }, { labelSelector: 'on=true' }];

async function play(steps: readonly Step[], seed: number, settings: Partial<InformerSettings>): Promise<void> {
  const harness = new PlaygroundHarness({ seed });
  const idle = harness.clock.pending;
  const stop = new AbortController();
  const all = scopes.map((scope, index) => watch(harness, scope, settings, seed + index, stop.signal));
  await harness.clock.settle();
  for (const each of steps) {
    await act(harness, all, each);
    // Changes of one moment may arrive together: sometimes nothing settles in between.
    if (each.do !== 'put' || each.key % 2 === 0) await harness.clock.settle();
  }
  await act(harness, all, { do: 'heal' });
  await harness.clock.advance(longestRecoveryMs(settings.clientGo ?? '1.32'));
  for (const { informer } of all) {
    expect(cacheState(informer)).toEqual(await serverState(harness, informer.scope));
    expect(informer.hasSynced()).toBe(true);
  }
  expect(harness.errors).toEqual([]);

  stop.abort();
  await harness.clock.settle();
  await Promise.all(all.map(({ running }) => running));
  await harness.clock.advance(2_000);
  expect(all.map(({ listerWatcher }) => listerWatcher.openWatches)).toEqual([0, 0, 0]);
  expect(harness.clock.pending).toBe(idle);
}

describe('the playground and the informers: at rest, cache = server', () => {
  /** Why the rest above is as long as it is: in the article's figures an informer is behind for up to ten minutes, and nothing is lost. */
  it('the article: after an outage two delays of five minutes pass, until it asks, and until it lists what it was told has expired', async () => {
    const harness = new PlaygroundHarness();
    const stop = new AbortController();
    const watching = watch(harness, {}, { clientGo: 'article' }, 1, stop.signal);
    await harness.clock.settle();
    const phase = (): ReflectorPhase => watching.informer.phase;
    await act(harness, [watching], { do: 'partition' });
    await act(harness, [watching], { do: 'burst', count: 150 });
    await harness.clock.advance(100_000);
    await act(harness, [watching], { do: 'burst', count: 150 });
    for (let now = phase(); now.name !== 'backoff' || now.ms < 300_000; now = phase()) await harness.clock.advance(1000);
    const { until } = phase() as ReflectorPhase & { name: 'backoff' };

    await act(harness, [watching], { do: 'heal' });
    await harness.clock.advance(until - harness.clock.now());
    expect(phase()).toMatchObject({ name: 'backoff', ms: 300_000, next: 'begin' });
    await harness.clock.advance(299_999);
    expect(cacheState(watching.informer)).not.toEqual(await serverState(harness, {}));
    await harness.clock.advance(1);
    expect(cacheState(watching.informer)).toEqual(await serverState(harness, {}));
    stop.abort();
    await watching.running;
  });

  it.each([
    { clientGo: '1.32', queue: 'DeltaFIFO' },
    { clientGo: '1.32', queue: 'RealFIFO' },
    { clientGo: '1.36', queue: 'atomic' },
    { clientGo: 'article', queue: 'DeltaFIFO' },
  ] as const)('client-go $clientGo, $queue', { timeout: 120_000 }, async (settings) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), fc.nat(0xffff), (steps, seed) => play(steps, seed, settings)),
      propertyParameters(20),
    );
  });
});
