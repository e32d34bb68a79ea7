import { beforeEach, describe, expect, it } from 'vitest';
import { fieldGrouping } from '../../../extension/inspector/groupings.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { treeFilter } from '../../../extension/inspector/treeFilter/treeFilter.ts';
import { TreeModel } from '../../../extension/inspector/treeModel.ts';
import type { GroupNode, InformerNode, ObjectNode, TreeNode } from '../../../extension/inspector/treeNode.ts';
import type { GroupVersionResource } from '../../../extension/kube/resource.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import type { FakeCluster } from '../../support/fakeCluster.ts';
import { openTree } from '../../support/openTree.ts';

/** Many keys in no order are sorted in slices on the clock of the tree, which stands still here while the cluster's goes on. */
const pods = { group: '', version: 'v1', resource: 'pods' };
const sets = { group: 'apps', version: 'v1', resource: 'replicasets' };
const services = { group: '', version: 'v1', resource: 'services' };
const count = 10_000;

/** Each look at it takes long. */
class SlowClock extends FakeClock {
  override now(): number {
    this.pass(3);
    return super.now();
  }
}

let clock: FakeClock;
let slow: SlowClock;
let cluster: FakeCluster;
let session: Session;
let tree: TreeModel;

const nameOf = (index: number): string => `p-${String(index).padStart(6, '0')}`;

function put(resource: GroupVersionResource, name: string, owner?: string): void {
  const references = owner === undefined ? [] : [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner.slice(2), uid: owner, controller: true }];
  cluster.put(resource, { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop', uid: `u-${name}`, ownerReferences: references } });
}

beforeEach(async () => {
  let sessions;
  ({ clock, cluster, session, sessions } = await openTree());
  slow = new SlowClock();
  tree = new TreeModel(sessions, slow);
  put(sets, 'all');
  for (let index = 0; index < count; index++) put(pods, nameOf((index * 7919) % count), 'u-all');
  for (const resource of [pods, sets]) session.informers.start(resource);
  await clock.advance(3000);
});

/** Whatever is below it, in order, without ranges; asked for as the view does. */
async function below(node: TreeNode): Promise<readonly string[]> {
  for (let ready = tree.whenSorted(node); ready; ready = tree.whenSorted(node)) {
    await slow.settle();
    await ready;
  }
  const all = await Promise.all(tree.children(node).map((child) => (child.type === 'object' ? [child.key] : child.type === 'group' ? [child.value] : below(child))));
  return all.flat();
}

const informer = (): InformerNode => tree.findInformer(session, 'v1/pods')!;
const group = (): GroupNode => tree.children(informer())[0] as GroupNode;
const keys = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, index) => `shop/${nameOf(from + index)}`);

describe('a group of many', () => {
  it('is sorted in many turns, once for all who ask', async () => {
    let turns = 0;
    const defer = slow.defer.bind(slow);
    slow.defer = (callback) => (turns++, defer(callback));
    const node = group();
    const ready = tree.whenSorted(node);
    expect(tree.whenSorted(node)).toBe(ready);
    expect(await below(node)).toEqual(keys(0, count));
    expect(turns).toBeGreaterThan(5);
    expect(tree.whenSorted(node), 'they are in order').toBeUndefined();
  });

  it('has what came and went meanwhile', async () => {
    const node = group();
    expect(tree.whenSorted(node)).toBeDefined();
    put(pods, nameOf(count));
    cluster.remove(pods, `shop/${nameOf(0)}`);
    await clock.advance(1000);
    expect(await below(node)).toEqual(keys(1, count + 1));
  });

  it('begins anew when something else is to be shown', async () => {
    const node = group();
    const ready = tree.whenSorted(node);
    tree.filterBy(await treeFilter('p-00*', () => Promise.reject(new Error('no expression'))));
    await slow.settle();
    await ready;
    expect(tree.filterFigures?.pending).toBe(0);
    expect(await below(node)).toEqual(keys(0, 10_000));
    tree.filterBy(await treeFilter('p-0001*', () => Promise.reject(new Error('no expression'))));
    await slow.settle();
    expect(await below(node)).toEqual(keys(100, 200));
  });

  it('is sorted at once where somebody cannot wait, and by whoever waits no more', async () => {
    const node = group();
    const ready = tree.whenSorted(node);
    const first = tree.children(node)[0]!;
    expect(tree.whenSorted(node)).toBeUndefined();
    cluster.remove(pods, `shop/${nameOf(0)}`);
    await clock.advance(1000);
    await slow.settle();
    await ready;
    expect(tree.children(node)[0]).toBe(first);
    expect(await below(node)).toEqual(keys(1, count));
  });

  it('is had at once where there are few', async () => {
    put(services, 'one');
    session.informers.start(services);
    await clock.advance(3000);
    const few = tree.findInformer(session, 'v1/services')!;
    expect(tree.whenSorted(few)).toBeUndefined();
    expect(tree.whenSorted(tree.children(few)[0]!)).toBeUndefined();
  });
});

