import { afterEach, describe, expect, it } from 'vitest';
import { ApiError, type Reconciler, type ReconcileContext } from '../../../extension/controller/api.ts';
import { Stepper } from '../../../extension/debugger/stepper.ts';
import { parseResource } from '../../../extension/kube/resource.ts';
import type { GatePoint } from '../../../extension/trace/gate.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { ControllerHarness } from './controllerHarness.ts';

const configMaps = parseResource('v1/configmaps')!;
const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'd' } });

describe('steps of a reconcile that are held', () => {
  let harness: ControllerHarness;
  let stepper: Stepper;
  let outcomes: unknown[] = [];

  const begin = async (points: readonly GatePoint[], reconcile: (context: ReconcileContext) => Promise<unknown>, more: Partial<Reconciler> = {}): Promise<void> => {
    outcomes = [];
    const reconciler: Reconciler = {
      name: 'test',
      for: 'v1/configmaps',
      async reconcile(context) {
        outcomes.push(await reconcile(context).catch((error: unknown) => error));
      },
      ...more,
    };
    const clock = new FakeClock();
    stepper = new Stepper(clock, { points });
    stepper.pause();
    harness = new ControllerHarness(reconciler, { gate: stepper });
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
  };
  const patch = ({ client }: ReconcileContext): Promise<unknown> => client.patch('v1/configmaps', 'd', 'a', { data: { k: 'v' } });
  const settled = async (): Promise<unknown[]> => {
    await harness.clock.settle();
    return outcomes;
  };
  const written = (): unknown => harness.probe.of('reconcile.write').at(-1);
  const now = (): unknown => harness.cluster.object(configMaps, 'd/a')!['data'];

  afterEach(async () => {
    stepper.dispose();
    await harness.stop();
    expect(harness.clock.pending).toBe(0);
  });

  it('each read and each write shows what it is about, and what it would send', async () => {
    await begin(['reconcile.read', 'reconcile.write'], async ({ cache, client }) => {
      await cache.get('v1/configmaps', 'd', 'a');
      await cache.list('v1/configmaps');
      await cache.byIndex('v1/configmaps', 'labels', 'app=web');
      await client.create('v1/configmaps', configMap('b'));
      await client.status.patch('v1/configmaps', 'd', 'a', [{ op: 'remove', path: '/status' }]).catch(() => undefined);
      await client.delete('v1/configmaps', 'd', 'b');
    });
    const seen: unknown[] = [];
    while (seen.length < 6) {
      const [{ point, owner, key, effect }] = stepper.held as [(typeof stepper.held)[number]];
      seen.push([point, owner, key, effect]);
      stepper.step();
      await harness.clock.settle();
    }
    expect(seen).toMatchObject([
      ['reconcile.read', 'test', 'd/a', { summary: 'get v1/configmaps d/a' }],
      ['reconcile.read', 'test', 'd/a', { summary: 'list v1/configmaps' }],
      ['reconcile.read', 'test', 'd/a', { summary: 'byIndex v1/configmaps labels app=web' }],
      ['reconcile.write', 'test', 'd/a', { summary: 'create v1/configmaps d/b', body: configMap('b') }],
      ['reconcile.write', 'test', 'd/a', { summary: 'patch v1/configmaps/status d/a', body: [{ op: 'remove', path: '/status' }] }],
      ['reconcile.write', 'test', 'd/a', { summary: 'delete v1/configmaps d/b' }],
    ]);
  });

  it('a write is sent as it was shown, whatever its author does meanwhile to what he passed', async () => {
    const data = { k: 'shown' };
    await begin(['reconcile.write'], ({ client }) => client.patch('v1/configmaps', 'd', 'a', { data }));
    data.k = 'changed';
    stepper.step();
    await settled();
    expect(now()).toEqual({ k: 'shown' });
  });

  it('let go: sent, and answered by the server', async () => {
    await begin(['reconcile.write'], patch);
    expect(harness.cluster.writes).toEqual([]);
    stepper.step();
    expect(await settled()).toMatchObject([{ data: { k: 'v' } }]);
    expect(written()).toMatchObject({ verb: 'patch', target: 'v1/configmaps d/a', code: 200, ms: 0 });
    expect(written()).not.toHaveProperty('decided');
  });

  it('skipped: not sent, and its author is told that it went well', async () => {
    await begin(['reconcile.write'], patch);
    stepper.step(undefined, { type: 'skip' });
    // Of a patch: the object that is there, since a part of one is none.
    expect(await settled()).toMatchObject([{ kind: 'ConfigMap', metadata: { name: 'a', namespace: 'd' } }]);
    expect(harness.cluster.writes).toEqual([]);
    expect(written()).toMatchObject({ code: 200, decided: 'skipped' });
    expect(written()).not.toHaveProperty('ms');
  });

  it.each([
    [409, 'Conflict', /the object has been modified; please apply your changes to the latest version/],
    [500, 'InternalError', /^An error on the server prevented patch v1\/configmaps d\/a from succeeding/],
  ] as const)('failed with %d: not sent, and its author is told so in the server’s words', async (code, reason, message) => {
    await begin(['reconcile.write'], patch);
    stepper.step(undefined, { type: 'fail', code });
    const [error] = (await settled()) as [ApiError];
    expect(ApiError.is(error, code)).toBe(true);
    expect(error).toMatchObject({ status: code, reason, message: expect.stringMatching(message) });
    expect(error.message).toMatch(/\(this answer was made here, when the write was let go\)$/);
    expect(harness.cluster.writes).toEqual([]);
    expect(written()).toMatchObject({ code, decided: 'failed' });
  });

  it('delayed: sent later, and answered by the server', async () => {
    await begin(['reconcile.write'], patch);
    stepper.step(undefined, { type: 'delay', ms: 5000 });
    await harness.clock.advance(4999);
    expect(harness.cluster.writes).toEqual([]);
    await harness.clock.advance(1);
    expect(await settled()).toHaveLength(1);
    expect(now()).toEqual({ k: 'v' });
    expect(written()).toMatchObject({ code: 200, decided: 'delayed', ms: 0 });
  });

  it('other steps only go on: what is decided about them is refused', async () => {
    await begin(['reconcile.read'], ({ cache }) => cache.get('v1/configmaps', 'd', 'a'));
    expect(() => stepper.step(undefined, { type: 'fail', code: 500 })).toThrow(expect.objectContaining({ name: 'DecisionRefused', code: 'readOnly' }));
    expect(stepper.held).toHaveLength(1);
    stepper.step();
    expect(await settled()).toMatchObject([{ metadata: { name: 'a' } }]);
  });

  it.each(['reconcile.read', 'reconcile.write'] as const)('%s: stopped while it is held, nothing is read or sent, and no worker takes another key', async (point) => {
    await begin([point], async (context) => {
      await context.cache.get('v1/configmaps', 'd', 'a');
      await patch(context);
    }, { workers: 2 });
    for (const name of ['b', 'c', 'd']) harness.cluster.put(configMaps, configMap(name));
    await harness.clock.settle();
    expect(stepper.held.map(({ point: held }) => held)).toEqual([point, point]);
    const before = harness.probe.entries.length;
    await harness.stop();
    expect(harness.cluster.writes).toEqual([]);
    expect(stepper.held).toEqual([]);
    const after = harness.probe.entries.slice(before).map(({ kind }) => kind).filter((kind) => /^(workqueue|reconcile)/.test(kind));
    expect(after).toEqual(['workqueue.done', 'workqueue.done']);
    expect(harness.probe.of('workqueue.get')).toHaveLength(2);
  });

  it('stopped while a write is delayed, it is not sent', async () => {
    await begin(['reconcile.write'], patch);
    stepper.step(undefined, { type: 'delay', ms: 5000 });
    await harness.clock.settle();
    await harness.stop();
    await harness.clock.advance(10_000);
    expect(harness.cluster.writes).toEqual([]);
  });
});

