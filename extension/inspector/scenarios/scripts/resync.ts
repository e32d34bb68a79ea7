import type { Seen } from '../condition.ts';
import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-lost';
const controller = 'controller:lost-and-found';

/** The last note came back as an event, and the run that this asked for had nothing to write. */
function isSettled(seen: Seen): boolean {
  const note = seen.entries(`kind:reconcile.write code:200 ${controller} key:${namespace}`).at(-1);
  const back = note && seen.entries(`kind:handler.update informer:v1/namespaces key:${namespace} rv:${note.rv ?? ''}`).at(-1);
  const last = seen.entries(`kind:workqueue.add,workqueue.coalesced,workqueue.done queue:lost-and-found key:${namespace}`).at(-1);
  return back !== undefined && ofKind(last, 'workqueue.done')?.requeued === false && last!.seq > back.seq;
}

/** A notification is lost; a resync finds what it was about. */
export const resync: Scenario = {
  id: 'resync',
  title: words('Resync as a safety net', 'resync 作为安全网'),
  rules: ['D-28', 'S-22', 'R-65'],
  namespace,
  teaches: words(
    'A resync delivers what is cached to the handlers again. It repairs what a handler lost, because a reconcile looks at the whole state; it cannot repair what the watch missed, because it asks nobody.',
    'resync 把缓存再次交给 handler。它能修复 handler 丢掉的，因为 reconcile 看的是整个状态；修复不了 watch 漏掉的，因为它谁也不问。',
  ),
  steps: [
    {
      title: words('A controller with a bug', '有 bug 的控制器'),
      text: words('The sample Lost and Found notes on each namespace how many ConfigMaps are in it. Its handler stumbles over a ConfigMap that has no data.', '示例 Lost and Found 在每个 namespace 上记下其中 ConfigMap 的数量。它的 handler 遇到没有 data 的 ConfigMap 会出错。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'counted') },
        { do: 'runReconciler', sample: 'lostAndFound' },
      ],
      until: [
        { synced: configMaps },
        { object: { resource: 'v1/namespaces', name: namespace }, is: (object) => object?.metadata.annotations?.['configmaps'] !== undefined },
        { told: isSettled, says: 'its last note has come back, and led to nothing more' },
      ],
      checks: [atLeast(1, `kind:reconcile.write ${controller} key:${namespace}`, 'It has counted what is there.', '它数了现有的数量。')],
      look: [{ filter: `key:${namespace}` }],
    },
    {
      title: words('The notification is lost', '通知丢失'),
      text: words('A ConfigMap without data comes. The handler throws before it has enqueued anything: nobody asks for a reconcile, and nobody tries again. The note stays wrong.', '来了一个没有 data 的 ConfigMap。handler 在入队之前抛错：没有人要求 reconcile，也没有人重试。记录一直是错的。'),
      do: [{ do: 'create', resource: configMaps, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'nothing-in-it', namespace } } }],
      until: [{ entries: `kind:handler.error informer:v1/configmaps key:${namespace}/nothing-in-it` }],
      checks: [
        check('It led to no add to the WorkQueue.', '它没有引起任何入队。', (seen) => {
          const [lost] = seen.entries(`kind:handler.add informer:v1/configmaps key:${namespace}/nothing-in-it`);
          return lost !== undefined && seen.entries('kind:workqueue.add,workqueue.coalesced queue:lost-and-found').every(({ cause = [] }) => !cause.includes(lost.seq));
        }),
      ],
      look: [{ entry: `kind:handler.error key:${namespace}/nothing-in-it`, on: 'chain' }],
    },
    {
      title: words('The resync finds it', 'resync 找了回来'),
      text: words(
        'Every 30 seconds the sample’s informer hands all that it has to the handler once more; here that is done now. The other ConfigMap asks for a reconcile of the namespace, which counts everything, also what was lost.',
        '示例的 informer 每 30 秒把所有东西再交给 handler 一遍；这里立即执行。另一个 ConfigMap 引出该 namespace 的 reconcile，它重新数一切，包括丢掉的。',
      ),
      do: [{ do: 'resync', informer: configMaps }],
      until: [{ entries: `kind:reconcile.write code:200 ${controller} key:${namespace}` }],
      checks: [
        check('A resync asked for the run that repaired it.', '修复它的那次运行由 resync 引起。', (seen) => seen.entries(`kind:handler.update informer:v1/configmaps key:${namespace}/counted`).some((entry) => ofKind(entry, 'handler.update')?.resync === true)),
        exactly(0, 'kind:reflector.list informer:v1/configmaps', 'The server was not asked.', '没有询问 server。'),
      ],
      look: [{ entry: `kind:reconcile.write ${controller} key:${namespace}`, on: 'chain' }, { entry: 'kind:queue.resync informer:v1/configmaps', on: 'item' }],
    },
  ],
};
