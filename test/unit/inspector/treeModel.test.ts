import { beforeEach, describe, expect, it } from 'vitest';
import { withTheRest } from '../../../extension/informer/namedIndexes.ts';
import { fieldGrouping, groupTitle, labelGrouping } from '../../../extension/inspector/groupings.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { Sessions } from '../../../extension/inspector/sessions.ts';
import { type TreeChange, TreeModel } from '../../../extension/inspector/treeModel.ts';
import { type GroupNode, type InformerNode, nodeId, type TreeNode } from '../../../extension/inspector/treeNode.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import type { FakeClock } from '../../support/fakeClock.ts';
import type { FakeCluster } from '../../support/fakeCluster.ts';
import { openSession } from '../../support/openSession.ts';
import { openTree } from '../../support/openTree.ts';
import { ScriptedListerWatcher } from '../../support/scriptedListerWatcher.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const clusterRoles = { group: 'rbac.authorization.k8s.io', version: 'v1', resource: 'clusterroles' };
const source = { kind: 'context', context: 'kind-dev' } as const;

function named(name: string, namespace?: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, uid: `u-${name}`, ...(namespace !== undefined && { namespace }) } };
}

let clock: FakeClock;
let cluster: FakeCluster;
let session: Session;
let sessions: Sessions;
let tree: TreeModel;
let changes: TreeChange[];

beforeEach(async () => {
  ({ clock, cluster, session, sessions, tree, changes } = await openTree({ source }));
});

/** Lets batches be told, and forgets them. */
async function settled(): Promise<void> {
  await clock.advance(1000);
  changes.length = 0;
}

async function run(): Promise<InformerNode> {
  session.informers.start(pods);
  await clock.advance(1000);
  const node = tree.findInformer(session, 'v1/pods')!;
  changes.length = 0;
  return node;
}

const labels = (nodes: readonly TreeNode[]): unknown[] =>
  nodes.map((node) => (node.type === 'object' ? node.key : node.type === 'group' ? node.value : node.type === 'range' ? `${tree.bounds(node).join('…')}` : node.id));

