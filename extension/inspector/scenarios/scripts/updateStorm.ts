import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-storm';
const informer = `${configMaps}@${namespace}`;
const key = `${namespace}/busy`;
const storm = 50;

/** Many updates of one object: how each stage makes them fewer, or does not. */
export const updateStorm: Scenario = {
  id: 'updateStorm',
  title: words('Update storm and dedup', '更新风暴与去重'),
  rules: ['D-08', 'D-09', 'W-02'],
  namespace,
  teaches: words(
    'One object changes fifty times while its consumer stands still. The DeltaFIFO keeps the key once and all fifty deltas, and merges none of them; one pop takes them all. The handler is called for each; only a WorkQueue makes one of many.',
    '一个对象在消费者停住时改了五十次。DeltaFIFO 中 key 只有一个，五十个 delta 全部保留，一个也不合并；一次 Pop 全部取走。handler 每个都会被调用；只有 WorkQueue 才把多个变成一个。',
  ),
  steps: [
    {
      title: words('An informer watches one ConfigMap', 'informer 监视一个 ConfigMap'),
      text: words('A ConfigMap is made in a namespace of its own, and an informer on it syncs.', '在独立的 namespace 中创建一个 ConfigMap，informer 完成同步。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'busy') },
        { do: 'startInformer', resource: configMaps, namespace },
      ],
      until: [{ synced: informer }, { entries: `kind:handler.add informer:${informer} key:${key}` }],
      checks: [exactly(1, `kind:store.add informer:${informer} key:${key}`, 'The Indexer has it.', 'Indexer 中已有它。')],
      look: [{ filter: `informer:${informer}` }],
    },
    {
      title: words('Fifty updates while the pop is held', 'Pop 停住时更新五十次'),
      text: words(
        'The consumer of the delta queue is held, as if it were slow, and kubectl patches the ConfigMap fifty times. All deltas gather under one key.',
        '停住 delta 队列的消费者，模拟它很慢；kubectl 对 ConfigMap patch 五十次。所有 delta 都聚在同一个 key 下。',
      ),
      do: [
        { do: 'hold', point: 'queue.pop', owner: informer },
        { do: 'patch', resource: configMaps, namespace, name: 'busy', body: { data: { value: '{n}' } }, times: storm },
      ],
      until: [{ entries: `kind:queue.add delta:Updated informer:${informer} key:${key}`, times: storm }, { held: 'queue.pop', owner: informer }],
      checks: [
        check('Fifty deltas wait, and the key is queued once.', '五十个 delta 在等待，key 只排了一次。', (seen) => ofKind(seen.entries(`kind:queue.add informer:${informer} key:${key}`).at(-1), 'queue.add')?.waiting === storm),
        exactly(0, `kind:queue.coalesced informer:${informer}`, 'None of them was merged: only two deletions in a row ever are.', '一个也没有合并：只有相邻的两次删除才会合并。'),
      ],
      look: [{ page: 'queues' }, { filter: `kind:queue.add informer:${informer}` }],
    },
    {
      title: words('One pop takes them all', '一次 Pop 全部取走'),
      text: words(
        'The pop goes on. It is one step: all fifty deltas go through the Indexer, one after the other, and each of them is a call of the handler.',
        '放行 Pop。它是一步：五十个 delta 依次进入 Indexer，每个都调用一次 handler。',
      ),
      do: [{ do: 'release' }],
      until: [{ entries: `kind:handler.update informer:${informer} handler:scenario key:${key}`, times: storm }],
      checks: [
        check('One pop had fifty deltas.', '一次 Pop 带出五十个 delta。', (seen) => {
          const pops = seen.entries(`kind:queue.pop informer:${informer} key:${key}`);
          return pops.length === 1 && ofKind(pops[0], 'queue.pop')?.deltas.length === storm;
        }),
        exactly(storm, `kind:store.update informer:${informer} key:${key}`, 'The Indexer changed fifty times.', 'Indexer 变化五十次。'),
        exactly(storm, `kind:handler.update informer:${informer} handler:scenario key:${key}`, 'The handler was called fifty times.', 'handler 被调用五十次。'),
      ],
      look: [{ entry: `kind:queue.pop informer:${informer}`, on: 'item' }, { filter: `kind:queue.pop,handler.update informer:${informer}` }],
    },
    {
      title: words('A WorkQueue makes one of many', 'WorkQueue 把多个变成一个'),
      text: words(
        'Now a controller does the same work. Its worker is held before it takes the key, and the Deployment is annotated fifty times: the key is added once, and every further add is merged into it.',
        '换成控制器来做。worker 在取 key 之前停住，Deployment 被加注解五十次：key 只加入一次，其余都并入它。',
      ),
      do: [
        { do: 'runReconciler', sample: 'observe' },
        { do: 'hold', point: 'workqueue.get', owner: 'observe', key: 'default/web' },
        { do: 'patch', resource: 'apps/v1/deployments', namespace: 'default', name: 'web', body: { metadata: { annotations: { storm: '{n}' } } }, times: storm },
      ],
      until: [{ entries: 'kind:handler.update informer:deployments handler:observe key:default/web', times: storm }],
      checks: [
        atLeast(storm - 1, 'kind:workqueue.coalesced queue:observe key:default/web', 'All adds but the first were merged into one that waits.', '除第一个外，其余加入都并入等待中的那一个。'),
      ],
      look: [{ page: 'queues' }, { filter: 'stage:workqueue queue:observe key:default/web' }],
    },
    {
      title: words('One reconcile for fifty changes', '五十次变化，一次 reconcile'),
      text: words('The worker goes on, and reconciles the newest state once. What was between is nobody’s business.', '放行 worker，它只对最新状态 reconcile 一次。中间的过程与谁都无关。'),
      do: [{ do: 'release' }],
      until: [{ entries: 'kind:reconcile.end controller:observe key:default/web' }],
      checks: [
        check('At most two runs dealt with fifty changes.', '五十次变化最多运行了两次。', (seen) => seen.entries('kind:reconcile.end controller:observe key:default/web').length <= 2),
      ],
      look: [{ entry: 'kind:reconcile.end controller:observe key:default/web', on: 'chain' }],
      figures: (seen) => ({
        columns: [words('of 50 changes', '五十次变化')],
        rows: [
          { name: words('handler calls', 'handler 调用'), unit: 'count', values: [seen.entries('kind:handler.update informer:deployments handler:observe key:default/web', 'scenario').length] },
          { name: words('merged adds', '被合并的加入'), unit: 'count', values: [seen.entries('kind:workqueue.coalesced queue:observe key:default/web', 'scenario').length] },
          { name: words('reconciles', 'reconcile'), unit: 'count', values: [seen.entries('kind:reconcile.end controller:observe key:default/web').length] },
        ],
      }),
    },
  ],
};
