import { beforeEach, describe, expect, it } from 'vitest';
import { fieldGrouping } from '../../../../extension/inspector/groupings.ts';
import type { Session } from '../../../../extension/inspector/session.ts';
import { celConditions } from '../../../../extension/inspector/treeFilter/celConditions.ts';
import { type TreeFilter, treeFilter } from '../../../../extension/inspector/treeFilter/treeFilter.ts';
import type { TreeChange, TreeModel } from '../../../../extension/inspector/treeModel.ts';
import type { GroupNode, InformerNode, RangeNode, TreeNode } from '../../../../extension/inspector/treeNode.ts';
import type { KubeObject } from '../../../../extension/kube/object.ts';
import type { FakeClock } from '../../../support/fakeClock.ts';
import type { FakeCluster } from '../../../support/fakeCluster.ts';
import { openTree } from '../../../support/openTree.ts';
import { TreeWatcher } from '../../../support/treeWatcher.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const deployments = { group: 'apps', version: 'v1', resource: 'deployments' };

/** Counts have been told of, and an informer that hears nothing does not say so yet. */
const betweenMs = 2500;

let clock: FakeClock;
let cluster: FakeCluster;
let session: Session;
let tree: TreeModel;
let changes: TreeChange[];

beforeEach(async () => {
  ({ clock, cluster, session, tree, changes } = await openTree());
});

const pod = (namespace: string, name: string, phase = 'Running', app?: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace, ...(app !== undefined && { labels: { app } }) },
  status: { phase },
});

async function run(...objects: readonly KubeObject[]): Promise<InformerNode> {
  for (const object of objects) cluster.put(pods, object);
  session.informers.start(pods);
  await clock.advance(1000);
  return tree.findInformer(session, 'v1/pods')!;
}

async function filter(text: string): Promise<void> {
  tree.filterBy(await treeFilter(text, () => Promise.resolve(celConditions)));
  await clock.advance(betweenMs);
  changes.length = 0;
}

/** A filter that notes what it is asked of. */
function noting(accepts: (key: string, object: KubeObject) => boolean): TreeFilter & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    text: 'noting',
    asked,
    accepts(key, object) {
      asked.push(key);
      return accepts(key, object);
    },
  };
}

const values = (nodes: readonly TreeNode[]): unknown[] => nodes.map((node) => (node.type === 'group' ? node.value : node.type === 'object' ? node.key : node.type));

