import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-tombstone';
const informer = `${configMaps}@${namespace}`;
const key = `${namespace}/doomed`;

/** A deletion that nobody saw. */
export const missedDelete: Scenario = {
  id: 'missedDelete',
  title: words('A missed delete and its tombstone', '漏掉的删除与墓碑'),
  rules: ['D-21', 'D-22', 'P-18'],
  namespace,
  teaches: words(
    'An object is deleted while there is no watch, and its DELETED event never comes. The next list lacks it, so the queue infers the deletion: handlers get a DeletedFinalStateUnknown with the last state that was known, which may be stale.',
    '没有 watch 时对象被删除，DELETED 事件永远不会来。下一次 list 里没有它，队列据此推断删除：handler 得到 DeletedFinalStateUnknown 和最后已知的状态，可能已过时。',
  ),
  steps: [
    {
      title: words('It is cached', '已在缓存'),
      text: words('An informer has a ConfigMap, as it is on the server.', 'informer 有一个 ConfigMap，与 server 一致。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'doomed') },
        { do: 'startInformer', resource: configMaps, namespace },
      ],
      until: [{ synced: informer }, { entries: `kind:reflector.watch informer:${informer}` }, { entries: `kind:handler.add informer:${informer} key:${key}` }],
      look: [{ page: 'cache' }],
    },
    {
      title: words('The watch is lost, and the object deleted', 'watch 断开，对象被删除'),
      text: words(
        'The watch is dropped, and the version to resume from is said to be too old: the Reflector has to list. It is held before that list; meanwhile kubectl changes the ConfigMap once more and deletes it.',
        'watch 被切断，而要继续的版本被告知太旧：Reflector 必须 list。在 list 之前停住；其间 kubectl 再改一次 ConfigMap，然后删除。',
      ),
      do: [
        { do: 'hold', point: 'list.page', owner: informer },
        { do: 'answerNext', informer, request: 'watch', code: 410 },
        { do: 'dropWatch', informer },
      ],
      until: [{ held: 'list.page', owner: informer }],
      checks: [exactly(0, `stage:store informer:${informer}`, 'The cache has not changed.', '缓存没有变化。')],
      look: [{ filter: `stage:reflector informer:${informer}` }],
    },
    {
      title: words('Gone on the server, there in the cache', 'server 上没有，缓存里还在'),
      text: words('The last change and the deletion happen now, and nobody is told. Whoever reads the cache is served a ghost.', '最后的变化和删除发生在此刻，没有人得知。读缓存的人读到的是幽灵。'),
      do: [
        { do: 'patch', resource: configMaps, namespace, name: 'doomed', body: { data: { value: 'unseen' } } },
        { do: 'delete', resource: configMaps, namespace, name: 'doomed' },
      ],
      until: [{ object: { resource: configMaps, namespace, name: 'doomed' }, is: (object) => object === undefined }],
      checks: [exactly(0, `informer:${informer} key:${key}`, 'The informer knows nothing of it.', 'informer 一无所知。')],
      look: [{ page: 'cache' }],
    },
    {
      title: words('The list lacks it', 'list 里没有它'),
      text: words(
        'The list goes on. What is cached and not in the list must have been deleted: the queue gets a Deleted with a tombstone. A handler that expects the object itself would fail here.',
        'list 继续。缓存中有而 list 里没有的，必定已被删除：队列得到带墓碑的 Deleted。只期待对象本身的 handler 会在这里出错。',
      ),
      do: [{ do: 'release' }],
      until: [{ entries: `kind:handler.delete informer:${informer} key:${key}` }],
      checks: [
        check('The delta was inferred: Deleted, with a tombstone.', 'delta 是推断出的：带墓碑的 Deleted。', (seen) => ofKind(seen.entries(`kind:queue.add delta:Deleted informer:${informer} key:${key}`)[0], 'queue.add')?.tombstone === true),
        check('The handler was handed the tombstone.', 'handler 得到墓碑。', (seen) => ofKind(seen.entries(`kind:handler.delete informer:${informer} key:${key}`)[0], 'handler.delete')?.tombstone === true),
        exactly(0, `kind:reflector.event type:DELETED informer:${informer} key:${key}`, 'No DELETED event ever came.', 'DELETED 事件从未到来。', 'scenario'),
        exactly(0, `kind:store.update informer:${informer} key:${key}`, 'The state in it is stale: the last change was never seen.', '其中的状态已过时：最后的变化从未见过。', 'scenario'),
      ],
      look: [{ entry: `kind:handler.delete informer:${informer} key:${key}`, on: 'chain' }, { entry: `kind:queue.replace informer:${informer}`, on: 'item' }],
    },
  ],
};
