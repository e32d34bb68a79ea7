import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fieldGrouping } from '../../../extension/inspector/groupings.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import type { TreeChange, TreeModel } from '../../../extension/inspector/treeModel.ts';
import { informerNodeOf, type ObjectNode, type OwnedRangeNode, type TreeNode } from '../../../extension/inspector/treeNode.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import type { GroupVersionResource } from '../../../extension/kube/resource.ts';
import type { FakeClock } from '../../support/fakeClock.ts';
import { FakeCluster } from '../../support/fakeCluster.ts';
import { openTree } from '../../support/openTree.ts';

const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };
const replicaSets = { group: 'apps', version: 'v1', resource: 'replicasets' };
const pods = { group: '', version: 'v1', resource: 'pods' };

let clock: FakeClock;
let cluster: FakeCluster;
let session: Session;
let tree: TreeModel;
let changes: TreeChange[];

/** @param owner uid of what controls it */
function put(resource: GroupVersionResource, kind: string, name: string, owner?: string, rest: object = {}): KubeObject {
  const references = owner === undefined ? [] : [{ apiVersion: 'apps/v1', kind: 'Owner', name: owner.replace(/^u-/, ''), uid: owner, controller: true }];
  return cluster.put(resource, { apiVersion: 'v1', kind, metadata: { name, namespace: 'shop', uid: `u-${name}`, ownerReferences: references }, ...rest });
}

async function start(...resources: readonly GroupVersionResource[]): Promise<void> {
  for (const resource of resources) session.informers.start(resource);
  await clock.advance(3000);
  changes.length = 0;
}

const node = (informer: string, name: string): ObjectNode => tree.find(session, informer, `shop/${name}`)!;
const shown = (nodes: readonly TreeNode[]): unknown[] => nodes.map((each) => (each.type === 'object' ? `${informerNodeOf(each).name} ${each.key}` : each.type));
const below = (each: TreeNode): readonly ObjectNode[] => tree.children(each) as readonly ObjectNode[];

beforeEach(async () => {
  ({ clock, cluster, session, tree, changes } = await openTree());
});