describe('a tree that is filtered', () => {
  it('shows what is let through, with groups that have any, and all informers', async () => {
    cluster.put(deployments, { metadata: { name: 'api', namespace: 'shop' } });
    session.informers.start(deployments);
    const informer = await run(pod('shop', 'web-1'), pod('shop', 'db'), pod('default', 'db'));
    await filter('web');
    expect(tree.children(tree.roots()[0]!).map((node) => [tree.count(node as InformerNode), tree.total(node as InformerNode)])).toEqual([
      [0, 1],
      [1, 3],
    ]);
    const groups = tree.children(informer) as GroupNode[];
    expect([values(groups), tree.count(groups[0]!), values(tree.children(groups[0]!))]).toEqual([['shop'], 1, ['shop/web-1']]);
    expect([tree.find(session, 'v1/pods', 'shop/web-1')?.key, tree.find(session, 'v1/pods', 'shop/db')]).toEqual(['shop/web-1', undefined]);
    expect(tree.filterFigures).toEqual({ shown: 1, total: 4, pending: 0, failed: 0, failure: undefined });
    await filter('');
    expect([tree.filter, tree.filterFigures, values(tree.children(informer))]).toEqual([undefined, undefined, ['default', 'shop']]);
  });

  it('narrows in place: what stays is the same rows, and is never away meanwhile', async () => {
    const informer = await run(pod('shop', 'web-1'), pod('shop', 'db'), pod('default', 'db'));
    const [byDefault, shop] = tree.children(informer);
    const [, web] = tree.children(shop!);
    tree.filterBy(noting((key) => key.includes('web')));
    expect(values(tree.children(informer))).toEqual(['default', 'shop']);
    await clock.advance(200);
    expect(tree.children(informer)).toEqual([shop]);
    expect(tree.children(shop!)).toEqual([web]);
    expect(tree.children(shop!)[0]).toBe(web);
    tree.filterBy(undefined);
    expect([tree.children(informer)[1], tree.children(shop!)[1]].map((node, at) => node === [shop, web][at])).toEqual([true, true]);
    expect(byDefault).not.toBe(shop);
  });

  it('looks again at what has changed, and at nothing else', async () => {
    const informer = await run(...Array.from({ length: 40 }, (_, index) => pod('shop', `p-${index}`)));
    const noted = noting((_, object) => (object['status'] as { readonly phase: string }).phase === 'Pending');
    tree.filterBy(noted);
    await clock.advance(5000);
    expect([noted.asked.length, tree.count(informer)]).toEqual([40, 0]);
    noted.asked.length = changes.length = 0;
    cluster.put(pods, pod('shop', 'p-7', 'Pending'));
    cluster.put(pods, pod('shop', 'new', 'Running'));
    cluster.remove(pods, 'shop/p-8');
    await clock.advance(200);
    expect([noted.asked, values(tree.children(informer)), values(tree.children(tree.children(informer)[0]!))]).toEqual([['shop/p-7', 'shop/new'], ['shop'], ['shop/p-7']]);
    cluster.put(pods, pod('shop', 'p-7', 'Running'));
    await clock.advance(200);
    expect([tree.children(informer), tree.count(informer), tree.total(informer)]).toEqual([[], 0, 40]);
  });

  it('looks once at what changes many times in a row', async () => {
    const informer = await run(pod('shop', 'a'));
    const noted = noting(() => true);
    tree.filterBy(noted);
    await clock.advance(1000);
    noted.asked.length = 0;
    for (let round = 0; round < 20; round++) cluster.put(pods, pod('shop', 'a', `phase-${round}`));
    await clock.advance(1000);
    expect(noted.asked.length).toBeLessThan(20);
    expect(tree.count(informer)).toBe(1);
  });

  it('lets others have their turn while it looks at many, and tells how far it is', async () => {
    const informer = await run(...Array.from({ length: 100 }, (_, index) => pod('shop', `p-${index}`)));
    const atOnce: number[] = [];
    const noted = noting((key) => {
      clock.pass(2);
      return key.endsWith('7');
    });
    const pending: number[] = [];
    tree.onFilter(() => pending.push(tree.filterFigures!.pending));
    tree.filterBy(noted);
    const count = (): void => {
      atOnce.push(noted.asked.length - atOnce.reduce((sum, each) => sum + each, 0));
      if (noted.asked.length < 100) clock.defer(count);
    };
    clock.defer(count);
    await clock.advance(5000);
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(4);
    expect([tree.count(informer), noted.asked.length, pending[0], pending.at(-1)]).toEqual([10, 100, 100, 0]);
  });

  it('counts what its expression has no answer for as not let through, and tells of it, until it has one', async () => {
    const informer = await run(pod('shop', 'a'), pod('shop', 'b'));
    cluster.put(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'odd', namespace: 'shop' } });
    await clock.advance(1000);
    await filter('cel: object.status.phase == "Running"');
    expect(tree.filterFigures).toMatchObject({ shown: 2, total: 3, failed: 1, failure: { key: 'shop/odd' } });
    expect(tree.filterFigures!.failure!.why).toEqual({ kind: 'noField', name: 'status' });
    let told = 0;
    tree.onFilter(() => told++);
    cluster.put(pods, pod('shop', 'odd'));
    await clock.advance(1000);
    expect([tree.filterFigures, told]).toEqual([{ shown: 3, total: 3, pending: 0, failed: 0, failure: undefined }, 1]);
    expect(tree.count(informer)).toBe(3);
  });

  it('holds for an informer that is started later, and for one that is grouped otherwise', async () => {
    await filter('labels: app=web');
    const informer = await run(pod('shop', 'a', 'Running', 'web'), pod('shop', 'b', 'Pending', 'web'), pod('shop', 'c', 'Failed', 'db'));
    expect(values(tree.children(informer).flatMap((group) => tree.children(group)))).toEqual(['shop/a', 'shop/b']);
    tree.groupBy(informer, fieldGrouping('status.phase'));
    await clock.advance(200);
    expect(tree.children(informer).map((group) => [(group as GroupNode).value, tree.count(group as GroupNode)])).toEqual([['Pending', 1], ['Running', 1]]);
    cluster.put(pods, pod('shop', 'a', 'Pending', 'web'));
    await clock.advance(5000);
    expect(tree.children(informer).map((group) => [(group as GroupNode).value, tree.count(group as GroupNode)])).toEqual([['Pending', 2]]);
  });

  it('has no timer left when it has ended before all was looked at', async () => {
    await run(...Array.from({ length: 50 }, (_, index) => pod('shop', `p-${index}`)));
    const noted = noting(() => {
      clock.pass(10);
      return true;
    });
    tree.filterBy(noted);
    await Promise.resolve();
    tree.filterBy(undefined);
    await clock.advance(5000);
    const { length } = noted.asked;
    expect(length).toBeLessThan(50);
    tree.dispose();
    await clock.advance(5000);
    expect(noted.asked).toHaveLength(length);
  });
});