describe('TreeModel', () => {
  it('shows source, informer, namespace and object, each in order', async () => {
    cluster.put(pods, named('b', 'shop'));
    cluster.put(pods, named('a', 'shop'));
    cluster.put(pods, named('web', 'default'));
    const informer = await run();
    const [root] = tree.roots();
    expect(tree.children(root!)).toEqual([informer]);
    expect(tree.count(informer)).toBe(3);
    const namespaces = tree.children(informer);
    expect(labels(namespaces)).toEqual(['default', 'shop']);
    expect(labels(tree.children(namespaces[1]!))).toEqual(['shop/a', 'shop/b']);
    const [object] = tree.children(namespaces[0]!);
    expect([tree.parentOf(object!), tree.parentOf(namespaces[0]!), tree.parentOf(informer), tree.parentOf(root!)]).toEqual([namespaces[0], informer, root, undefined]);
  });

  it('shows cluster-scoped objects right under their informer', async () => {
    cluster.put(clusterRoles, named('system:node'));
    session.informers.start(clusterRoles);
    await settled();
    expect(labels(tree.children(tree.findInformer(session, 'rbac.authorization.k8s.io/v1/clusterroles')!))).toEqual(['system:node']);
  });

  it('keeps each node the same object for as long as it is there', async () => {
    cluster.put(pods, named('a', 'shop'));
    const informer = await run();
    const [namespace] = tree.children(informer);
    const [a] = tree.children(namespace!);
    cluster.put(pods, named('b', 'shop'));
    await settled();
    expect(tree.children(informer)[0]).toBe(namespace);
    expect(tree.children(namespace!)[0]).toBe(a);
    expect(tree.find(session, 'v1/pods', 'shop/a')).toBe(a);
    expect(tree.find(session, 'v1/pods', 'shop/none')).toBeUndefined();
  });

  it('tells of many changes in one batch, at most five times a second', async () => {
    const informer = await run();
    for (let round = 0; round < 10; round++) {
      for (let index = 0; index < 100; index++) cluster.put(pods, named(`p-${round}-${index}`, 'shop'));
      await clock.advance(100);
    }
    await clock.advance(200);
    expect(changes.length).toBeLessThanOrEqual(6);
    expect(changes.every((change) => change?.length === 1 && change[0] === informer)).toBe(true);
    expect(tree.count(informer)).toBe(1000);
  });

  it('tells of an update for the object that is shown, and of nothing else', async () => {
    cluster.put(pods, named('a', 'shop'));
    cluster.put(pods, named('b', 'shop'));
    const informer = await run();
    const [a] = tree.children(tree.children(informer)[0]!);
    cluster.put(pods, named('a', 'shop'));
    await clock.advance(200);
    expect(changes).toEqual([[a]]);
  });

  it('tells of nothing when what changed was never shown', async () => {
    cluster.put(pods, named('a', 'shop'));
    await run();
    cluster.put(pods, named('a', 'shop'));
    await clock.advance(1000);
    expect(changes).toEqual([]);
  });

  it('stands still while the pipeline is held, and catches up step by step', async () => {
    const informer = await run();
    session.stepper.pause();
    await settled();
    cluster.put(pods, named('a', 'shop'));
    cluster.put(pods, named('b', 'shop'));
    await clock.advance(1000);
    expect([tree.count(informer), changes]).toEqual([0, []]);
    expect(session.informers.get('v1/pods')?.queueSnapshot(9).queue).toEqual(['shop/a', 'shop/b']);
    session.stepper.step();
    await clock.advance(1000);
    expect(labels(tree.children(tree.children(informer)[0]!))).toEqual(['shop/a']);
    session.stepper.continue();
    await clock.advance(1000);
    expect(tree.count(informer)).toBe(2);
  });

  it('takes a namespace away with its last object', async () => {
    cluster.put(pods, named('a', 'shop'));
    const informer = await run();
    expect(tree.children(informer)).toHaveLength(1);
    cluster.remove(pods, 'shop/a');
    await clock.advance(200);
    expect(changes).toEqual([[informer]]);
    expect(tree.children(informer)).toEqual([]);
  });

  it('groups more than 500 objects into ranges of names, each key in one', async () => {
    for (let index = 0; index < 1200; index++) cluster.put(pods, named(`p-${String(index).padStart(4, '0')}`, 'shop'));
    const informer = await run();
    const [namespace] = tree.children(informer);
    const ranges = tree.children(namespace!);
    expect(labels(ranges)).toEqual(['shop/p-0000…shop/p-0399', 'shop/p-0400…shop/p-0799', 'shop/p-0800…shop/p-1199']);
    expect(ranges.flatMap((range) => tree.children(range)).length).toBe(1200);
    const found = tree.find(session, 'v1/pods', 'shop/p-0500');
    expect(tree.parentOf(found!)).toBe(ranges[1]);
    cluster.put(pods, named('a-first', 'shop'));
    await settled();
    expect(tree.children(namespace!)).toEqual(ranges);
  });

  it('gives an informer that is started again the same id, so that it keeps its place and expansion', async () => {
    cluster.put(pods, named('a', 'shop'));
    const before = await run();
    await session.informers.stop('v1/pods');
    await settled();
    expect(tree.children(tree.roots()[0]!)).toEqual([]);
    const after = await run();
    expect(after.id).toBe(before.id);
    expect(tree.count(after)).toBe(1);
    expect(session.informers.get('v1/pods')?.handlers.map(({ name }) => name)).toEqual(['tree']);
  });

  it('tells of the namespace in which objects come and go, and of the informer for its count, less often', async () => {
    cluster.put(pods, named('a', 'shop'));
    const informer = await run();
    const [shop] = tree.children(informer);
    for (let round = 0; round < 20; round++) {
      cluster.put(pods, named(`p-${round}`, 'shop'));
      await clock.advance(200);
    }
    await clock.advance(2000);
    const told = changes.flatMap((change) => change ?? []);
    expect(new Set(told)).toEqual(new Set([shop, informer]));
    expect(told.filter((node) => node === informer).length).toBeLessThanOrEqual(3);
    expect(told.filter((node) => node === shop).length).toBeGreaterThan(10);
  });

  it('tells of the informer when a namespace is new', async () => {
    cluster.put(pods, named('a', 'shop'));
    const informer = await run();
    tree.children(informer);
    cluster.put(pods, named('b', 'other'));
    await clock.advance(200);
    expect(changes).toEqual([[informer]]);
  });

  it('tells of a source when its connection changes, as long as the sources are the same', async () => {
    let isUp = true;
    const version = (): Promise<{ gitVersion: string }> => (isUp ? Promise.resolve({ gitVersion: 'v1.34.0' }) : Promise.reject(new ApiError({ code: 401 })));
    const flapping = openSession({ source, clock, cluster: { version } }).session;
    const other = new Sessions(() => Promise.resolve(flapping));
    const model = new TreeModel(other, clock);
    await other.open(source);
    flapping.informers.start(pods);
    await clock.advance(1000);
    const told: TreeChange[] = [];
    model.onChange((change) => told.push(change));
    isUp = false;
    await flapping.connect();
    await clock.advance(200);
    expect(told).toEqual([[model.roots()[0]]]);
    model.dispose();
    await other.dispose();
  });

  it('shows a source that does not answer beside others', async () => {
    const away = { kind: 'context', context: 'away' } as const;
    const failing = openSession({ source: away, clock, cluster: { version: () => Promise.reject(new ApiError({ code: 401 })) } }).session;
    const both = new Sessions(({ kind }) => Promise.resolve(kind === 'context' ? failing : openSession({ source: playground, clock }).session));
    const playground = { kind: 'playground', size: 'small', seed: 7 } as const;
    const model = new TreeModel(both, clock);
    await both.open(playground);
    await both.open(away);
    await failing.connect();
    expect(model.roots().map(({ session: { id } }) => id)).toEqual(['playground', 'context:away']);
    model.dispose();
    await both.dispose();
  });

  it('leaves out a source that does not answer and has nothing running', async () => {
    const away = { kind: 'context', context: 'away' } as const;
    const error = new ApiError({ code: 401, reason: 'Unauthorized' });
    const failing = openSession({ source: away, clock, cluster: { version: () => Promise.reject(error) } }).session;
    const other = new Sessions(() => Promise.resolve(failing));
    const model = new TreeModel(other, clock);
    await other.open(away);
    expect(model.roots()).toHaveLength(1);
    await failing.connect();
    expect(model.roots()).toEqual([]);
    failing.informers.start(pods);
    expect(model.roots()).toHaveLength(1);
    model.dispose();
    await other.dispose();
  });

  it('has no timer, handler or listener left when session and tree have ended', async () => {
    cluster.put(pods, named('a', 'shop'));
    await run();
    await sessions.close(session.id);
    await clock.advance(200);
    expect(changes).toEqual([undefined]);
    tree.dispose();
    expect(clock.pending).toBe(0);
  });
});