it('sorts many groups in slices, with those that come and go meanwhile', async () => {
  tree.groupBy(informer(), fieldGrouping('metadata.uid'));
  await slow.settle();
  expect(tree.groupingOf(informer())).toBe(fieldGrouping('metadata.uid'));
  expect(tree.whenSorted(informer())).toBeDefined();
  put(pods, nameOf(count));
  cluster.remove(pods, `shop/${nameOf(0)}`);
  await clock.advance(1000);
  expect(await below(informer())).toEqual(keys(1, count + 1).map((key) => `u-${key.slice('shop/'.length)}`));
});

describe('what owns many', () => {
  const owner = (): ObjectNode => tree.find(session, 'apps/v1/replicasets', 'shop/all')!;

  it('finds them in slices, with those that come and go meanwhile', async () => {
    const node = owner();
    const ready = tree.whenSorted(node);
    expect(ready).toBeDefined();
    expect(tree.whenSorted(node)).toBe(ready);
    put(pods, nameOf(count), 'u-all');
    cluster.remove(pods, `shop/${nameOf(0)}`);
    await clock.advance(1000);
    expect(await below(node)).toEqual(keys(1, count + 1));
    expect(tree.whenSorted(node)).toBeUndefined();
  });

  it('keeps what it showed, and looks again, when another informer may have some of them', async () => {
    const node = owner();
    expect(await below(node)).toEqual(keys(0, count));
    const first = tree.children(node)[0]!;
    put(services, 'p-service', 'u-all');
    session.informers.start(services);
    await clock.advance(3000);
    expect(tree.whenSorted(node)).toBeDefined();
    expect(await below(node)).toEqual([...keys(0, count), 'shop/p-service']);
    expect(tree.children(node)[0]).toBe(first);
  });

  it('begins anew when an informer comes meanwhile, or it is another itself', async () => {
    const node = owner();
    const ready = tree.whenSorted(node);
    put(services, 'p-service', 'u-all');
    session.informers.start(services);
    await clock.advance(3000);
    await slow.settle();
    await ready;
    expect(tree.whenSorted(node), 'what was found is of no use').toBeDefined();
    cluster.remove(sets, 'shop/all');
    await clock.advance(1000);
    expect(await below(node)).toEqual([]);
  });
});

it('sorts nothing on after its end', async () => {
  const ready = [tree.whenSorted(group()), tree.whenSorted(tree.find(session, 'apps/v1/replicasets', 'shop/all')!)];
  expect(ready).not.toContain(undefined);
  const { pending } = slow;
  tree.dispose();
  let turns = 0;
  const defer = slow.defer.bind(slow);
  slow.defer = (callback) => (turns++, defer(callback));
  await slow.settle();
  await Promise.all(ready);
  expect(pending).toBeGreaterThan(0);
  expect(turns).toBeLessThan(4);
});
