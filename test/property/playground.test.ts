import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { type Random, seededRandom } from '../../extension/base/random.ts';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { SharedInformerFactory } from '../../extension/informer/sharedInformerFactory.ts';
import { metaNamespaceKey } from '../../extension/kube/key.ts';
import { formatResource, type GroupVersionResource } from '../../extension/kube/resource.ts';
import { ApiError } from '../../extension/kube/status.ts';
import { createPlayground, type Playground } from '../../extension/playground/createPlayground.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { ManualGate } from '../support/manualGate.ts';
import { ask, PlaygroundListerWatcher } from '../support/playgroundListerWatcher.ts';
import { RecordingProbe } from '../support/recordingProbe.ts';

/**
 * The same promise against the API server that ships with the extension: random writes through its API, watches that
 * break, a history that is compacted, bursts that overrun the watch cache. At rest each cache equals the server.
 */

const configMaps: GroupVersionResource = { group: '', version: 'v1', resource: 'configmaps' };
const deployments: GroupVersionResource = { group: 'apps', version: 'v1', resource: 'deployments' };

const pathOf = ({ group, version, resource }: GroupVersionResource, namespace?: string): string =>
  `/${group ? `apis/${group}` : 'api'}/${version}/${namespace ? `namespaces/${namespace}/` : ''}${resource}`;

/** A write may be refused: there is none, or there is one already. */
async function attempt(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!ApiError.is(error, 404) && !ApiError.is(error, 409)) throw error;
  }
}

async function write(playground: Playground, random: Random, turn: number): Promise<void> {
  const name = `c${Math.floor(random() * 8)}`;
  const collection = pathOf(configMaps, 'default');
  const draw = random();
  if (draw < 0.45) {
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { turn: String(turn) } });
    await attempt(ask(playground, { method: 'POST', path: collection, body }));
  } else if (draw < 0.75) {
    const contentType = 'application/merge-patch+json';
    await attempt(ask(playground, { method: 'PATCH', path: `${collection}/${name}`, contentType, body: JSON.stringify({ data: { turn: String(turn) } }) }));
  } else if (draw < 0.9) {
    await attempt(ask(playground, { method: 'DELETE', path: `${collection}/${name}` }));
  } else {
    const contentType = 'application/merge-patch+json';
    const body = JSON.stringify({ spec: { replicas: 1 + Math.floor(random() * 5) } });
    await attempt(ask(playground, { method: 'PATCH', path: `${pathOf(deployments, 'default')}/web`, contentType, body }));
  }
}

async function serverState(playground: Playground, resource: GroupVersionResource): Promise<string[]> {
  const page = await new PlaygroundListerWatcher(playground, pathOf(resource)).list({}, new AbortController().signal);
  return page.items.map((object) => `${metaNamespaceKey(object)} ${object.metadata.uid} ${object.metadata.resourceVersion}`).toSorted();
}

/** Nobody can be reached for a while in which more happens than the watch cache holds. */
async function overrun(playground: Playground, servers: readonly PlaygroundListerWatcher[], random: Random, clock: FakeClock): Promise<void> {
  for (const server of servers) {
    server.isOffline = true;
    server.drop();
  }
  for (let burst = 0; burst < 2; burst++) {
    for (let count = 0; count < 300; count++) await write(playground, random, count);
    await clock.advance(100_000);
  }
  for (const server of servers) server.isOffline = false;
}

/** @returns how many watches were broken, and how many had expired when they were taken up again */
async function play(seed: number, clientGo: ClientGo, queue: QueueKind): Promise<{ readonly broken: number; readonly expired: number }> {
  const random = seededRandom(seed);
  const clock = new FakeClock();
  const probe = new RecordingProbe();
  const gate = new ManualGate();
  const playground = createPlayground({ size: 'small', seed, churn: 'off', controllers: false, clock, logger: silentLogger });
  const servers: PlaygroundListerWatcher[] = [];
  const factory = new SharedInformerFactory({
    clock,
    random,
    probe,
    gate,
    logger: silentLogger,
    listerWatcherFor(resource) {
      const server = new PlaygroundListerWatcher(playground, pathOf(resource));
      servers.push(server);
      return server;
    },
  });
  const told = new Map<string, string>();
  for (const resource of [configMaps, deployments]) {
    const informer = factory.informer(resource, {}, { clientGo, queue });
    const id = (key: string): string => `${formatResource(resource)} ${key}`;
    informer.addEventHandler(
      {
        onAdd: (object) => void told.set(id(metaNamespaceKey(object)), object.metadata.resourceVersion!),
        onUpdate: (_old, object) => void told.set(id(metaNamespaceKey(object)), object.metadata.resourceVersion!),
        onDelete: (object) => void told.delete(id('key' in object ? (object.key as string) : metaNamespaceKey(object as never))),
      },
      { name: 'test' },
    );
  }
  factory.start();

  for (let turn = 0; turn < 40; turn++) {
    const draw = random();
    if (draw < 0.15) for (const server of servers) server.drop();
    for (let count = 0; count < 3; count++) await write(playground, random, turn);
    if (turn === 20) await overrun(playground, servers, random, clock);
    if (draw > 0.9) playground.storage.compact(playground.storage.revision);
    if (draw > 0.8 && draw < 0.85) gate.close('queue.pop');
    if (draw > 0.7 && draw < 0.8) gate.open();
    // Some bursts come while the client is away.
    if (draw > 0.2) await clock.advance(draw * 2000);
  }
  gate.open();
  await clock.advance(150_000);

  const expected = new Map<string, string>();
  for (const informer of factory.informers) {
    const cached = informer.indexer.listKeys().map((key) => {
      const { metadata } = informer.indexer.get(key)!;
      expected.set(`${formatResource(informer.resource)} ${key}`, metadata.resourceVersion!);
      return `${key} ${metadata.uid} ${metadata.resourceVersion}`;
    });
    expect(cached.toSorted()).toEqual(await serverState(playground, informer.resource));
    expect(cached.length).toBeGreaterThan(0);
  }
  expect([...told].toSorted()).toEqual([...expected].toSorted());

  await factory.shutdown();
  await playground.close();
  expect(clock.pending).toBe(0);
  return {
    broken: probe.of('reflector.closed').filter(({ reason }) => reason === 'closed').length,
    expired: probe.of('reflector.error').filter(({ code }) => code === 410).length,
  };
}

describe('nothing is lost on the playground', () => {
  it.each([
    ['1.32', 'DeltaFIFO'],
    ['1.36', 'atomic'],
    ['1.36', 'RealFIFO'],
  ] as const)('client-go %s, %s', { timeout: 60_000 }, async (clientGo, queue) => {
    const seen = { broken: 0, expired: 0 };
    const property = fc.asyncProperty(fc.nat(), async (seed) => {
      const { broken, expired } = await play(seed, clientGo, queue);
      seen.broken += broken;
      seen.expired += expired;
    });
    await fc.assert(property, {
      numRuns: Number(process.env['PROPERTY_RUNS'] ?? 5),
      ...(process.env['PROPERTY_SEED'] ? { seed: Number(process.env['PROPERTY_SEED']) } : {}),
    });
    // Otherwise nothing was put to the test.
    expect(seen.broken).toBeGreaterThan(0);
    expect(seen.expired).toBeGreaterThan(0);
  });
});