describe('objects that are grouped by another index', () => {
  const inPhase = (name: string, phase?: string, its: Record<string, string> = {}): KubeObject => ({ ...named(name, 'shop'), metadata: { ...named(name, 'shop').metadata, labels: its }, ...(phase !== undefined && { status: { phase } }) });

  it('stand under its values, and what has none last', async () => {
    for (const object of [inPhase('a', 'Running'), inPhase('b', 'Pending'), inPhase('c', 'Running'), inPhase('d')]) cluster.put(pods, object);
    const informer = await run();
    const [namespace] = tree.children(informer);
    tree.groupBy(informer, fieldGrouping('status.phase'));
    await clock.advance(200);
    expect(changes).toEqual([[informer]]);
    const groups = tree.children(informer);
    expect(labels(groups)).toEqual(['Pending', 'Running', '']);
    expect(groups.map((group) => [tree.count(group as GroupNode), labels(tree.children(group))])).toEqual([
      [1, ['shop/b']],
      [2, ['shop/a', 'shop/c']],
      [1, ['shop/d']],
    ]);
    expect([tree.count(informer), tree.children(namespace!), tree.count(namespace as GroupNode)]).toEqual([4, [], 0]);
    expect(tree.find(session, 'v1/pods', 'shop/c')).toBe(tree.children(groups[1]!)[1]);
    // And back again: the same rows, so that they are open as they were.
    tree.groupBy(informer, 'namespace');
    expect(tree.children(informer).map(({ id }) => id)).toEqual([namespace!.id]);
  });

  it('go from one to another when that changes, and each group is told of', async () => {
    cluster.put(pods, inPhase('a', 'Pending'));
    cluster.put(pods, inPhase('b', 'Pending'));
    cluster.put(pods, inPhase('c', 'Running'));
    const informer = await run();
    tree.groupBy(informer, fieldGrouping('status.phase'));
    const [pending, running] = tree.children(informer) as [GroupNode, GroupNode];
    tree.children(pending);
    await settled();
    cluster.put(pods, inPhase('a', 'Running'));
    await clock.advance(200);
    expect(changes).toEqual([[pending, running]]);
    expect([labels(tree.children(pending)), labels(tree.children(running))]).toEqual([['shop/b'], ['shop/a', 'shop/c']]);
    await settled();
    cluster.put(pods, inPhase('b', 'Running'));
    await clock.advance(200);
    // Nobody is left in the one group: its informer has others now.
    expect(changes[0]).toEqual([informer, running]);
    expect(labels(tree.children(informer))).toEqual(['Running']);
    await settled();
    cluster.remove(pods, 'shop/c');
    await clock.advance(200);
    expect(changes[0]).toEqual([running]);
    expect(tree.count(running)).toBe(2);
    await clock.advance(10_000); // until then it is seen to have gone
    expect(labels(tree.children(running))).toEqual(['shop/a', 'shop/b']);
  });

  it('stand in each of several groups as a row of its own, all of which are told of', async () => {
    const withContainers = (...names: string[]): KubeObject => ({ ...named('a', 'shop'), spec: { containers: names.map((name) => ({ name })) } });
    cluster.put(pods, withContainers('app', 'proxy'));
    const informer = await run();
    tree.groupBy(informer, fieldGrouping('spec.containers.name'));
    const groups = tree.children(informer);
    const rows = groups.flatMap((group) => tree.children(group));
    expect(labels(groups)).toEqual(['app', 'proxy']);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2);
    await settled();
    cluster.put(pods, withContainers('app', 'proxy', 'init'));
    await clock.advance(200);
    expect(new Set(changes[0])).toEqual(new Set([informer, ...rows]));
  });

  describe('which the cache has not got yet', () => {
    /** Whose phase takes long to be read, as that of an object whose text has to be parsed. */
    const slow = (name: string, phase: string): KubeObject => ({
      ...named(name, 'shop'),
      get status() {
        clock.pass(3);
        return { phase };
      },
    });
    /** In the cache itself: what a server sends is read on its way. */
    const put = (...objects: readonly KubeObject[]): void => {
      for (const object of objects) Object.defineProperty(cluster.put(pods, named(object.metadata.name!, 'shop')), 'status', Object.getOwnPropertyDescriptor(object, 'status')!);
    };
    const byPhase = fieldGrouping('status.phase');
    const texts = (informer: InformerNode): unknown[] => (tree.children(informer) as GroupNode[]).map((group) => [group.value, tree.count(group)]);

    /** Does it when the cache has been looked at in part. */
    async function meanwhile(step: () => void): Promise<void> {
      let turns = 0;
      const next = (): void => {
        if (++turns === 2) step();
        else clock.defer(next);
      };
      clock.defer(next);
      await clock.advance(0);
      expect(turns).toBe(2);
    }

    beforeEach(() => put(...Array.from({ length: 20 }, (_, index) => slow(`p-${String(index).padStart(2, '0')}`, index % 2 === 0 ? 'Running' : 'Pending'))));

    it('stay as they were until it is whole, which their row says, and what comes, changes and goes meanwhile is where it belongs', async () => {
      const informer = await run();
      expect(tree.isChanging).toBe(false);
      tree.groupBy(informer, byPhase);
      let between: unknown[] = [];
      await meanwhile(() => {
        between = [tree.isChanging, texts(informer), tree.groupingOf(informer), tree.nextGroupingOf(informer), Object.keys(session.informers.get('v1/pods')!.indexer.getIndexers()).includes(byPhase)];
        put(slow('new', 'Failed'), slow('p-00', 'Failed'), slow('p-19', 'Failed'));
        cluster.remove(pods, 'shop/p-01');
      });
      expect(between).toEqual([true, [['shop', 20]], 'namespace', byPhase, false]);
      expect([tree.groupingOf(informer), tree.nextGroupingOf(informer)]).toEqual([byPhase, undefined]);
      expect(texts(informer)).toEqual([['Failed', 3], ['Pending', 8], ['Running', 9]]);
    });

    it('let others have their turn', async () => {
      const informer = await run();
      let turns = 0;
      const count = (): void => {
        if (tree.groupingOf(informer) === byPhase) return;
        turns++;
        clock.defer(count);
      };
      clock.defer(count);
      tree.groupBy(informer, byPhase);
      await clock.advance(0);
      expect(turns).toBeGreaterThanOrEqual(4);
    });

    it.each(['namespace', labelGrouping('app')])('are not grouped so when %s is asked for before it is whole, and no index is left of it', async (instead) => {
      const informer = await run();
      tree.groupBy(informer, byPhase);
      await meanwhile(() => tree.groupBy(informer, instead));
      expect([tree.groupingOf(informer), tree.nextGroupingOf(informer), tree.count(informer)]).toEqual([instead, undefined, 20]);
      expect(Object.keys(session.informers.get('v1/pods')!.indexer.getIndexers())).not.toContain(byPhase);
    });

    it('are grouped so also when their informer has stopped', async () => {
      const informer = await run();
      const closing = session.close();
      await clock.advance(1000);
      await closing;
      tree.groupBy(informer, byPhase);
      await clock.advance(0);
      expect([tree.nextGroupingOf(informer), texts(informer)]).toEqual([undefined, [['Pending', 10], ['Running', 10]]]);
    });

    it('are not looked at any more when the tree has ended', async () => {
      const informer = await run();
      tree.groupBy(informer, byPhase);
      await meanwhile(() => tree.dispose());
      await clock.advance(1000);
      expect(Object.keys(session.informers.get('v1/pods')!.indexer.getIndexers())).not.toContain(byPhase);
    });
  });

  it('are grouped so from the start where they were the last time; an index of no known name changes nothing', async () => {
    cluster.put(pods, inPhase('a', 'Running', { app: 'web' }));
    const remembered = new TreeModel(sessions, clock, (name) => (name === 'v1/pods' ? labelGrouping('app') : undefined));
    await run();
    const node = remembered.findInformer(session, 'v1/pods')!;
    expect([remembered.groupingOf(node), labels(remembered.children(node))]).toEqual([labelGrouping('app'), ['web']]);
    for (const unknown of ['no-such-index', 'toString']) remembered.groupBy(node, unknown);
    expect(remembered.groupingOf(node)).toBe(labelGrouping('app'));
    remembered.dispose();
  });

  it('are called by the name of their owner, whose uid says nothing', async () => {
    const owned: KubeObject = { ...named('a', 'shop'), metadata: { ...named('a', 'shop').metadata, ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'u1', controller: true }] } };
    cluster.put(pods, owned);
    cluster.put(pods, named('b', 'shop'));
    const informer = await run();
    tree.groupBy(informer, withTheRest('owner'));
    const groups = tree.children(informer) as GroupNode[];
    expect(groups.map((group) => groupTitle(group, tree.informerOf(group)))).toEqual(['ReplicaSet/web-1', '']);
  });
});

