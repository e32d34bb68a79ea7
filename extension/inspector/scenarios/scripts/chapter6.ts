import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, exactly } from './parts.ts';

const observe = 'controller:observe';

/** The cache is read, the server is not. */
export const chapter6: Scenario = {
  id: 'chapter6',
  chapter: 6,
  title: words('Indexer: reads that spare the API server', 'Indexer：省去对 API server 的读'),
  rules: ['I-24', 'I-25'],
  teaches: words(
    'The Indexer keeps every object by its key, and further indexes beside: by namespace, by owner. A reconciler looks there, as often as it likes, and the API server is not asked.',
    'Indexer 按 key 保存每个对象，另有索引：按 namespace、按 owner。reconciler 想读多少次就读多少次，不问 API server。',
  ),
  steps: [
    {
      title: words('A controller that only looks', '只看不写的控制器'),
      text: words('The sample Observe reads Deployments by key, and their ReplicaSets by the index owner. Its caches fill with one list each.', '示例 Observe 按 key 读 Deployment，按索引 owner 读其 ReplicaSet。它的缓存各用一次 list 填满。'),
      do: [{ do: 'runReconciler', sample: 'observe' }],
      until: [{ synced: 'apps/v1/deployments' }, { synced: 'apps/v1/replicasets' }, { entries: `kind:reconcile.end ${observe} key:default/web`, since: 'scenario' }],
      checks: [atLeast(1, `kind:reconcile.read ${observe} key:default/web`, 'It read from the cache.', '它从缓存中读。', 'scenario')],
      look: [{ page: 'cache' }],
    },
    {
      title: words('Twenty runs', '运行二十次'),
      text: words('The Deployment is annotated twenty times. Each run looks up the object by its key and its ReplicaSets by their owner.', 'Deployment 被加注解二十次。每次运行都按 key 查对象，按 owner 查 ReplicaSet。'),
      do: [
        { do: 'measure', what: { of: 'requests' }, as: 'before' },
        { do: 'patch', resource: 'apps/v1/deployments', namespace: 'default', name: 'web', body: { metadata: { annotations: { looked: '{n}' } } }, times: 20 },
        { do: 'measure', what: { of: 'requests' }, as: 'sent' },
      ],
      until: [
        { entries: 'kind:handler.update informer:deployments handler:observe key:default/web', times: 20 },
        { entries: `kind:reconcile.end ${observe} key:default/web` },
        { measure: { of: 'requests' }, as: 'after', gives: () => true },
      ],
      checks: [
        atLeast(1, `kind:reconcile.read ${observe} key:default/web byIndex owner`, 'It looked up by the index owner.', '它按索引 owner 查找。'),
        check('The session has asked the server for nothing: no list, no get.', '会话没有向 server 请求任何东西：没有 list，没有 get。', (seen) => {
          const [before, after] = [seen.measured('before'), seen.measured('after')];
          return before['lists'] === after['lists'] && before['gets'] === after['gets'];
        }),
        exactly(0, `kind:reflector.list informer:deployments`, 'No informer listed.', '没有 informer list。'),
      ],
      look: [{ page: 'cache' }, { filter: `kind:reconcile.read ${observe} key:default/web` }],
      figures: (seen) => {
        const [before, after] = [seen.measured('before'), seen.measured('after')];
        return {
          columns: [words('from the Indexer', '来自 Indexer'), words('from the API server', '来自 API server')],
          rows: [{ name: words('reads of the reconciler', 'reconciler 的读'), unit: 'count', values: [seen.entries(`kind:reconcile.read ${observe}`).length, (after['gets'] ?? 0) - (before['gets'] ?? 0) + (after['lists'] ?? 0) - (before['lists'] ?? 0)] }],
        };
      },
    },
  ],
};