/** Runs a step each time when others have their turn. */
async function betweenTurns(...steps: readonly (() => void)[]): Promise<void> {
  const left = [...steps];
  const next = (): void => {
    left.shift()?.();
    if (left.length > 0) clock.defer(next);
  };
  clock.defer(next);
  await clock.advance(0);
  expect(left).toEqual([]);
}

describe('a filter that is under way', () => {
  /** Looks at two objects in a turn. */
  const slow = (accepts: (key: string, object: KubeObject) => boolean): ReturnType<typeof noting> =>
    noting((key, object) => {
      clock.pass(3);
      return accepts(key, object);
    });
  const rows = (informer: InformerNode): unknown[] => values(tree.children(informer).flatMap((group) => tree.children(group)));

  it('leaves what was shown, and keeps it up, until all have been looked at', async () => {
    const informer = await run(...Array.from({ length: 10 }, (_, index) => pod('shop', `p-${index}`)));
    const all = rows(informer);
    const noted = slow((key) => key >= 'shop/p-5');
    tree.filterBy(noted);
    const seen: unknown[][] = [];
    const figures: unknown[] = [];
    await betweenTurns(
      () => undefined,
      () => {
        seen.push(rows(informer));
        const { shown, pending } = tree.filterFigures!;
        figures.push(noted.asked.length, pending, shown, tree.count(informer));
        cluster.put(pods, pod('shop', 'p-55'));
        cluster.put(pods, pod('shop', 'p-1x'));
        cluster.remove(pods, 'shop/p-9');
      },
      () => undefined,
      () => seen.push(rows(informer)),
    );
    const [asked] = figures as number[];
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(10);
    expect(figures).toEqual([asked, 10 - asked!, 0, 10]);
    expect(seen[0]).toEqual(all);
    expect(seen[1]).toEqual(['shop/p-0', 'shop/p-1', 'shop/p-1x', 'shop/p-2', 'shop/p-3', 'shop/p-4', 'shop/p-5', 'shop/p-55', 'shop/p-6', 'shop/p-7', 'shop/p-8', 'shop/p-9']);
    await clock.advance(10_000); // until then what has gone is seen to have gone
    expect(rows(informer)).toEqual(['shop/p-5', 'shop/p-55', 'shop/p-6', 'shop/p-7', 'shop/p-8']);
    expect(tree.filterFigures).toEqual({ shown: 5, total: 11, pending: 0, failed: 0, failure: undefined });
  });

  it('is told of once: what has another place or has gone for the new one goes in one step', async () => {
    const informer = await run(...Array.from({ length: 60 }, (_, index) => pod(`n-${index}`, 'p')));
    tree.children(informer);
    tree.filterBy(slow((key) => key.startsWith('n-7')));
    changes.length = 0;
    await clock.advance(betweenMs);
    const told = changes.flat();
    expect(told.length).toBeLessThanOrEqual(2);
    expect(new Set(told)).toEqual(new Set([informer]));
    expect(rows(informer)).toEqual(['n-7/p']);
  });

  it('ends when another is asked for, and what is shown is still what was whole before both', async () => {
    const informer = await run(...Array.from({ length: 10 }, (_, index) => pod('shop', `p-${index}`)));
    const [first, second] = [slow(() => false), slow((key) => key.endsWith('3'))];
    tree.filterBy(first);
    let between: unknown[] = [];
    await betweenTurns(
      () => undefined,
      () => {
        tree.filterBy(second);
        between = rows(informer);
        expect(tree.filterFigures).toMatchObject({ shown: 0, pending: 10 });
      },
    );
    expect(between).toHaveLength(10);
    expect(first.asked.length).toBeLessThan(10);
    expect([second.asked.length, rows(informer)]).toEqual([10, ['shop/p-3']]);
  });

  it('is as if it had never been when it is taken back before it was whole', async () => {
    const informer = await run(...Array.from({ length: 10 }, (_, index) => pod('shop', `p-${index}`)));
    await filter('p-1');
    const whole = tree.filter!;
    const noted = slow(() => true);
    tree.filterBy(noted);
    await betweenTurns(
      () => undefined,
      () => tree.filterBy(whole),
    );
    expect(noted.asked.length).toBeLessThan(10);
    expect([rows(informer), tree.filterFigures]).toEqual([['shop/p-1'], { shown: 1, total: 10, pending: 0, failed: 0, failure: undefined }]);
    cluster.put(pods, pod('shop', 'p-11'));
    await clock.advance(1000);
    expect(rows(informer)).toEqual(['shop/p-1', 'shop/p-11']);
  });

  it('is shown when all have been looked at, though they change faster than they are looked at', async () => {
    const informer = await run(...Array.from({ length: 10 }, (_, index) => pod('shop', `p-${index}`)));
    let shownAfter: number | undefined;
    const noted = slow((key) => {
      if (tree.count(informer) === 1) shownAfter ??= noted.asked.length;
      if (noted.asked.length < 500) for (let at = 0; at < 10; at++) cluster.put(pods, pod('shop', `p-${at}`, `Looked ${noted.asked.length}`));
      return key === 'shop/p-9';
    });
    tree.filterBy(noted);
    await clock.advance(1000);
    expect(noted.asked.length).toBeGreaterThan(500);
    expect(shownAfter).toBeLessThan(50);
    expect(rows(informer)).toEqual(['shop/p-9']);
  });

  it('comes together with a grouping that is asked for meanwhile', async () => {
    const informer = await run(...Array.from({ length: 10 }, (_, index) => pod('shop', `p-${index}`, index % 2 ? 'Running' : 'Pending')));
    tree.filterBy(slow((key) => key >= 'shop/p-6'));
    let between: unknown[] = [];
    await betweenTurns(
      () => undefined,
      () => {
        tree.groupBy(informer, fieldGrouping('status.phase'));
        between = [values(tree.children(informer)), tree.groupingOf(informer), tree.nextGroupingOf(informer)];
      },
    );
    expect(between).toEqual([['shop'], 'namespace', fieldGrouping('status.phase')]);
    expect([values(tree.children(informer)), rows(informer), tree.nextGroupingOf(informer)]).toEqual([['Pending', 'Running'], ['shop/p-6', 'shop/p-8', 'shop/p-7', 'shop/p-9'], undefined]);
    // Nothing is left out when the filter goes: the cache gets the index that it had no need of until then.
    tree.filterBy(undefined);
    expect([tree.groupingOf(informer), rows(informer).length]).toEqual([fieldGrouping('status.phase'), 10]);
  });
});

