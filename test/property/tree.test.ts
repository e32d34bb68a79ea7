import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldGrouping, labelGrouping } from '../../extension/inspector/groupings.ts';
import { pageSize } from '../../extension/inspector/sortedPages.ts';
import { celConditions } from '../../extension/inspector/treeFilter/celConditions.ts';
import { type TreeFilter, treeFilter } from '../../extension/inspector/treeFilter/treeFilter.ts';
import { TreeModel } from '../../extension/inspector/treeModel.ts';
import { nodeId, type TreeNode } from '../../extension/inspector/treeNode.ts';
import { namespacedKey } from '../../extension/kube/key.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import type { FakeClock } from '../support/fakeClock.ts';
import { openTree } from '../support/openTree.ts';
import { propertyParameters } from '../support/seed.ts';
import { TreeWatcher } from '../support/treeWatcher.ts';

/**
 * Whatever comes, changes and goes, however it is grouped and filtered, and whatever somebody opens meanwhile: what a view that is told of changes shows in the end is
 * what one shows that is opened then. `PROPERTY_SEED` plays a run again.
 */

const pods = { group: '', version: 'v1', resource: 'pods' };
const namespaces = ['shop', 'default', 'web', ''];
const phases = ['Running', 'Pending', undefined];
const filters = ['', 'web', 'shop/*', 'labels: app=a', 'labels: !app', 'cel: object.status.phase == "Running"', 'p-1* cel: object.spec.n % 2 == 0'];
const groupings = ['namespace', fieldGrouping('status.phase'), labelGrouping('app'), fieldGrouping('spec.n')];

type Step =
  | { readonly do: 'put' | 'remove'; readonly namespace: string; readonly from: number; readonly count: number; readonly phase: string | undefined; readonly app: string | undefined }
  | { readonly do: 'filter'; readonly text: string }
  | { readonly do: 'group'; readonly by: string }
  | { readonly do: 'open' | 'close'; readonly at: number }
  | { readonly do: 'find'; readonly namespace: string; readonly number: number }
  | { readonly do: 'pause' | 'continue' | 'look' }
  | { readonly do: 'wait'; readonly ms: number };

const count = fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 5 }) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: pageSize * 1.6 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('put' as const, 'put' as const, 'remove' as const), namespace: fc.constantFrom(...namespaces), from: fc.nat(pageSize * 2), count, phase: fc.constantFrom(...phases), app: fc.constantFrom('a', 'b', undefined) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('filter' as const), text: fc.constantFrom(...filters) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('group' as const), by: fc.constantFrom(...groupings) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('open' as const, 'open' as const, 'open' as const, 'close' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('find' as const), namespace: fc.constantFrom(...namespaces), number: fc.nat(pageSize * 2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'continue' as const, 'look' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 200, 2500) }) },
);

function pod(namespace: string, number: number, phase?: string, app?: string): KubeObject {
  const metadata = { name: `p-${number}`, uid: `${namespace}/${number}`, ...(namespace !== '' && { namespace }), ...(app !== undefined && { labels: { app } }) };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: { n: number % 700 }, ...(phase !== undefined && { status: { phase } }) };
}

function keyOf(namespace: string, number: number): string {
  return namespacedKey(namespace === '' ? undefined : namespace, `p-${number}`);
}

/** It takes so long that it does not look at all objects in one turn. */
function slowed(filter: TreeFilter | undefined, clock: FakeClock): TreeFilter | undefined {
  return (
    filter && {
      ...filter,
      accepts(key, object) {
        clock.pass(0.02);
        return filter.accepts(key, object);
      },
    }
  );
}

/** What stays of a node when the tree is made anew: a range is not known by where it begins. */
function placeOf(node: TreeNode): string {
  return node.type === 'range' ? nodeId('range', node.of, placeOf(node.parent)) : node.id;
}

it('shows in the end what one shows that is opened then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { clock, cluster, session, sessions, tree } = await openTree();
      session.informers.start(pods);
      await clock.advance(1000);
      const open = new Set(tree.roots().map(placeOf));
      const isOpen = (node: TreeNode): boolean => open.has(placeOf(node));
      const view = new TreeWatcher(tree, isOpen);
      const informer = tree.findInformer(session, 'v1/pods')!;
      for (const each of steps) {
        switch (each.do) {
          case 'put':
          case 'remove':
            for (let number = each.from; number < each.from + each.count; number++) {
              if (each.do === 'put') cluster.put(pods, pod(each.namespace, number, each.phase, each.app));
              else if (cluster.object(pods, keyOf(each.namespace, number))) cluster.remove(pods, keyOf(each.namespace, number));
            }
            break;
          case 'filter':
            tree.filterBy(slowed(await treeFilter(each.text, () => Promise.resolve(celConditions)), clock));
            break;
          case 'group':
            tree.groupBy(informer, each.by);
            break;
          case 'open':
          case 'close': {
            const choices = view.nodes.filter((node) => node.type !== 'object' && node.type !== 'source' && isOpen(node) === (each.do === 'close'));
            const node = choices[each.at % Math.max(1, choices.length)];
            if (!node) break;
            if (each.do === 'open') open.add(placeOf(node));
            else open.delete(placeOf(node));
            // Ranges below one node are one place: all of them are open, or none.
            for (const same of view.nodes) if (placeOf(same) === placeOf(node)) view.show(same);
            break;
          }
          case 'find':
            tree.find(session, 'v1/pods', keyOf(each.namespace, each.number));
            break;
          case 'pause':
            session.stepper.pause();
            break;
          case 'continue':
            session.stepper.continue();
            break;
          case 'look':
            for (const node of view.nodes) tree.children(node);
            break;
          case 'wait':
            await clock.advance(each.ms);
        }
      }
      session.stepper.continue();
      await clock.advance(10_000);
      const fresh = new TreeModel(sessions, clock);
      fresh.groupBy(fresh.findInformer(session, 'v1/pods')!, tree.groupingOf(informer));
      fresh.filterBy(tree.filter);
      await clock.advance(10_000);
      expect(view.seen).toEqual(new TreeWatcher(fresh, isOpen).seen);
      // Which of several failures is named is of no account.
      expect({ ...tree.filterFigures, failure: tree.filterFigures?.failure !== undefined }).toEqual({ ...fresh.filterFigures, failure: fresh.filterFigures?.failure !== undefined });
      // And it is the truth: what the filter lets through of what is cached, each under each of its values.
      const all = session.informers.get('v1/pods')!.indexer.list().length;
      expect(tree.total(informer)).toBe(all);
      if (!tree.filter) expect(tree.count(informer)).toBe(all);
      fresh.dispose();
      tree.dispose();
      await sessions.dispose();
    }),
    propertyParameters(60),
  );
}, 240_000);
