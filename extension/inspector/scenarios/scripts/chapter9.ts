import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, ofKind } from './parts.ts';

const deployments = 'apps/v1/deployments';
const rollout = 'controller:deployment-rollout';
const changed = 'kind:store.update informer:deployments key:default/web changed:spec.template';

/** The whole chain of one change. */
export const chapter9: Scenario = {
  id: 'chapter9',
  chapter: 9,
  title: words('The whole chain of one change', '一次变更的完整链路'),
  rules: ['P-10', 'K-01'],
  teaches: words(
    'From kubectl set image to a new ReplicaSet: each stage hands over to the next and waits for nobody. The reconciler reads from the Indexer, writes to the API server, and looks at the whole state, not at what changed.',
    '从 kubectl set image 到新的 ReplicaSet：各阶段依次交接，互不等待。reconciler 从 Indexer 读，向 API server 写；它看的是整个状态，而不是变化本身。',
  ),
  steps: [
    {
      title: words('A controller comes up', '启动控制器'),
      text: words(
        'The sample Deployment Rollout starts with a shared informer for Deployments and one for ReplicaSets. Each lists once, and watches from then on.',
        '示例 Deployment Rollout 启动，为 Deployment 和 ReplicaSet 各使用一个共享 informer：各 list 一次，此后只 watch。',
      ),
      do: [{ do: 'runReconciler', sample: 'deploymentRollout' }],
      until: [{ synced: deployments }, { synced: 'apps/v1/replicasets' }, { entries: `kind:reconcile.end key:default/web ${rollout}`, since: 'scenario' }],
      checks: [check('default/web is as it should be: nothing is written for it.', 'default/web 已是期望状态：没有为它写任何东西。', (seen) => seen.entries(`kind:reconcile.write key:default/web ${rollout}`).length === 0)],
      look: [{ filter: `${rollout} key:default/web` }, { page: 'cache' }],
    },
    {
      title: words('PATCH → etcd → watch cache', 'PATCH → etcd → watch cache'),
      text: words(
        'kubectl sets the image of default/web from nginx:1.25 to nginx:1.26. The API server gives the write a revision, and the watch brings it to the Reflector. Here it is held before it enters the delta queue.',
        'kubectl 把 default/web 的镜像从 nginx:1.25 改为 nginx:1.26。API server 为这次写入分配 revision，watch 把它带到 Reflector。这里在进入 delta 队列之前停住。',
      ),
      do: [
        { do: 'hold', point: 'queue.add', owner: deployments, key: 'default/web' },
        { do: 'setImage', namespace: 'default', deployment: 'web', container: 'nginx', image: 'nginx:1.26' },
      ],
      until: [{ held: 'queue.add', key: 'default/web' }, { entries: 'kind:reflector.event type:MODIFIED informer:deployments key:default/web' }],
      checks: [check('The Indexer still has the old image: the change is on its way.', 'Indexer 中仍是旧镜像：变更还在路上。', (seen) => seen.entries(changed).length === 0)],
      look: [{ entry: 'kind:reflector.event type:MODIFIED informer:deployments key:default/web', on: 'item' }, { page: 'server' }],
    },
    {
      title: words('DeltaFIFO → Indexer and handlers → WorkQueue', 'DeltaFIFO → Indexer 与 handler → WorkQueue'),
      text: words(
        'The gate opens. The delta is popped, the Indexer changes, and the handler puts the key default/web into the WorkQueue: a name, not the object. There the worker is held.',
        '放行。delta 被 Pop，Indexer 更新，handler 把 key default/web 放进 WorkQueue：只是名字，不是对象。worker 在那里停住。',
      ),
      do: [
        { do: 'hold', point: 'workqueue.get', owner: 'deployment-rollout', key: 'default/web' },
        { do: 'release', point: 'queue.add' },
      ],
      until: [{ entries: changed, since: 'scenario' }, { held: 'workqueue.get', key: 'default/web' }],
      checks: [
        atLeast(1, 'kind:queue.pop delta:Updated informer:deployments key:default/web', 'One pop brings the update.', '一次 Pop 带出这次更新。'),
        atLeast(1, `kind:handler.update informer:deployments key:default/web handler:deployment-rollout`, 'The handler is told of it after the cache has it.', '缓存更新之后 handler 才得知。'),
        atLeast(1, 'kind:workqueue.add,workqueue.coalesced queue:deployment-rollout key:default/web', 'The key waits in the WorkQueue.', 'key 在 WorkQueue 中等待。'),
      ],
      look: [{ page: 'queues' }, { entry: changed, on: 'item' }],
    },
    {
      title: words('The reconcile reads the Indexer and POSTs a ReplicaSet', 'reconcile 读 Indexer，POST 一个 ReplicaSet'),
      text: words(
        'The worker takes the key. The reconcile looks into the Indexer, finds no ReplicaSet with this template, and creates one. That write is a watch event again, which asks for the next run, until nothing differs: the old ReplicaSet is scaled to 0.',
        'worker 取出 key。reconcile 查 Indexer，没有这个模板的 ReplicaSet，于是创建一个。这次写入又成为 watch 事件，引出下一次运行，直到没有差别：旧 ReplicaSet 缩到 0。',
      ),
      do: [{ do: 'release' }],
      until: [{ entries: `kind:reconcile.write verb:create key:default/web ${rollout}` }, { entries: `kind:reconcile.write verb:patch key:default/web ${rollout}` }],
      checks: [
        check('It read from the Indexer before it wrote to the API server.', '先读 Indexer，再写 API server。', (seen) => {
          const [read] = seen.entries(`kind:reconcile.read key:default/web ${rollout}`);
          const [write] = seen.entries(`kind:reconcile.write verb:create key:default/web ${rollout}`);
          return read !== undefined && write !== undefined && read.seq < write.seq;
        }),
        check('The ReplicaSet was created on the server.', 'ReplicaSet 已在 server 上创建。', (seen) => {
          const write = ofKind(seen.entries(`kind:reconcile.write verb:create key:default/web ${rollout}`)[0], 'reconcile.write');
          return write !== undefined && write.code === 201 && write.target.startsWith('apps/v1/replicasets default/web-');
        }),
      ],
      look: [{ entry: `kind:reconcile.write verb:create key:default/web ${rollout}`, on: 'chain' }, { filter: `key:default/web ${rollout}` }],
      figures: (seen) => {
        const at = (filter: string): number => seen.entries(filter, 'scenario')[0]?.t ?? NaN;
        const event = at('kind:reflector.event type:MODIFIED informer:deployments key:default/web');
        const stages = [
          [words('Indexer has it', 'Indexer 已更新'), at(changed)],
          [words('the reconcile starts', 'reconcile 开始'), seen.entries(`kind:reconcile.start key:default/web ${rollout}`)[0]?.t ?? NaN],
          [words('ReplicaSet created', 'ReplicaSet 已创建'), at(`kind:reconcile.write verb:create key:default/web ${rollout}`)],
        ] as const;
        return { columns: [words('after the watch event', '自 watch 事件起')], rows: stages.map(([name, t]) => ({ name, unit: 'ms' as const, values: [t - event] })) };
      },
    },
    {
      title: words('Back again', '改回去'),
      text: words(
        'The image is set back. Nobody remembers what was done before: the reconcile finds the old ReplicaSet, which has the template that is wanted now, and scales it up. It is idempotent and driven by the level, not by the edge.',
        '镜像改回去。没有谁记得之前做过什么：reconcile 找到模板正好符合的旧 ReplicaSet，把它扩上去。它是幂等的，由状态驱动，而非由变化驱动。',
      ),
      do: [{ do: 'setImage', namespace: 'default', deployment: 'web', container: 'nginx', image: 'nginx:1.25' }],
      until: [{ entries: `kind:reconcile.write verb:patch code:200 key:default/web ${rollout}`, times: 2 }],
      checks: [check('Nothing was created this time.', '这次没有创建任何东西。', (seen) => seen.entries(`kind:reconcile.write verb:create key:default/web ${rollout}`).length === 0)],
      look: [{ filter: `kind:reconcile.write key:default/web` }],
    },
  ],
};

