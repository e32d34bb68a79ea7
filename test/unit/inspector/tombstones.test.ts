import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../../extension/inspector/session.ts';
import type { TreeChange, TreeModel } from '../../../extension/inspector/treeModel.ts';
import type { ObjectNode, TreeNode } from '../../../extension/inspector/treeNode.ts';
import type { FakeClock } from '../../support/fakeClock.ts';
import type { FakeCluster } from '../../support/fakeCluster.ts';
import { openTree } from '../../support/openTree.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };

let clock: FakeClock;
let cluster: FakeCluster;
let session: Session;
let tree: TreeModel;
let changes: TreeChange[];

const put = (name: string): unknown => cluster.put(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'shop' } });
const group = (): TreeNode => tree.children(tree.findInformer(session, 'v1/pods')!)[0]!;
const shown = (): readonly string[] => (tree.children(group()) as readonly ObjectNode[]).map(({ key }) => key);

beforeEach(async () => {
  ({ clock, cluster, session, tree, changes } = await openTree());
  for (const name of ['a', 'b', 'c']) put(name);
  session.informers.start(pods);
  await clock.advance(1000);
});

describe('a row whose object has gone', () => {
  it('stays in its place for some seconds, and counts for nothing', async () => {
    const [, b] = tree.children(group());
    cluster.remove(pods, 'shop/b');
    await clock.advance(500);
    expect(shown()).toEqual(['shop/a', 'shop/b', 'shop/c']);
    expect(tree.children(group())[1]).toBe(b);
    expect([tree.count(group() as never), tree.isOwner(b as ObjectNode)]).toEqual([2, false]);
    changes.length = 0;
    await clock.advance(6500);
    expect(changes.flat()).toContain(group());
    expect(shown()).toEqual(['shop/a', 'shop/c']);
  });

  it('is that of the object that has come in its place, as soon as that is there', async () => {
    expect(shown()).toHaveLength(3);
    cluster.remove(pods, 'shop/b');
    await clock.advance(500);
    put('b');
    await clock.advance(500);
    expect(shown()).toEqual(['shop/a', 'shop/b', 'shop/c']);
    await clock.advance(10_000);
    expect(shown()).toEqual(['shop/a', 'shop/b', 'shop/c']);
  });

  it('is one that somebody has seen: of others nothing is kept', async () => {
    cluster.remove(pods, 'shop/b');
    await clock.advance(500);
    expect(shown()).toEqual(['shop/a', 'shop/c']);
  });

  it('stays also when the whole of a namespace goes at once, but for what is too much to see', async () => {
    for (let at = 0; at < 400; at++) put(`many-${at}`);
    await clock.advance(1000);
    expect(shown()).toHaveLength(403);
    for (let at = 0; at < 400; at++) cluster.remove(pods, `shop/many-${at}`);
    await clock.advance(500);
    expect(shown()).toHaveLength(203);
    await clock.advance(10_000);
    expect(shown()).toEqual(['shop/a', 'shop/b', 'shop/c']);
  });
});
