import { beforeEach, describe, expect, it } from 'vitest';
import type { Reconciler } from '../../../extension/controller/api.ts';
import type { ControllerTreeNode, KeyNode } from '../../../extension/inspector/controllerNode.ts';
import { ControllerTree, type ControllerTreeChange } from '../../../extension/inspector/controllerTree.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { Sessions } from '../../../extension/inspector/sessions.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import type { FakeCluster } from '../../support/fakeCluster.ts';
import { launchHere } from '../../support/inProcessReconcilers.ts';
import { openSession } from '../../support/openSession.ts';

const configMaps = { group: '', version: 'v1', resource: 'configmaps' };
const source = { kind: 'context', context: 'kind-dev' } as const;

/** Notes on each ConfigMap that it has seen it; one that is marked `bad` makes it fail. */
const noting: Reconciler = {
  name: 'noting',
  for: 'v1/configmaps',
  async reconcile({ cache, client }, { namespace, name }) {
    const configMap = await cache.get('v1/configmaps', namespace, name);
    if (configMap?.['data']?.bad) throw new Error('it is bad');
    if (configMap && !configMap.metadata.labels?.['seen']) await client.patch('v1/configmaps', namespace, name, { metadata: { labels: { seen: 'yes' } } });
  },
};

let clock: FakeClock;
let cluster: FakeCluster;
let session: Session;
let tree: ControllerTree;
let changes: ControllerTreeChange[];

function put(name: string, data: Record<string, string> = {}): void {
  cluster.put(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'd' }, data });
}

function idsOf(nodes: readonly ControllerTreeNode[]): string[] {
  return nodes.map((node) => (node.type === 'key' ? node.key : node.type));
}

async function run(): Promise<void> {
  await session.controllers.run({ kind: 'sample', name: 'noting' }, { dryRun: false, workers: 1 });
  await clock.advance(3000);
}

beforeEach(async () => {
  clock = new FakeClock();
  ({ cluster, session } = openSession({ source, clock, launchReconciler: launchHere({ noting }) }));
  const sessions = new Sessions(() => Promise.resolve(session));
  tree = new ControllerTree(sessions, clock);
  changes = [];
  tree.onChange((change) => changes.push(change));
  await sessions.open(source);
  await session.connect();
});

describe('the tree of controllers', () => {
  it('has the keys of a controller in their order, each with what it wrote', async () => {
    for (const name of ['b', 'a']) put(name);
    await run();
    const [controller] = tree.roots();
    expect(controller?.controller.name).toBe('noting');
    const keys = tree.children(controller!);
    expect(idsOf(keys)).toEqual(['d/a', 'd/b']);
    const [write] = tree.children(keys[0]!);
    expect(write?.type).toBe('write');
    expect(tree.writeOf(write as never)).toMatchObject({ verb: 'patch', target: 'v1/configmaps d/a', code: 200 });
    expect(session.controllers.all[0]!.record.writes.get((write as { seq: number }).seq)).toMatchObject({
      before: { metadata: { name: 'a' } },
      after: { metadata: { name: 'a', labels: { seen: 'yes' } } },
      body: { metadata: { labels: { seen: 'yes' } } },
    });
    expect(tree.parentOf(write!)).toBe(keys[0]);
    expect(tree.parentOf(keys[0]!)).toBe(controller);
  });

  it('tells of the key that has changed, and of no other, with the node that is shown', async () => {
    for (const name of ['a', 'b']) put(name);
    await run();
    const [controller] = tree.roots();
    const [a] = tree.children(controller!);
    changes.length = 0;
    put('a', { bad: 'yes' });
    await clock.advance(250);
    expect(changes.every((change) => change?.every((node) => node === a))).toBe(true);
    expect(changes.length).toBeGreaterThan(0);
    expect(tree.rowOf(a as KeyNode)).toMatchObject({ error: 'it is bad' });
    expect(tree.children(controller!)[0]).toBe(a);
  });

  it('forgets a key whose object is gone when there is nothing more to do for it', async () => {
    for (const name of ['a', 'b']) put(name);
    await run();
    const [controller] = tree.roots();
    tree.children(controller!);
    cluster.remove(configMaps, 'd/a');
    await clock.advance(3000);
    expect(idsOf(tree.children(controller!))).toEqual(['d/b']);
  });

  it('shows a held write under its key as long as it is held', async () => {
    put('a', { bad: 'yes' });
    await run();
    const [controller] = tree.roots();
    const [a] = tree.children(controller!);
    session.stepper.pause();
    session.stepper.setPoints(['reconcile.write']);
    changes.length = 0;
    put('a');
    await clock.advance(3000);
    expect(changes.flat()).toContain(a);
    const [held] = tree.children(a!);
    expect(held?.type).toBe('heldWrite');
    expect(tree.heldOf(a as KeyNode)?.effect).toMatchObject({ summary: 'patch v1/configmaps d/a', write: { verb: 'patch', resource: 'v1/configmaps', namespace: 'd', name: 'a' } });
    changes.length = 0;
    session.stepper.step(undefined, { type: 'skip' });
    await clock.advance(250);
    expect(changes.flat()).toContain(a);
    // The back-off from before may have brought it back already, to be held again.
    const skipped = tree.children(a!).find(({ type }) => type === 'write');
    expect(tree.writeOf(skipped as never)).toMatchObject({ decided: 'skipped' });
  });

  it('shows many keys in ranges', async () => {
    for (let index = 0; index < 1200; index++) put(`c-${String(index).padStart(4, '0')}`);
    await run();
    const [controller] = tree.roots();
    const ranges = tree.children(controller!);
    expect(new Set(ranges.map(({ type }) => type))).toEqual(new Set(['keyRange']));
    const keys = ranges.flatMap((range) => tree.children(range));
    expect(keys).toHaveLength(1200);
    expect(tree.range(ranges[0] as never)).toMatchObject({ first: 'd/c-0000', count: tree.children(ranges[0]!).length });
    expect(tree.find(controller!.controller, 'd/c-0700')).toBe(keys[700]);
  });

  it('has no controller that was stopped, and of one that runs again nothing from before', async () => {
    put('a');
    await run();
    const [controller] = tree.roots();
    tree.children(controller!);
    cluster.remove(configMaps, 'd/a');
    put('b');
    await controller!.controller.restart();
    await clock.advance(3000);
    expect(tree.roots()).toEqual([controller]);
    expect(idsOf(tree.children(controller!))).toEqual(['d/b']);
    changes.length = 0;
    await session.controllers.stop('noting');
    await clock.advance(250);
    expect(changes).toContain(undefined);
    expect(tree.roots()).toEqual([]);
  });
});