describe('objects below their owner', () => {
  beforeEach(async () => {
    put(deployments, 'Deployment', 'web');
    put(replicaSets, 'ReplicaSet', 'web-1', 'u-web');
    put(pods, 'Pod', 'web-1-a', 'u-web-1');
    put(pods, 'Pod', 'web-1-b', 'u-web-1');
    put(pods, 'Pod', 'alone');
    await start(deployments, replicaSets, pods);
  });

  it('are those that it controls in any cache, and what these control', () => {
    const web = node('apps/v1/deployments', 'web');
    expect(tree.isOwner(web)).toBe(true);
    const [set] = below(web);
    expect(shown([set!])).toEqual(['apps/v1/replicasets shop/web-1']);
    expect(tree.isOwner(set!)).toBe(true);
    expect(shown(below(set!))).toEqual(['v1/pods shop/web-1-a', 'v1/pods shop/web-1-b']);
    expect([tree.isOwner(below(set!)[0]!), tree.isOwner(node('v1/pods', 'alone'))]).toEqual([false, false]);
  });

  it('know their parents, stay the same, and are told from the same object elsewhere', () => {
    const web = node('apps/v1/deployments', 'web');
    const [set] = below(web);
    const [pod] = below(set!);
    expect([tree.parentOf(pod!), tree.parentOf(set!)]).toEqual([set, web]);
    expect([below(web)[0], below(set!)[0]]).toEqual([set, pod]);
    const elsewhere = [node('v1/pods', 'web-1-a'), below(node('apps/v1/replicasets', 'web-1'))[0]!];
    expect(new Set([pod, ...elsewhere].map(({ id }: ObjectNode = pod!) => id)).size).toBe(3);
    expect(tree.informerOf(pod!)?.name).toBe('v1/pods');
  });

  it('come and go with what the cache holds, and only the rows that are concerned are told of', async () => {
    const web = node('apps/v1/deployments', 'web');
    const [set] = below(web);
    const [a, b] = below(set!);
    put(pods, 'Pod', 'web-1-c', 'u-web-1');
    await clock.advance(200);
    expect(changes.flat()).toContain(set);
    expect(changes.flat()).not.toContain(web);
    expect(below(set!)).toHaveLength(3);
    changes.length = 0;
    put(pods, 'Pod', 'web-1-a', 'u-web-1', { spec: { changed: true } });
    await clock.advance(200);
    expect(changes.flat()).toContain(a);
    expect(changes.flat()).not.toContain(set);
    expect(changes.flat()).not.toContain(b);
    changes.length = 0;
    cluster.remove(pods, 'shop/web-1-b');
    await clock.advance(200);
    expect(changes.flat()).toContain(set);
    expect(below(set!)).toContain(b);
    changes.length = 0;
    await clock.advance(10_000);
    expect(changes.flat()).toContain(set);
    expect(shown(below(set!))).toEqual(['v1/pods shop/web-1-a', 'v1/pods shop/web-1-c']);
  });

  it('are told of below one whom nobody has opened only when it gets one', async () => {
    const closed = node('apps/v1/replicasets', 'web-1');
    put(pods, 'Pod', 'web-1-a', 'u-web-1', { spec: { changed: true } });
    await clock.advance(200);
    expect(changes.flat()).not.toContain(closed);
    put(pods, 'Pod', 'alone', 'u-web-1');
    await clock.advance(200);
    expect(changes.flat()).toContain(closed);
  });

  it('are told of when the last of one whom nobody has opened has gone, and not before', async () => {
    const closed = node('apps/v1/replicasets', 'web-1');
    cluster.remove(pods, 'shop/web-1-a');
    await clock.advance(200);
    expect(changes.flat()).not.toContain(closed);
    put(pods, 'Pod', 'web-1-b');
    await clock.advance(200);
    expect(changes.flat()).toContain(closed);
    expect(tree.isOwner(closed)).toBe(false);
  });

  it('are told of to an owner that is open when it has none any more, and when it has one again', async () => {
    const set = node('apps/v1/replicasets', 'web-1');
    below(set);
    for (const name of ['web-1-a', 'web-1-b']) cluster.remove(pods, `shop/${name}`);
    await clock.advance(10_000);
    expect([below(set), tree.isOwner(set)]).toEqual([[], false]);
    changes.length = 0;
    put(pods, 'Pod', 'web-1-c', 'u-web-1');
    await clock.advance(200);
    expect(changes.flat()).toContain(set);
    expect(shown(below(set))).toEqual(['v1/pods shop/web-1-c']);
  });

  it('move with the one who controls them', async () => {
    put(replicaSets, 'ReplicaSet', 'web-2', 'u-web');
    await clock.advance(1000);
    const [one, two] = below(node('apps/v1/deployments', 'web'));
    expect([below(one!).length, below(two!).length]).toEqual([2, 0]);
    changes.length = 0;
    put(pods, 'Pod', 'web-1-a', 'u-web-2');
    await clock.advance(200);
    expect(changes.flat()).toEqual(expect.arrayContaining([one, two]));
    expect([below(one!).length, below(two!).length]).toEqual([1, 1]);
  });

  it('stand once where two informers have them', async () => {
    session.informers.start(pods, { namespace: 'shop' });
    await clock.advance(1000);
    const set = node('apps/v1/replicasets', 'web-1');
    expect(below(set)).toHaveLength(2);
    cluster.remove(pods, 'shop/web-1-a');
    put(pods, 'Pod', 'web-1-c', 'u-web-1');
    await clock.advance(10_000);
    expect(shown(below(set))).toEqual(['v1/pods shop/web-1-b', 'v1/pods shop/web-1-c']);
    await session.informers.stop('v1/pods');
    await clock.advance(1000);
    expect(shown(below(set))).toEqual(['v1/pods@shop shop/web-1-b', 'v1/pods@shop shop/web-1-c']);
  });

  it('are another’s when the owner is another of its name', async () => {
    cluster.remove(replicaSets, 'shop/web-1');
    await clock.advance(1000);
    cluster.put(replicaSets, { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web-1', namespace: 'shop', uid: 'another' } });
    await clock.advance(1000);
    expect(tree.isOwner(node('apps/v1/replicasets', 'web-1'))).toBe(false);
  });
});

describe('what owns', () => {
  it('can be opened as soon as an informer has what it owns', async () => {
    put(deployments, 'Deployment', 'web');
    put(replicaSets, 'ReplicaSet', 'web-1', 'u-web');
    await start(deployments);
    const web = node('apps/v1/deployments', 'web');
    expect(tree.isOwner(web)).toBe(false);
    session.informers.start(replicaSets);
    await clock.advance(1000);
    expect(changes.flat()).toContain(tree.findInformer(session, 'apps/v1/deployments'));
    expect(tree.isOwner(web)).toBe(true);
    await session.informers.stop('apps/v1/replicasets');
    await clock.advance(1000);
    expect(tree.isOwner(web)).toBe(false);
  });

  it('is looked through again when the first list of an informer has come, though it is open already', async () => {
    put(deployments, 'Deployment', 'web');
    put(replicaSets, 'ReplicaSet', 'web-1', 'u-web');
    await start(deployments);
    session.stepper.pause();
    session.informers.start(replicaSets);
    await clock.advance(1000);
    const web = node('apps/v1/deployments', 'web');
    expect(below(web)).toEqual([]);
    session.stepper.continue();
    await clock.advance(1000);
    expect(shown(below(web))).toEqual(['apps/v1/replicasets shop/web-1']);
  });

  it('has an end where objects own each other', async () => {
    put(pods, 'Pod', 'a', 'u-b');
    put(pods, 'Pod', 'b', 'u-a');
    put(pods, 'Pod', 'self', 'u-self');
    await start(pods);
    const a = node('v1/pods', 'a');
    const [b] = below(a);
    expect(shown([b!])).toEqual(['v1/pods shop/b']);
    const self = node('v1/pods', 'self');
    expect([below(b!), tree.isOwner(b!), below(self), tree.isOwner(self)]).toEqual([[], false, [], false]);
  });

  it('goes down no deeper than eight', async () => {
    put(pods, 'Pod', 'p0');
    for (let at = 1; at < 20; at++) put(pods, 'Pod', `p${at}`, `u-p${at - 1}`);
    await start(pods);
    let depth = 0;
    for (let at: ObjectNode | undefined = node('v1/pods', 'p0'); at; [at] = below(at)) depth++;
    expect(depth).toBe(8);
  });

  it('shows what it owns in ranges where it is more than a person can look at', async () => {
    put(replicaSets, 'ReplicaSet', 'big');
    for (let at = 0; at < 1200; at++) put(pods, 'Pod', `big-${String(at).padStart(4, '0')}`, 'u-big');
    await start(replicaSets, pods);
    const big = node('apps/v1/replicasets', 'big');
    const ranges = tree.children(big);
    expect(shown(ranges)).toEqual(['ownedRange', 'ownedRange', 'ownedRange']);
    const [first] = ranges;
    if (first?.type !== 'ownedRange') throw new Error('no range');
    expect([tree.count(first), tree.bounds(first)]).toEqual([400, ['shop/big-0000', 'shop/big-0399']]);
    const [one] = below(first);
    expect([tree.children(first).length, tree.parentOf(one!), tree.parentOf(first)]).toEqual([400, first, big]);
    expect(tree.children(big)).toEqual(ranges);
  });

  it('is not asked for all of it again when one comes, changes or goes: the range that it is in is', async () => {
    put(replicaSets, 'ReplicaSet', 'big');
    for (let at = 0; at < 1200; at++) put(pods, 'Pod', `big-${String(at).padStart(4, '0')}`, 'u-big');
    await start(replicaSets, pods);
    const big = node('apps/v1/replicasets', 'big');
    const [first, second, third] = tree.children(big);
    for (const range of [first!, second!, third!]) tree.children(range);
    const looks = vi.spyOn(session.informers.get('v1/pods')!.indexer, 'get');
    put(pods, 'Pod', 'big-0500x', 'u-big');
    cluster.remove(pods, 'shop/big-0900');
    await clock.advance(200);
    expect(changes.flat().filter((each) => each?.type === 'ownedRange')).toEqual([second, third]);
    expect(changes.flat()).not.toContain(big);
    tree.children(big);
    expect(looks.mock.calls.length).toBeLessThan(50);
    expect([tree.children(second!).length, tree.count(second as OwnedRangeNode)]).toEqual([401, 401]);
    await clock.advance(10_000);
    expect([tree.children(third!).length, tree.count(third as OwnedRangeNode)]).toEqual([399, 399]);
  });

  it('is kept up in the cache that still has it when it has left the selector of another', async () => {
    const selected = new FakeCluster();
    ({ clock, cluster, session, tree, changes } = await openTree({ cluster: { listerWatcher: (resource, scope) => (scope?.labelSelector === undefined ? cluster : selected).listerWatcher(resource) } }));
    selected.put(replicaSets, put(replicaSets, 'ReplicaSet', 'web'));
    put(pods, 'Pod', 'web-a', 'u-web');
    session.informers.start(replicaSets, { labelSelector: 'app=web' });
    await start(replicaSets, pods);
    const web = node('apps/v1/replicasets', 'web');
    below(web);
    selected.remove(replicaSets, 'shop/web');
    await clock.advance(10_000);
    changes.length = 0;
    put(pods, 'Pod', 'web-b', 'u-web');
    await clock.advance(200);
    expect(changes.flat()).toContain(web);
    expect(shown(below(web))).toEqual(['v1/pods shop/web-a', 'v1/pods shop/web-b']);
  });

  it('is looked through again when it is the one that it was once more, as after a restored backup', async () => {
    put(replicaSets, 'ReplicaSet', 'web');
    await start(replicaSets, pods);
    const web = node('apps/v1/replicasets', 'web');
    expect(below(web)).toEqual([]);
    for (const uid of ['u-other', 'u-web']) {
      cluster.put(replicaSets, { apiVersion: 'v1', kind: 'ReplicaSet', metadata: { name: 'web', namespace: 'shop', uid } });
      await clock.advance(200);
      if (uid === 'u-other') put(pods, 'Pod', 'web-a', 'u-web');
    }
    expect(node('apps/v1/replicasets', 'web')).toBe(web);
    expect(shown(below(web))).toEqual(['v1/pods shop/web-a']);
  });

  it('is not kept up for rows that nobody sees any more', async () => {
    put(replicaSets, 'ReplicaSet', 'web');
    put(pods, 'Pod', 'web-a', 'u-web');
    await start(replicaSets, pods);
    const before = node('apps/v1/replicasets', 'web');
    below(before);
    tree.groupBy(tree.findInformer(session, 'apps/v1/replicasets')!, fieldGrouping('metadata.name'));
    await clock.advance(1000);
    changes.length = 0;
    put(pods, 'Pod', 'web-b', 'u-web');
    await clock.advance(200);
    const after = node('apps/v1/replicasets', 'web');
    expect(after).not.toBe(before);
    expect(changes.flat()).not.toContain(before);
    expect(shown(below(after))).toEqual(['v1/pods shop/web-a', 'v1/pods shop/web-b']);
  });
});
