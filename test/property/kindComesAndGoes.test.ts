import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { DeletedFinalStateUnknown, type ResourceEventHandler } from '../../extension/informer/eventHandler.ts';
import type { Session } from '../../extension/inspector/session.ts';
import { metaNamespaceKey } from '../../extension/kube/key.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { formatResource } from '../../extension/kube/resource.ts';
import { clusterSession } from '../support/clusterSession.ts';
import { definitionsPath, gadget, gadgetDefinition, gadgets } from '../support/customKinds.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { GuardedPlayground } from '../support/guardedPlayground.ts';
import { hastyClock } from '../support/hastyClock.ts';
import { openCluster } from '../support/openCluster.ts';
import { RequestLog } from '../support/requestLog.ts';
import { fileSeed } from '../support/seed.ts';

/**
 * A kind that is removed while an informer runs on it, and comes back: over HTTPS, with real informers. Their delays are those of the contract, on a clock that
 * runs faster than the machine's.
 */

const factor = 15;
const resource = { group: 'example.com', version: 'v1', resource: 'gadgets' };
const definition = `${definitionsPath}/gadgets.example.com`;
const patience = { timeout: 60_000, interval: 10 };
const seed = fileSeed();
const variants: readonly (readonly [ClientGo, QueueKind])[] = [
  ['1.32', 'DeltaFIFO'],
  ['1.36', 'atomic'],
];

/** What it was told of each key, and whether each call fits what came before. */
class Follower implements ResourceEventHandler {
  readonly state = new Map<string, string>();
  readonly faults: string[] = [];
  calls = 0;

  onAdd(object: KubeObject): void {
    const key = metaNamespaceKey(object);
    if (this.state.has(key)) this.faults.push(`${key} was added twice`);
    this.#set(key, object);
  }

  onUpdate(old: KubeObject, object: KubeObject): void {
    const key = metaNamespaceKey(object);
    if (this.state.get(key) !== identityOf(old)) this.faults.push(`${key} was updated from ${identityOf(old)}, which was not the last that was told`);
    this.#set(key, object);
  }

  onDelete(object: KubeObject | DeletedFinalStateUnknown): void {
    const key = object instanceof DeletedFinalStateUnknown ? object.key : metaNamespaceKey(object);
    if (!this.state.delete(key)) this.faults.push(`${key} was deleted, and was not there`);
    this.calls++;
  }

  #set(key: string, object: KubeObject): void {
    this.state.set(key, identityOf(object));
    this.calls++;
  }
}

const identityOf = ({ metadata }: KubeObject): string => `${metadata.uid} ${metadata.resourceVersion}`;

let server: GuardedPlayground;
beforeAll(async () => {
  server = await GuardedPlayground.start([{ verbs: ['*'], resources: ['*'] }]);
});
afterAll(() => server.close());

async function openSession(clientGo: ClientGo, queue: QueueKind): Promise<{ readonly session: Session; readonly log: RequestLog }> {
  const clock = hastyClock(factor);
  const log = new RequestLog(clock);
  const isGadgets = (name: string): boolean => name === formatResource(resource);
  const observe = (of: typeof resource, _scope: unknown, to: Parameters<RequestLog['observe']>[0]) => (isGadgets(formatResource(of)) ? log.observe(to) : to);
  const session = clusterSession(await openCluster(server.kubeconfig), { clock, settings: { clientGo, queue }, observe });
  return { session, log };
}

/** Once nothing of it is served any more. */
async function removeKind(): Promise<void> {
  await server.write('DELETE', definition);
  await expect.poll(() => server.playground.registry.find(resource), patience).toBeUndefined();
}

async function createKind(): Promise<void> {
  await server.write('POST', definitionsPath, gadgetDefinition());
  await expect.poll(() => server.playground.registry.find(resource), patience).toBeDefined();
}

