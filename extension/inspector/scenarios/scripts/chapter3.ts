import type { GatePoint } from '../../../trace/gate.ts';
import type { Scenario, ScenarioStep } from '../scenario.ts';
import { words, type Words } from '../words.ts';
import { configMap, configMaps, exactly } from './parts.ts';

const namespace = 'scenario-parts';
const informer = `${configMaps}@${namespace}`;
const key = `${namespace}/walker`;

const gates: readonly GatePoint[] = ['watch.event', 'queue.add', 'queue.pop', 'handler.call'];

/** One object on its way through every part. */
export const chapter3: Scenario = {
  id: 'chapter3',
  chapter: 3,
  title: words('The parts of an informer', 'informer 的组成'),
  rules: ['P-10', 'C-01'],
  namespace,
  teaches: words(
    'Reflector, DeltaFIFO, Indexer, event handlers: one object is let through gate by gate, so that each part is seen to do its own work and no more.',
    'Reflector、DeltaFIFO、Indexer、事件 handler：让一个对象逐道门通过，看清每一部分只做自己的事。',
  ),
  steps: [
    {
      title: words('It leaves the socket', '离开 socket'),
      text: words(
        'An informer watches an empty namespace, and every gate is closed to one key. kubectl creates the ConfigMap: its watch event stands before the Reflector.',
        'informer 监视空的 namespace，所有门都对一个 key 关闭。kubectl 创建 ConfigMap：它的 watch 事件停在 Reflector 之前。',
      ),
      do: [
        { do: 'startInformer', resource: configMaps, namespace },
        ...gates.map((point) => ({ do: 'hold', point, owner: informer, key }) as const),
        { do: 'create', resource: configMaps, object: configMap(namespace, 'walker') },
      ],
      until: [{ synced: informer }, { held: 'watch.event', key }],
      checks: [exactly(0, `kind:reflector.event informer:${informer} key:${key}`, 'The Reflector has not taken it yet.', 'Reflector 还没有接收。')],
      look: [{ page: 'queues' }],
    },
    gate('watch.event', 'queue.add', words('Reflector', 'Reflector'), words('The Reflector takes the event and its version, from which it would resume. The delta is yet to be queued.', 'Reflector 接收事件并记下版本，断开后由此继续。delta 还没有入队。'), [
      exactly(1, `kind:reflector.event type:ADDED informer:${informer} key:${key}`, 'The Reflector has read ADDED.', 'Reflector 读到 ADDED。'),
      exactly(0, `kind:queue.add informer:${informer} key:${key}`, 'Nothing is queued.', '队列里什么也没有。'),
    ]),
    gate('queue.add', 'queue.pop', words('DeltaFIFO', 'DeltaFIFO'), words('Its key is in the queue now, and its delta Added in items. The Indexer knows nothing of it.', 'key 进入 queue，delta Added 进入 items。Indexer 还不知道它。'), [
      exactly(1, `kind:queue.add delta:Added informer:${informer} key:${key}`, 'One delta waits: Added.', '一个 delta 在等待：Added。'),
      exactly(0, `kind:store.add informer:${informer} key:${key}`, 'The Indexer does not have it.', 'Indexer 中没有它。'),
    ]),
    gate('queue.pop', 'handler.call', words('Indexer', 'Indexer'), words('The pop is one step: the delta leaves the queue, the Indexer gets the object, and each handler’s buffer a notification.', 'Pop 是一步：delta 离开队列，Indexer 得到对象，每个 handler 的缓冲得到一条通知。'), [
      exactly(1, `kind:store.add informer:${informer} key:${key}`, 'The Indexer has it.', 'Indexer 中已有它。'),
      exactly(0, `kind:handler.add informer:${informer} key:${key}`, 'No handler was called yet.', '还没有调用 handler。'),
    ]),
    {
      title: words('Event handlers', '事件 handler'),
      text: words('The handler is called, after the cache has changed: whoever reads now finds what the call is about.', '缓存更新之后才调用 handler：这时去读，看到的正是通知所说的。'),
      do: [{ do: 'release' }],
      until: [{ entries: `kind:handler.add informer:${informer} key:${key}` }],
      checks: [exactly(1, `kind:handler.add handler:scenario informer:${informer} key:${key}`, 'OnAdd was called once.', 'OnAdd 调用了一次。')],
      look: [{ entry: `kind:handler.add informer:${informer} key:${key}`, on: 'chain' }, { filter: `informer:${informer} key:${key}`, since: 'scenario' }],
    },
  ],
};

function gate(from: GatePoint, to: GatePoint, title: Words, text: Words, checks: NonNullable<ScenarioStep['checks']>): ScenarioStep {
  return { title, text, do: [{ do: 'step', point: from, key }], until: [{ held: to, key }], checks, look: [{ filter: `informer:${informer} key:${key}`, since: 'scenario' }, { page: 'queues' }] };
}
