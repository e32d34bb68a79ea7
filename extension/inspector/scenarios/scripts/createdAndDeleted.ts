import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-brief';
const informer = `${configMaps}@${namespace}`;
const key = `${namespace}/brief`;

/** An object that is gone before anybody has looked at it. */
export const createdAndDeleted: Scenario = {
  id: 'createdAndDeleted',
  title: words('Created and deleted before it is popped', 'Pop 之前创建又删除'),
  rules: ['D-08', 'D-14', 'P-10'],
  namespace,
  teaches: words(
    'The queue keeps both deltas, so that the handlers hear of the creation and of the deletion, when the object has long been gone. With only the newest state nobody could tell that there was anything.',
    '队列保留两个 delta，所以 handler 会听到创建和删除，而那时对象早已不在。若只保留最新状态，谁也不会知道它存在过。',
  ),
  steps: [
    {
      title: words('An informer on an empty namespace', 'informer 监视空的 namespace'),
      text: words('The informer syncs, and its consumer is held.', 'informer 同步完成，然后停住消费者。'),
      do: [{ do: 'startInformer', resource: configMaps, namespace }],
      until: [{ synced: informer }],
      look: [{ filter: `informer:${informer}` }],
    },
    {
      title: words('It comes and goes', '来了又走'),
      text: words('kubectl creates a ConfigMap and deletes it at once. On the server it is gone; in the queue two deltas wait under its key.', 'kubectl 创建一个 ConfigMap 又立刻删除。server 上它已不在；队列里它的 key 下有两个 delta。'),
      do: [
        { do: 'hold', point: 'queue.pop', owner: informer, key },
        { do: 'create', resource: configMaps, object: configMap(namespace, 'brief') },
        { do: 'delete', resource: configMaps, namespace, name: 'brief' },
      ],
      until: [
        { entries: `kind:queue.add delta:Deleted informer:${informer} key:${key}` },
        { held: 'queue.pop', key },
        { object: { resource: configMaps, namespace, name: 'brief' }, is: (object) => object === undefined },
      ],
      checks: [
        check('Two deltas wait: Added and Deleted.', '两个 delta 在等待：Added 和 Deleted。', (seen) => ofKind(seen.entries(`kind:queue.add informer:${informer} key:${key}`).at(-1), 'queue.add')?.waiting === 2),
        exactly(0, `stage:store informer:${informer} key:${key}`, 'The Indexer has never had it.', 'Indexer 从未有过它。'),
      ],
      look: [{ page: 'queues' }, { entry: `kind:queue.add delta:Deleted informer:${informer} key:${key}`, on: 'item' }],
    },
    {
      title: words('Both are told', '两者都会通知'),
      text: words(
        'The pop goes on: the Indexer gets the object and loses it again within one step, and the handlers hear of both, one after the other. Whoever enqueues the key will find nothing in the cache, which has to be an ordinary case.',
        '放行 Pop：Indexer 在同一步里得到又失去它，handler 依次听到两者。入队的 key 在缓存中查不到任何东西，这必须被当作平常情况。',
      ),
      do: [{ do: 'release' }],
      until: [{ entries: `kind:handler.delete informer:${informer} key:${key}` }],
      checks: [
        check('One pop: Added, Deleted.', '一次 Pop：Added、Deleted。', (seen) => ofKind(seen.entries(`kind:queue.pop informer:${informer} key:${key}`)[0], 'queue.pop')?.deltas.join() === 'Added,Deleted'),
        exactly(1, `kind:handler.add informer:${informer} key:${key}`, 'The handler was told of the creation.', 'handler 得知了创建。'),
        exactly(1, `kind:handler.delete informer:${informer} key:${key}`, 'And of the deletion.', '也得知了删除。'),
        check('The deletion was seen, so that there is no tombstone.', '删除是亲眼所见，所以没有墓碑。', (seen) => ofKind(seen.entries(`kind:handler.delete informer:${informer} key:${key}`)[0], 'handler.delete')?.tombstone === false),
      ],
      look: [{ entry: `kind:handler.delete informer:${informer} key:${key}`, on: 'chain' }],
    },
  ],
};
