import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-deltas';
const other = 'scenario-deltas-b';
const informer = `${configMaps}@${namespace}`;
const key = `${namespace}/many`;

/** `queue` and `items`: DeltaFIFO beside today's RealFIFO. */
export const chapter5: Scenario = {
  id: 'chapter5',
  chapter: 5,
  title: words('DeltaFIFO: queue and items', 'DeltaFIFO：queue 与 items'),
  rules: ['D-08', 'D-09', 'F-01'],
  namespace,
  teaches: words(
    'queue is the order of the keys, items the deltas of each. A key stands in the queue once, however many deltas it has. Today’s RealFIFO has an entry for each event instead.',
    'queue 是 key 的次序，items 是每个 key 的 delta。key 不管有多少 delta，只在队列里排一次。如今的 RealFIFO 则是每个事件一个条目。',
  ),
  steps: [
    {
      title: words('Keys gather', 'key 聚集'),
      text: words('The consumer stands still. Of two objects one is changed three times, between changes of the other.', '消费者停住。两个对象中，一个改了三次，其间穿插另一个的变化。'),
      do: [
        { do: 'startInformer', resource: configMaps, namespace },
        { do: 'hold', point: 'queue.pop', owner: informer },
        { do: 'create', resource: configMaps, object: configMap(namespace, 'many') },
        { do: 'create', resource: configMaps, object: configMap(namespace, 'once') },
        { do: 'patch', resource: configMaps, namespace, name: 'many', body: { data: { value: '{n}' } }, times: 2 },
      ],
      until: [{ entries: `kind:queue.add informer:${informer} key:${key} delta:Updated`, times: 2 }],
      checks: [
        check('items has three deltas of the first.', 'items 中第一个有三个 delta。', (seen) => ofKind(seen.entries(`kind:queue.add informer:${informer} key:${key}`).at(-1), 'queue.add')?.waiting === 3),
      ],
      look: [{ page: 'queues' }, { filter: `stage:queue informer:${informer}` }],
    },
    {
      title: words('Pop by pop', '逐次 Pop'),
      text: words('The pops go on: the first key with all three deltas, then the second. What came last of the first key overtook the second.', '放行：先是第一个 key 带着三个 delta，再是第二个。第一个 key 最后的变化越过了第二个。'),
      do: [{ do: 'release' }],
      until: [{ entries: `kind:handler.add informer:${informer} key:${namespace}/once` }],
      checks: [
        check('One pop had Added, Updated, Updated.', '一次 Pop 带出 Added、Updated、Updated。', (seen) => seen.entries(`kind:queue.pop informer:${informer} key:${key}`).map((entry) => ofKind(entry, 'queue.pop')!.deltas.join()).join(';') === 'Added,Updated,Updated'),
        check('It came before the other key, though its last change was later.', '它先于另一个 key，尽管最后一次变化更晚。', (seen) => {
          const [many] = seen.entries(`kind:queue.pop informer:${informer} key:${key}`);
          const [once] = seen.entries(`kind:queue.pop informer:${informer} key:${namespace}/once`);
          return many !== undefined && once !== undefined && many.seq < once.seq;
        }),
      ],
      look: [{ filter: `kind:queue.pop informer:${informer}` }],
    },
    {
      title: words('The same through a RealFIFO', '换成 RealFIFO'),
      text: words('Another informer has a RealFIFO, as client-go from 1.33 on: the same changes are entries in the order in which they came, popped one by one.', '另一个 informer 用 RealFIFO，即 client-go 1.33 起的队列：同样的变化按到来的次序成为条目，逐个 Pop。'),
      do: [
        { do: 'create', resource: 'v1/namespaces', object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: other } } },
        { do: 'startInformer', resource: configMaps, namespace: other, queue: 'RealFIFO' },
        { do: 'hold', point: 'queue.pop', owner: `${configMaps}@${other}` },
        { do: 'create', resource: configMaps, object: configMap(other, 'many') },
        { do: 'create', resource: configMaps, object: configMap(other, 'once') },
        { do: 'patch', resource: configMaps, namespace: other, name: 'many', body: { data: { value: '{n}' } }, times: 2 },
      ],
      until: [{ entries: `kind:queue.add informer:${configMaps}@${other} key:${other}/many delta:Updated`, times: 2 }],
      look: [{ page: 'queues' }],
    },
    {
      title: words('An entry for each event', '每个事件一个条目'),
      text: words('The pops go on: four of them, and the other object is in its place between.', '放行：共四次 Pop，另一个对象在它自己的位置上。'),
      do: [{ do: 'release' }],
      until: [{ entries: `kind:handler.update informer:${configMaps}@${other} key:${other}/many`, times: 2 }],
      checks: [
        exactly(3, `kind:queue.pop informer:${configMaps}@${other} key:${other}/many`, 'Three pops of the first key.', '第一个 key 有三次 Pop。'),
        check('The second key was popped before the last change of the first.', '第二个 key 先于第一个的最后一次变化。', (seen) => {
          const last = seen.entries(`kind:queue.pop informer:${configMaps}@${other} key:${other}/many`).at(-1);
          const [once] = seen.entries(`kind:queue.pop informer:${configMaps}@${other} key:${other}/once`);
          return last !== undefined && once !== undefined && once.seq < last.seq;
        }),
      ],
      look: [{ filter: `kind:queue.pop informer:${configMaps}@${other}` }],
      figures: (seen) => {
        const pops = (name: string): number => seen.entries(`kind:queue.pop informer:${name} key:*/many`, 'scenario').length;
        return { columns: [words('DeltaFIFO', 'DeltaFIFO'), words('RealFIFO', 'RealFIFO')], rows: [{ name: words('pops for three changes of one key', '一个 key 三次变化的 Pop 次数'), unit: 'count', values: [pops(informer), pops(`${configMaps}@${other}`)] }] };
      },
    },
  ],
};
