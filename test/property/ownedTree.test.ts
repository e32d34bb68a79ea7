import fc from 'fast-check';
import { expect, it } from 'vitest';
import { treeFilter } from '../../extension/inspector/treeFilter/treeFilter.ts';
import { celConditions } from '../../extension/inspector/treeFilter/celConditions.ts';
import { TreeModel } from '../../extension/inspector/treeModel.ts';
import type { InformerScope } from '../../extension/informer/sharedInformer.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import type { GroupVersionResource } from '../../extension/kube/resource.ts';
import { FakeCluster } from '../support/fakeCluster.ts';
import { openTree } from '../support/openTree.ts';
import { propertyParameters } from '../support/seed.ts';
import { TreeWatcher } from '../support/treeWatcher.ts';

/**
 * Whatever owns whatever, comes, changes hands and goes, is made again under its name, and is seen by several informers, one of which it leaves and comes back to: what stands below owners in a view that is told of changes is in
 * the end what stands there in one that is opened then. `PROPERTY_SEED` plays a run again.
 */

const resources: readonly GroupVersionResource[] = [
  { group: 'apps', version: 'v1', resource: 'deployments' },
  { group: 'apps', version: 'v1', resource: 'replicasets' },
  { group: '', version: 'v1', resource: 'pods' },
];
const names = ['a', 'b', 'c'];
/** Which objects it lets through is said by each write. */
const selector = { labelSelector: 'is=selected' };
const one = { resource: fc.constantFrom(...resources), name: fc.constantFrom(...names) };

type Step =
  | { readonly do: 'put'; readonly resource: GroupVersionResource; readonly name: string; readonly life: number; readonly isSelected: boolean; readonly owner: { readonly resource: GroupVersionResource; readonly name: string; readonly life: number } | undefined }
  | { readonly do: 'remove'; readonly resource: GroupVersionResource; readonly name: string }
  | { readonly do: 'start' | 'stop'; readonly resource: GroupVersionResource; readonly scope: InformerScope }
  | { readonly do: 'filter'; readonly text: string }
  | { readonly do: 'many'; readonly count: number; readonly isThere: boolean }
  | { readonly do: 'wait'; readonly ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('put' as const), ...one, life: fc.nat(1), isSelected: fc.boolean(), owner: fc.option(fc.record({ ...one, life: fc.nat(1) }), { nil: undefined }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('remove' as const), ...one }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('start' as const, 'stop' as const), resource: one.resource, scope: fc.constantFrom<InformerScope>({}, { namespace: 'shop' }, selector) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('filter' as const), text: fc.constantFrom('', 'a', 'b') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('many' as const), count: fc.nat(700), isThere: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(0, 1, 200, 2500) }) },
);

const uidOf = ({ resource }: GroupVersionResource, name: string, life: number): string => `${resource}-${name}-${life}`;

function object(resource: GroupVersionResource, name: string, life: number, owner?: Extract<Step, { do: 'put' }>['owner']): KubeObject {
  const ownerReferences = owner && [{ apiVersion: 'apps/v1', kind: owner.resource.resource, name: owner.name, uid: uidOf(owner.resource, owner.name, owner.life), controller: true }];
  return { apiVersion: 'v1', kind: resource.resource, metadata: { name, namespace: 'shop', uid: uidOf(resource, name, life), ...(ownerReferences && { ownerReferences }) } };
}

it('shows below owners in the end what one shows that is opened then', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const selected = new FakeCluster();
      const { clock, cluster, session, sessions, tree } = await openTree({ cluster: { listerWatcher: (resource, scope) => (scope?.labelSelector === undefined ? cluster : selected).listerWatcher(resource) } });
      const remove = (resource: GroupVersionResource, key: string): void => {
        for (const server of [cluster, selected]) if (server.object(resource, key)) server.remove(resource, key);
      };
      for (const resource of resources) for (const scope of [{}, selector]) session.informers.start(resource, scope);
      await clock.advance(1000);
      const text = (model: TreeModel) => (node: Parameters<TreeModel['isOwner']>[0]) => `${node.key} ${model.informerOf(node)?.indexer.get(node.key)?.metadata.resourceVersion} ${model.isOwner(node)}`;
      const view = new TreeWatcher(tree, () => true, text(tree));
      for (const each of steps) {
        switch (each.do) {
          case 'put':
            cluster.put(each.resource, object(each.resource, each.name, each.life, each.owner));
            if (each.isSelected) selected.put(each.resource, object(each.resource, each.name, each.life, each.owner));
            else if (selected.object(each.resource, `shop/${each.name}`)) selected.remove(each.resource, `shop/${each.name}`);
            break;
          case 'remove':
            remove(each.resource, `shop/${each.name}`);
            break;
          case 'start':
            session.informers.start(each.resource, each.scope);
            break;
          case 'stop': {
            const { name } = session.informers.start(each.resource, each.scope);
            void session.informers.stop(name);
            break;
          }
          case 'filter':
            tree.filterBy(await treeFilter(each.text, () => Promise.resolve(celConditions)));
            break;
          case 'many':
            for (let at = 0; at < each.count; at++) {
              if (each.isThere) cluster.put(resources[2]!, object(resources[2]!, `many-${at}`, 0, { resource: resources[1]!, name: 'a', life: 0 }));
              else remove(resources[2]!, `shop/many-${at}`);
            }
            break;
          case 'wait':
            await clock.advance(each.ms);
        }
      }
      await clock.advance(20_000); // until then what has gone is seen to have gone
      const fresh = new TreeModel(sessions, clock);
      fresh.filterBy(tree.filter);
      await clock.advance(10_000);
      expect(view.seen).toEqual(new TreeWatcher(fresh, () => true, text(fresh)).seen);
      fresh.dispose();
      tree.dispose();
      await sessions.dispose();
    }),
    propertyParameters(60),
  );
}, 240_000);
