import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { fieldGrouping, labelGrouping } from '../../../extension/inspector/groupings.ts';
import { objectStatus } from '../../../extension/inspector/objectStatus.ts';
import { Sessions } from '../../../extension/inspector/sessions.ts';
import { celConditions } from '../../../extension/inspector/treeFilter/celConditions.ts';
import { treeFilter } from '../../../extension/inspector/treeFilter/treeFilter.ts';
import { TreeModel } from '../../../extension/inspector/treeModel.ts';
import type { ObjectNode, TreeNode } from '../../../extension/inspector/treeNode.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import type { WatchEvent } from '../../../extension/kube/watchEvent.ts';
import { cpuMsOf } from '../../support/cpuMs.ts';
import { ScriptedWatch } from '../../support/scriptedListerWatcher.ts';
import { TreeWatcher } from '../../support/treeWatcher.ts';
import { podItem } from '../pods.ts';
import { benchSession } from './benchSession.ts';
import { readClientOptions } from './clientOptions.ts';
import { LoopBlocks } from './loopBlocks.ts';
import { memoryMB } from './meter.ts';
import { openCluster, podsResource } from './openEngine.ts';

/** Longer than a batch: each update is told of, and asked for, by itself. */
const betweenMs = 250;
/** Of each kind: added, modified, deleted. */
const updates = 8;

/**
 * A session as the product composes it, whose list comes from the server of the bench, and its tree with somebody who looks at it as VS Code does.
 * Watch events are handed over here, each by itself, so that what one costs, from the queue to the rows that are asked for again, can be told.
 */
const { port, pods } = readClientOptions();
const watch = new ScriptedWatch();
const cluster = await openCluster(port);
const server = cluster.listerWatcher(podsResource, {});
/** Of the kinds in which objects come in no order, and of what owns them. */
const unordered = new Map<string, readonly KubeObject[]>();
cluster.listerWatcher = ({ resource }) => {
  const items = unordered.get(resource);
  if (!items) return { list: (options, signal, observer) => server.list(options, signal, observer), watch: () => Promise.resolve(watch) };
  return { list: () => Promise.resolve({ kind: 'List', resourceVersion: '1', items: [...items], bytes: 0 }), watch: () => Promise.resolve(new ScriptedWatch()) };
};
const session = benchSession(cluster, { clientGo: '1.32', queue: 'DeltaFIFO' });
const sessions = new Sessions(() => Promise.resolve(session));
await sessions.open(session.source);
const informer = session.informers.start(podsResource);
await until(() => informer.hasSynced());
await quiet();
const memoryWithoutMB = memoryMB();

const tree = new TreeModel(sessions, systemClock);
await until(() => informer.handlers.every((handler) => handler.hasSynced()));
await quiet();
const open = new Set<string>();
const began = performance.now();
const view = new TreeWatcher(tree, (node) => node.type === 'source' || open.has(node.id), statusText);
await openFirst('informer');
const openMs = performance.now() - began;
const groupBegan = performance.now();
await openFirst('group');
// A group of few has none.
if (view.nodes.some(({ type }) => type === 'range')) await openFirst('range');
const expandMs = performance.now() - groupBegan;
const memoryOpenMB = memoryMB();

const idle = await costOf([]);
const plain = await costOf(events(0));
await filterBy('e labels: tier=backend');
const filtered = await costOf(events(1));
const words = await looked('service-1*');
const labels = await looked('labels: tier=backend,pod-template-hash notin (a,b)');
const expression = await looked('cel: object.status.phase == "Running"');
tree.filterBy(undefined);

const node = tree.findInformer(session, informer.name)!;
const grouping = await work(() => groupBy(labelGrouping('pod-template-hash')));
// As many groups as there are objects.
const singles = await work(() => groupBy(fieldGrouping('metadata.uid')));
tree.groupBy(node, 'namespace');
await delay(betweenMs);
const memoryBeforeMB = memoryMB();
openAll(node);
const memoryAllMB = memoryMB();
const rows = view.nodes.length;
open.clear();
view.open();
const unsorted = await openUnordered();

console.log(
  JSON.stringify({
    objects: informer.indexer.size,
    openMs,
    expandMs,
    rows,
    idleMs: idle.mean,
    updateMs: plain.mean - idle.mean,
    longestUpdateMs: plain.longest,
    filteredUpdateMs: filtered.mean - idle.mean,
    longestFilteredUpdateMs: filtered.longest,
    wordsCpuMs: words.cpuMs,
    labelsCpuMs: labels.cpuMs,
    expressionCpuMs: expression.cpuMs,
    longestFilterBlockMs: Math.max(words.blockMs, labels.blockMs, expression.blockMs),
    groupByCpuMs: grouping.cpuMs,
    longestGroupByBlockMs: Math.max(grouping.blockMs, singles.blockMs),
    unsortedGroupMs: unsorted.group.ms,
    longestUnsortedGroupBlockMs: unsorted.group.blockMs,
    ownedMs: unsorted.owner.ms,
    longestOwnedBlockMs: unsorted.owner.blockMs,
    memoryWithoutMB,
    memoryOpenMB: memoryOpenMB - memoryWithoutMB,
    memoryAllMB: memoryAllMB - memoryBeforeMB,
  }),
);
process.exit(0);