describe('a write that cannot be sent', () => {
  let harness: ControllerHarness;
  const attempt = async (write: (context: ReconcileContext) => Promise<unknown>): Promise<void> => {
    harness = new ControllerHarness({ name: 'test', for: 'v1/configmaps', reconcile: async (context, { name }) => void (name === 'a' && (await write(context))) });
    harness.cluster.put(configMaps, configMap('a'));
    await harness.start();
    await harness.stop();
  };

  it.each<[string, (context: ReconcileContext) => Promise<unknown>, string]>([
    ['has no name', ({ client }) => client.delete('v1/configmaps', 'd', ''), 'There is nothing to delete in v1/configmaps: the object has no name.'],
    ['has a name that leads elsewhere', ({ client }) => client.patch('v1/configmaps', 'd', '../secrets', {}), 'There is nothing to patch in v1/configmaps: "../secrets" is not the name of an object.'],
    ['has a namespace that is none', ({ client }) => client.patch('v1/configmaps', 'a/b', 'c', {}), 'There is nothing to patch in v1/configmaps: "a/b" is not a namespace.'],
    ['has no metadata', ({ client }) => client.create('v1/configmaps', {} as never), 'There is nothing to create in v1/configmaps: it takes an object with `metadata`.'],
    ['is of a resource that is none', ({ client }) => client.create('configmaps', configMap('b')), '"configmaps" names no resource: it is written as v1/pods or apps/v1/deployments.'],
    ['is no JSON', ({ client }) => client.patch('v1/configmaps', 'd', 'a', { n: 1n }), 'Do not know how to serialize a BigInt'],
  ])('%#: because it %s', async (_, write, message) => {
    await attempt(write);
    expect(harness.cluster.writes).toEqual([]);
    expect(harness.probe.of('reconcile.error')).toMatchObject([{ message }]);
  });

  it('takes a name that the server is to make up, and tells which it was', async () => {
    await attempt(({ client }) => client.create('v1/configmaps', { metadata: { generateName: 'a-', namespace: 'd' } }));
    expect(harness.probe.of('reconcile.write')).toMatchObject([{ verb: 'create', target: 'v1/configmaps d/a-1' }]);
  });

  it('says to its author that no answer came, with status 0', async () => {
    let caught: unknown;
    await attempt(async ({ client }) => {
      harness.cluster.failNext = new Error('connection reset');
      await client.patch('v1/configmaps', 'd', 'a', {}).catch((error: unknown) => (caught = error));
    });
    expect(ApiError.is(caught, 0)).toBe(true);
    expect(caught).toMatchObject({ message: 'connection reset' });
  });
});