/** What the server has, by key. */
function served(): Map<string, string> {
  const store = server.playground.registry.find(resource)!;
  return new Map(store.cache.list({ prefix: store.prefix, matches: () => true }).map(({ object }) => [metaNamespaceKey(object), identityOf(object)]));
}

const isKnown = ({ catalog }: Session): boolean => catalog.find(resource) !== undefined;

describe.each(variants)('a kind that goes and comes, client-go %s with %s', (clientGo, queue) => {
  it(`comes back to an informer by itself, with nothing lost or double, and no request too many (seed ${seed})`, { timeout: 180_000 }, async () => {
    const random = seededRandom(seed);
    const pick = (most: number): number => Math.floor(random() * (most + 1));
    const { session, log } = await openSession(clientGo, queue);
    const looking = session.catalog.look();
    try {
      await expect.poll(() => session.catalog.known?.complete, patience).toBe(true);
      expect(isKnown(session)).toBe(false);
      await createKind();
      for (let index = 0; index < 5; index++) await server.write('POST', gadgets, gadget(`g-${index}`));
      // Nobody said anything to the catalog: it is asked again because it is old.
      await expect.poll(() => isKnown(session), patience).toBe(true);

      const name = session.informers.start(resource).name;
      const follower = new Follower();
      session.informers.get(name)!.addEventHandler(follower, { name: 'follower' });
      const state = () => session.informers.stateOf(name);
      await expect.poll(() => follower.state, patience).toEqual(served());

      for (let round = 0; round < 3; round++) {
        await removeKind();
        await expect.poll(() => state().failure, patience).toMatchObject({ cause: 'noLongerServed', code: 404 });
        // The informer's 404 has the catalog asked.
        await expect.poll(() => isKnown(session), patience).toBe(false);
        const failures = log.failures;
        await expect.poll(() => log.failures, patience).toBeGreaterThanOrEqual(failures + 1 + pick(2));
        await createKind();
        const names = new Set(Array.from({ length: pick(8) }, () => `g-${pick(7)}`));
        for (const each of names) await server.write('POST', gadgets, gadget(each));
        await expect.poll(() => state(), patience).toMatchObject({ phase: 'watching', synced: true });
        expect(state().failure).toBeUndefined();
        // Also what comes after it is synced again.
        await server.write('POST', gadgets, gadget(`late-${round}`));
        await expect.poll(() => follower.state, patience).toEqual(served());
        expect(served().size).toBe(names.size + 1);
        expect(new Map(session.informers.get(name)!.indexer.list().map((object) => [metaNamespaceKey(object), identityOf(object)]))).toEqual(served());
        await expect.poll(() => isKnown(session), patience).toBe(true);
      }
      expect(follower.faults).toEqual([]);
      expect(log.violations(clientGo, 50)).toEqual([]);
    } finally {
      looking.dispose();
      await session.close();
      await server.write('DELETE', definition).catch(() => undefined);
      await expect.poll(() => server.playground.registry.find(resource), patience).toBeUndefined();
    }
  });
});

it('definitions that are watched have it asked again, though what is known is not old', { timeout: 60_000 }, async () => {
  // It stands still: nothing grows old.
  const clock = new FakeClock();
  const session = clusterSession(await openCluster(server.kubeconfig), { clock });
  const definitions = session.informers.start({ group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' });
  const asFarAs = async (condition: () => boolean): Promise<void> => {
    await expect
      .poll(async () => {
        await clock.settle();
        return condition();
      }, patience)
      .toBe(true);
  };
  try {
    await asFarAs(() => session.informers.stateOf(definitions.name).synced);
    await session.catalog.upToDate();
    await createKind();
    await asFarAs(() => definitions.indexer.size > 0);
    await session.catalog.upToDate();
    expect(isKnown(session)).toBe(true);
    await removeKind();
    await asFarAs(() => definitions.indexer.size === 0);
    await session.catalog.upToDate();
    expect(isKnown(session)).toBe(false);
  } finally {
    await session.close();
  }
});
