import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, exactly } from './parts.ts';

const namespace = 'scenario-slow';
const informer = `${configMaps}@${namespace}`;
const key = `${namespace}/chatty`;
const events = 30;

/** A handler that works instead of enqueueing. */
export const slowHandler: Scenario = {
  id: 'slowHandler',
  title: words('A slow handler', '慢的 handler'),
  rules: ['S-40', 'S-41', 'S-45', 'C-02'],
  namespace,
  teaches: words(
    'Handlers are called one notification at a time, and each has an unbounded buffer of its own. A slow one does not hold up the cache: it hears, later and later, of a world that has long been otherwise.',
    'handler 一次只处理一条通知，各有一个无界缓冲。慢的 handler 拖不住缓存：它越来越晚地听到一个早已改变的世界。',
  ),
  steps: [
    {
      title: words('A handler that takes its time', '不慌不忙的 handler'),
      text: words('From now on each call of the handler takes 150 ms, as if it wrote somewhere.', '从此每次调用 handler 都要 150 ms，就像它在写什么东西。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'chatty') },
        { do: 'startInformer', resource: configMaps, namespace },
        { do: 'slowHandler', informer, ms: 150 },
      ],
      until: [{ synced: informer }, { entries: `kind:handler.add informer:${informer} key:${key}` }],
      look: [{ page: 'queues' }],
    },
    {
      title: words('Thirty events at once', '一下子三十个事件'),
      text: words('kubectl patches the ConfigMap thirty times. The Indexer follows at once, while the notifications gather before the handler.', 'kubectl patch ConfigMap 三十次。Indexer 立即跟上，通知则堆积在 handler 之前。'),
      do: [{ do: 'patch', resource: configMaps, namespace, name: 'chatty', body: { data: { value: '{n}' } }, times: events }],
      until: [{ entries: `kind:store.update informer:${informer} key:${key}`, times: events }],
      checks: [
        exactly(events, `kind:store.update informer:${informer} key:${key}`, 'The cache has all thirty.', '缓存已有全部三十次。'),
        check('The handler has heard of fewer: the rest waits in its buffer.', 'handler 听到的更少：其余在它的缓冲中。', (seen) => seen.entries(`kind:handler.update informer:${informer} key:${key}`).length < events),
      ],
      look: [{ page: 'queues' }, { filter: `kind:store.update,handler.update informer:${informer} key:${key}` }],
      figures: (seen) => {
        const heard = seen.entries(`kind:handler.update informer:${informer} key:${key}`).length;
        return { columns: [words('at this moment', '此刻')], rows: [{ name: words('in the cache', '已进缓存'), unit: 'count', values: [events] }, { name: words('heard by the handler', 'handler 已听到'), unit: 'count', values: [heard] }] };
      },
    },
    {
      title: words('It is found', '被发现'),
      text: words('Calls that take longer than 100 ms, three in a row, are what client-go warns of, too. What takes time belongs into a reconciler, behind a WorkQueue.', '连续三次超过 100 ms 的调用，client-go 也会警告。耗时的事应放进 WorkQueue 之后的 reconciler。'),
      until: [{ entries: `kind:lint.raised informer:${informer}`, since: 'scenario' }],
      checks: [atLeast(1, `kind:lint.raised informer:${informer} handler`, 'The lint slow-handler is raised.', 'lint slow-handler 已提出。', 'scenario')],
      look: [{ page: 'lints' }],
    },
    {
      title: words('Quick again', '恢复正常'),
      text: words('The handler returns at once again, and the buffer drains: nothing was lost, each of the thirty calls comes.', 'handler 又立即返回，缓冲排空：什么也没丢，三十次调用都会到来。'),
      do: [{ do: 'slowHandler', informer, ms: 0 }],
      until: [{ entries: `kind:handler.update informer:${informer} key:${key}`, times: events, since: 'scenario' }],
      checks: [exactly(events, `kind:handler.update informer:${informer} key:${key}`, 'All thirty were heard in the end.', '三十次最终都听到了。', 'scenario')],
      look: [{ page: 'queues' }],
    },
  ],
};