describe('a tree of many', () => {
  const many = (count: number, namespaces: number): KubeObject[] => Array.from({ length: count }, (_, index) => pod(`n-${String(index % namespaces).padStart(4, '0')}`, `p-${String(index).padStart(5, '0')}`));

  it('puts more than 500 groups into ranges, and what has no value behind them', async () => {
    const informer = await run(...many(1300, 1299));
    const ranges = tree.children(informer) as RangeNode[];
    expect(ranges.map((range) => [range.type, range.of, tree.count(range), ...tree.bounds(range)])).toEqual([
      ['range', 'groups', 433, 'n-0000', 'n-0432'],
      ['range', 'groups', 433, 'n-0433', 'n-0865'],
      ['range', 'groups', 433, 'n-0866', 'n-1298'],
    ]);
    const groups = ranges.flatMap((range) => tree.children(range)) as GroupNode[];
    expect([groups.length, new Set(groups.map(({ id }) => id)).size, tree.count(groups[0]!), tree.count(groups[1]!)]).toEqual([1299, 1299, 2, 1]);
    const found = tree.find(session, 'v1/pods', 'n-0500/p-00500')!;
    expect([tree.parentOf(found), tree.parentOf(tree.parentOf(found)!)]).toEqual([groups[500], ranges[1]]);
    tree.groupBy(informer, fieldGrouping('metadata.labels.app'));
    const [rest, ...others] = tree.children(informer) as GroupNode[];
    expect([others, rest?.value, tree.children(rest!).length]).toEqual([[], '', 3]);
  });

  it('tells of a group that comes or goes to the range that it is in, of a new count to the group', async () => {
    const informer = await run(...many(1300, 1299));
    const ranges = tree.children(informer) as RangeNode[];
    const [first] = tree.children(ranges[1]!);
    changes.length = 0;
    cluster.put(pods, pod('n-0500x', 'one'));
    await clock.advance(200);
    expect(changes).toEqual([[ranges[1]]]);
    expect([tree.count(ranges[1]!), tree.children(informer)]).toEqual([434, ranges]);
    await clock.advance(betweenMs);
    changes.length = 0;
    cluster.put(pods, pod('n-0433', 'another'));
    await clock.advance(200);
    expect([changes, tree.count(first as GroupNode)]).toEqual([[[first]], 2]);
    await clock.advance(betweenMs);
    changes.length = 0;
    cluster.remove(pods, 'n-0500x/one');
    await clock.advance(200);
    expect([changes, tree.count(ranges[1]!)]).toEqual([[[ranges[1]]], 433]);
  });

  it.each(['', 'p-'])('asks for one row where an object changes, and for one range where one comes or goes, filtered by %j', async (text) => {
    const informer = await run(...many(6000, 2));
    await filter(text);
    const view = new TreeWatcher(tree, (node) => node.type !== 'object');
    expect(view.asked).toBeGreaterThan(6000);
    const after = async (change: () => unknown): Promise<number> => {
      view.asked = 0;
      change();
      await clock.advance(400);
      return view.asked;
    };
    expect(await after(() => cluster.put(pods, pod('n-0000', 'p-00002', 'Failed')))).toBe(1);
    expect(await after(() => cluster.put(pods, pod('n-0001', 'p-02001x')))).toBeLessThan(600);
    expect(await after(() => cluster.remove(pods, 'n-0001/p-02001x'))).toBeLessThan(600);
    expect(tree.count(informer)).toBe(6000);
  });
});
