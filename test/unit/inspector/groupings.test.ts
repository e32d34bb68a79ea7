import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { Indexer } from '../../../extension/informer/indexer.ts';
import { fieldGrouping, groupingsNamed, groupingsOf, groupTitle, labelGrouping } from '../../../extension/inspector/groupings.ts';
import type { GroupNode, TreeNode } from '../../../extension/inspector/treeNode.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { openTree } from '../../support/openTree.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'u1', controller: true };

function pod(name: string, labels: Readonly<Record<string, string>> = {}, more: Readonly<Record<string, unknown>> = {}, metadata: Readonly<Record<string, unknown>> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop', uid: `u-${name}`, labels, ...metadata }, ...more };
}

function cacheOf(objects: readonly KubeObject[]): { readonly indexer: Indexer } {
  const indexer = new Indexer();
  for (const object of objects) indexer.put(`shop/${object.metadata.name}`, object);
  return { indexer };
}

const found = async (objects: readonly KubeObject[]): Promise<readonly (readonly [string, number])[]> =>
  (await groupingsOf(cacheOf(objects), systemClock, () => true))!.map(({ index, share }) => [index, share] as const);

describe('what objects can be grouped by', () => {
  it('is what some of them have, with their share', async () => {
    const some = [pod('a', { app: 'web', tier: 'x' }, { spec: { nodeName: 'n1' }, status: { phase: 'Running' } }), pod('b', { app: 'db' }, { status: { phase: 'Pending' } })];
    expect(await found(some)).toEqual([['namespace', 1], ['node?', 0.5], ['field:status.phase?', 1], ['label:app?', 1], ['label:tier?', 0.5]]);
  });

  it('is a label also when one object alone has it, which came after many others', async () => {
    const some = Array.from({ length: 5000 }, (_, at) => pod(`p${at}`, at === 4321 ? { late: 'yes' } : {}));
    expect(await found(some)).toEqual([['namespace', 1], ['label:late?', 1 / 5000]]);
  });

  it('is, in a cache too large to be looked at whole, what those have that came last', async () => {
    const some = Array.from({ length: 60_000 }, (_, at) => pod(`p${at}`, { app: 'web', ...(at >= 59_000 && { late: 'yes' }) }, at >= 54_000 ? { status: { phase: 'Running' } } : {}));
    const shares = new Map(await found(some));
    expect(shares.get(labelGrouping('app'))).toBe(1);
    expect(shares.get(labelGrouping('late'))).toBeCloseTo(1 / 60, 3);
    expect(shares.get(fieldGrouping('status.phase'))).toBeCloseTo(0.1, 3);
  });

  it('is each of what objects have in turn, however many are passed over between two that are looked at', async () => {
    const some = Array.from({ length: 100_000 }, (_, at) => pod(`p${at}`, { [`shard-${at % 50}`]: 'yes' }));
    const shares = (await found(some)).slice(1);
    expect(shares).toHaveLength(50);
    for (const [label, share] of shares) expect(share, label).toBeCloseTo(1 / 50, 2);
  });

  it('is looked for in turns between which others have theirs, and no further when nobody wants it', async () => {
    const some = cacheOf(Array.from({ length: 20_000 }, (_, at) => pod(`p${at}`, { [`l${at % 700}`]: 'x' })));
    // A clock on which each look at it takes a millisecond: so many turns, however fast the machine.
    let now = 0;
    const clock = { ...systemClock, now: () => ++now, defer: systemClock.defer.bind(systemClock) };
    let asked = 0;
    expect(await groupingsOf(some, clock, () => ++asked < 3)).toBeUndefined();
    expect(asked).toBe(3);
  });

  it('is no list that nobody can read: of any number of labels those that most have', async () => {
    const some = Array.from({ length: 700 }, (_, at) => pod(`p${at}`, { [`l${at}`]: 'x', app: 'web' }));
    const groupings = await found(some);
    expect([groupings.length, groupings[1]]).toEqual([501, ['label:app?', 1]]);
  });

  it('is nothing of what only looks like labels', async () => {
    expect(await found([pod('a', 'no labels' as never)])).toEqual([['namespace', 1]]);
  });
});

describe('a typed text', () => {
  it('is taken as a label or a field, what it looks like first, and as both where it can be', () => {
    expect(groupingsNamed('app.kubernetes.io/name')).toEqual([labelGrouping('app.kubernetes.io/name')]);
    expect(groupingsNamed('tier')).toEqual([labelGrouping('tier'), fieldGrouping('tier')]);
    expect(groupingsNamed('status.phase')).toEqual([fieldGrouping('status.phase'), labelGrouping('status.phase')]);
    expect(groupingsNamed('1.a')).toEqual([labelGrouping('1.a')]);
    expect(groupingsNamed('_a')).toEqual([fieldGrouping('_a')]);
  });

  it.each(['', '.', 'a..', 'a.', 'a[0]', 'a b', '/a', 'a/b/c', `x/${'a'.repeat(64)}`])('is nothing when it is %j', (text) => {
    expect(groupingsNamed(text)).toEqual([]);
  });
});

describe('objects', () => {
  const some = [
    pod('a', { 'app.kubernetes.io/name': 'web' }, { spec: { restartPolicy: 'Always' }, status: { phase: 'Running' } }, { ownerReferences: [owner] }),
    pod('b', { 'app.kubernetes.io/name': 'db' }, { spec: { restartPolicy: 'Never' }, status: { phase: 'Pending' } }),
    pod('c', {}, { status: { phase: 'Running' } }),
  ];

  it.each([
    ['an offered label', 'label:app.kubernetes.io/name?', { web: ['a'], db: ['b'], '': ['c'] }],
    ['an offered owner', 'owner?', { 'ReplicaSet/web-1': ['a'], '': ['b', 'c'] }],
    ['an offered phase', 'field:status.phase?', { Running: ['a', 'c'], Pending: ['b'] }],
    ['a typed label', groupingsNamed('app.kubernetes.io/name')[0]!, { web: ['a'], db: ['b'], '': ['c'] }],
    ['a typed field', groupingsNamed('spec.restartPolicy')[0]!, { Always: ['a'], Never: ['b'], '': ['c'] }],
  ])('are grouped by %s', async (what, index, expected) => {
    const { tree, session, cluster, clock, sessions } = await openTree();
    for (const object of some) cluster.put(pods, object);
    session.informers.start(pods);
    await clock.advance(1000);
    const informer = tree.findInformer(session, 'v1/pods')!;
    const offered = (await groupingsOf(tree.informerOf(informer)!, systemClock, () => true))!.map((grouping) => grouping.index);
    if (what.startsWith('an offered')) expect(offered).toContain(index);
    tree.groupBy(informer, index);
    await clock.advance(1000);
    const names = (nodes: readonly TreeNode[]): string[] => nodes.map((node) => (node.type === 'object' ? node.key.slice('shop/'.length) : node.id));
    const groups = (tree.children(informer) as readonly GroupNode[]).map((group) => [groupTitle(group, tree.informerOf(group)), names(tree.children(group))]);
    expect(Object.fromEntries(groups)).toEqual(expected);
    tree.dispose();
    await sessions.dispose();
  });
});
