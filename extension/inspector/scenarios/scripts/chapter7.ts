import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { check, exactly } from './parts.ts';

const deployments = 'apps/v1/deployments';

/** Two controllers, one informer. */
export const chapter7: Scenario = {
  id: 'chapter7',
  chapter: 7,
  title: words('SharedInformer: one watch for all', 'SharedInformer：一个 watch 供所有人'),
  rules: ['X-01', 'S-13', 'S-32'],
  teaches: words(
    'Whoever wants the same resource and scope gets the same informer from the factory. Each adds a handler, which only enqueues a key; a slow one holds up no other.',
    '想要同一资源和范围的，都从 factory 得到同一个 informer。各自添加 handler，只负责入队；一个慢，不影响其他。',
  ),
  steps: [
    {
      title: words('The first controller', '第一个控制器'),
      text: words('Observe starts; its informers for Deployments and ReplicaSets sync.', 'Observe 启动；Deployment 与 ReplicaSet 的 informer 完成同步。'),
      do: [{ do: 'runReconciler', sample: 'observe' }],
      until: [{ synced: deployments }, { synced: 'apps/v1/replicasets' }, { entries: 'kind:handler.add informer:deployments handler:observe key:default/web', since: 'scenario' }],
      look: [{ page: 'cache' }],
    },
    {
      title: words('A second one comes late', '第二个后来加入'),
      text: words('Deployment Rollout wants the same two resources. It gets the same informers: no list, no watch. Its handler first hears of everything that is cached, as initial Adds.', 'Deployment Rollout 想要同样的两种资源，得到同样的 informer：没有 list，没有 watch。它的 handler 先听到缓存中的一切，作为初始 Add。'),
      do: [{ do: 'runReconciler', sample: 'deploymentRollout' }],
      until: [{ entries: 'kind:handler.add informer:deployments handler:deployment-rollout key:default/web' }, { entries: 'kind:reconcile.end controller:deployment-rollout key:default/web' }],
      checks: [
        exactly(0, 'kind:reflector.list,reflector.watch informer:deployments', 'Deployments were not listed, nor watched, again.', 'Deployment 没有再次 list 或 watch。'),
        exactly(0, 'kind:reflector.list,reflector.watch informer:replicasets', 'Nor were ReplicaSets.', 'ReplicaSet 也没有。'),
      ],
      look: [{ filter: 'kind:handler.add informer:deployments handler:deployment-rollout' }, { page: 'queues' }],
    },
    {
      title: words('One event, both handlers', '一个事件，两个 handler'),
      text: words('One annotation is one watch event, one change of the Indexer, and a call of each handler. Each enqueues into a WorkQueue of its own.', '一次注解是一个 watch 事件、一次 Indexer 变化，以及每个 handler 各一次调用。各自入队到自己的 WorkQueue。'),
      do: [{ do: 'patch', resource: deployments, namespace: 'default', name: 'web', body: { metadata: { annotations: { shared: 'yes' } } } }],
      until: [
        { entries: 'kind:handler.update informer:deployments handler:observe key:default/web' },
        { entries: 'kind:handler.update informer:deployments handler:deployment-rollout key:default/web' },
        { entries: 'kind:reconcile.end controller:observe key:default/web' },
        { entries: 'kind:reconcile.end controller:deployment-rollout key:default/web' },
      ],
      checks: [
        check('Both handlers were called for the same change of the Indexer.', '两个 handler 因 Indexer 的同一次变化而被调用。', (seen) => {
          const causeOf = (handler: string): number | undefined => seen.entries(`kind:handler.update informer:deployments handler:${handler} key:default/web`)[0]?.cause?.[0];
          const [one, other] = [causeOf('observe'), causeOf('deployment-rollout')];
          return one !== undefined && one === other;
        }),
      ],
      look: [{ entry: 'kind:store.update informer:deployments key:default/web', on: 'chain' }, { page: 'queues' }],
    },
  ],
};