function statusText(row: ObjectNode): string {
  const object = tree.informerOf(row)?.indexer.get(row.key);
  return object ? objectStatus(object).text : '';
}

async function openFirst(type: TreeNode['type']): Promise<void> {
  const first = view.nodes.find((each) => each.type === type);
  if (!first) throw new Error(`there is no ${type} to open`);
  open.add(first.id);
  view.show(first);
  await until(() => view.waits === 0);
}

function openAll(from: TreeNode): void {
  if (from.type === 'object') return;
  open.add(from.id);
  view.show(from);
  for (const below of tree.children(from)) openAll(below);
}

/** As many objects of one namespace and one owner, which come in no order: the time until what is below both is there, and the longest turn meanwhile. */
async function openUnordered(): Promise<Readonly<Record<'group' | 'owner', { readonly ms: number; readonly blockMs: number }>>> {
  const controller = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'all', uid: 'u-all', controller: true };
  // A step that shares no factor with their number goes through all of them.
  const step = 61_803_399;
  unordered.set('configmaps', Array.from({ length: pods }, (_, each) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `c-${String((each * step) % pods).padStart(7, '0')}`, namespace: 'shop', uid: `u-${each}`, resourceVersion: '1', ownerReferences: [controller] } })));
  unordered.set('replicasets', [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'all', namespace: 'shop', uid: 'u-all', resourceVersion: '1' } }]);
  const started = [{ group: '', version: 'v1', resource: 'configmaps' }, { group: 'apps', version: 'v1', resource: 'replicasets' }].map((resource) => session.informers.start(resource));
  await until(() => started.every((each) => each.handlers.every((handler) => handler.hasSynced())));
  await quiet();
  const [many, one] = started.map(({ name }) => tree.findInformer(session, name)!);
  const [group] = tree.children(many!);
  const [ownerGroup] = tree.children(one!);
  const [owner] = tree.children(ownerGroup!);
  return { group: await opened(group!), owner: await opened(owner!) };
}

/** As the view does. */
async function opened(parent: TreeNode): Promise<{ readonly ms: number; readonly blockMs: number }> {
  const from = performance.now();
  const { blockMs } = await work(async () => {
    for (let ready = tree.whenSorted(parent); ready; ready = tree.whenSorted(parent)) await ready;
    if (tree.children(parent).length < 2) throw new Error('there are no ranges');
    await delay(5); // the turn is over
  });
  return { ms: performance.now() - from, blockMs };
}

/** All in the namespace that is open. */
function events(round: number): WatchEvent[] {
  const at = (index: number, version: number): KubeObject => ({ kind: 'Pod', apiVersion: 'v1', ...(JSON.parse(podItem(index, version)) as KubeObject) });
  const first = 2_000_000 + round * 1000;
  return Array.from({ length: updates }, (_, each): readonly WatchEvent[] => [
    { type: 'ADDED', object: at(pods + each * 40, first + each * 3) },
    { type: 'MODIFIED', object: at(each * 40, first + each * 3 + 1) },
    { type: 'DELETED', object: at(pods + each * 40, first + each * 3 + 2) },
  ]).flat();
}

/** Processor time of this thread for each of them, in milliseconds; for none, what the same time costs when nothing happens. */
async function costOf(all: readonly WatchEvent[]): Promise<{ readonly mean: number; readonly longest: number }> {
  const costs: number[] = [];
  for (const event of all.length > 0 ? all : Array.from({ length: updates }, () => undefined)) {
    const cost = await cpuMsOf(() => {
      if (event) watch.send(event);
      return delay(betweenMs);
    });
    costs.push(cost);
  }
  return { mean: costs.reduce((sum, cost) => sum + cost, 0) / costs.length, longest: Math.max(...costs) };
}

/** Processor time until it is done, and the longest turn meanwhile. */
async function work(run: () => Promise<void>): Promise<{ readonly cpuMs: number; readonly blockMs: number }> {
  const blocks = new LoopBlocks();
  await delay(10);
  blocks.take();
  return { cpuMs: await cpuMsOf(run), blockMs: blocks.take() };
}

function looked(text: string): ReturnType<typeof work> {
  return work(() => filterBy(text));
}

/** By what the cache has no index for yet. */
async function groupBy(index: string): Promise<void> {
  tree.groupBy(node, index);
  await until(() => tree.nextGroupingOf(node) === undefined && !tree.isChanging && view.waits === 0);
  // The batch that tells of it has been told, and what is open asked for again.
  await delay(betweenMs);
}

async function filterBy(text: string): Promise<void> {
  tree.filterBy(await treeFilter(text, () => Promise.resolve(celConditions)));
  await until(() => tree.filterFigures!.pending === 0);
  await delay(betweenMs);
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}

/** What was put off has been done. */
async function quiet(): Promise<void> {
  await delay(3000);
}