describe('an informer that backs off', () => {
  it('is told of when its state changes, and not while it waits: a tooltip on it would be taken away', async () => {
    const refused = new ApiError({ code: 503, reason: 'ServiceUnavailable' });
    const failing = openSession({ source, clock, cluster: { listerWatcher: () => new ScriptedListerWatcher([refused]) } }).session;
    const other = new Sessions(() => Promise.resolve(failing));
    const model = new TreeModel(other, clock);
    await other.open(source);
    failing.informers.start(pods);
    await clock.advance(30_000);
    const node = model.findInformer(failing, 'v1/pods')!;
    const waits = failing.informers.stateOf(node.name).retry!.due - failing.now();
    expect(waits).toBeGreaterThan(5000);
    const told: TreeChange[] = [];
    model.onChange((change) => told.push(change));
    await clock.advance(waits - 500);
    expect(told).toEqual([]);
    await clock.advance(1000);
    expect(told[0]).toEqual([node]);
    model.dispose();
    await other.dispose();
  });
});

describe('nodeId', () => {
  const odd = ['web', 'system:node', '__proto__', 'constructor', 'a/b', 'é漢😀', '\ud800', '"]', '","', '', '<img src=x onerror=alert(1)>', 'arn:aws:eks:us-east-1:1:cluster/x'];

  it.each(odd)('holds %j whole, in nothing but what can be sent as text', (name) => {
    const id = nodeId('object', 'context:x', 'v1/pods', name);
    expect(JSON.parse(id)).toEqual(['object', 'context:x', 'v1/pods', name]);
    expect(id.isWellFormed()).toBe(true);
  });

  it('is another for each list of parts', () => {
    const ids = odd.flatMap((one) => odd.map((two) => nodeId('object', one, two)));
    expect(new Set(ids).size).toBe(odd.length ** 2);
  });
});
