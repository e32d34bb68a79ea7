import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check } from './parts.ts';

const deployments = 'apps/v1/deployments';
const traffic = { of: 'traffic', resource: deployments } as const;

/** Polling against watching. */
export const chapter1: Scenario = {
  id: 'chapter1',
  chapter: 1,
  title: words('Why List-Watch: polling against watching', '为什么是 List-Watch：轮询与监听'),
  rules: ['A-40'],
  teaches: words(
    'Twenty controllers that poll every second read everything twenty times a second, to learn mostly that nothing has changed. The article’s 5,000 pods of 5 KB make 25 MB a list, 20 QPS and 500 MB/s. A watch costs what changes, and tells it at once.',
    '二十个控制器每秒轮询一次，就是每秒把一切读二十遍，多半只为得知什么也没变。文章的 5,000 个 5 KB 的 pod：每次 list 25 MB，20 QPS，500 MB/s。watch 只花变化的代价，而且立即得知。',
  ),
  steps: [
    {
      title: words('An informer', '一个 informer'),
      text: words('It lists the Deployments once, and watches.', '它把 Deployment list 一次，然后 watch。'),
      do: [
        { do: 'startInformer', resource: deployments },
        { do: 'measure', what: traffic, as: 'before' },
      ],
      until: [{ synced: deployments }],
      look: [{ page: 'server' }],
    },
    {
      title: words('Twenty pollers', '二十个轮询者'),
      text: words('Twenty clients list the Deployments every second, as controllers without a watch would have to. Nothing changes meanwhile.', '二十个客户端每秒 list 一次 Deployment，没有 watch 的控制器只能如此。其间什么也没变。'),
      do: [{ do: 'poll', resource: deployments, pollers: 20, periodMs: 1000 }],
      until: [{ measure: traffic, as: 'idle', gives: ({ pollersRequests = 0 }) => pollersRequests >= 40 }],
      checks: [
        check('They have read every object twenty times, at least.', '每个对象至少被读了二十遍。', (seen) => {
          const { pollersObjects = 0, objects = 0 } = seen.measured('idle');
          return objects > 0 && pollersObjects >= 20 * objects;
        }),
        check('The informer asked for nothing.', 'informer 什么也没请求。', (seen) => seen.entries(`kind:reflector.list informer:deployments`).length === 0),
      ],
      look: [{ page: 'server' }],
    },
    {
      title: words('A change', '一次变化'),
      text: words('kubectl annotates a Deployment ten times. The informer hears of each at once, in an event; a poller learns of it with its next list, half a period later on average, and of some never.', 'kubectl 给 Deployment 加注解十次。informer 每次都立即从事件得知；轮询者要等下一次 list，平均晚半个周期，有的永远不会知道。'),
      do: [{ do: 'patch', resource: deployments, namespace: 'default', name: 'web', body: { metadata: { annotations: { polled: '{n}' } } }, times: 10 }],
      until: [
        { entries: 'kind:handler.update informer:deployments handler:scenario key:default/web', times: 10 },
        { measure: traffic, as: 'after', gives: ({ pollersLatencies = 0, watchesLatencies = 0 }) => pollersLatencies > 0 && watchesLatencies > 0 },
      ],
      checks: [
        atLeast(10, 'kind:reflector.event type:MODIFIED informer:deployments key:default/web', 'Ten events.', '十个事件。'),
        check('The watch told it sooner than polling did.', 'watch 比轮询更早告知。', (seen) => (seen.measured('after')['watchesLatency'] ?? Infinity) < (seen.measured('after')['pollersLatency'] ?? 0)),
        check('The lists of the pollers took many times the bytes of the watches.', '轮询的 list 所用字节是 watch 的许多倍。', (seen) => {
          const { pollersBytes = 0, watchesBytes = 0 } = seen.measured('after');
          return pollersBytes > 5 * (watchesBytes - (seen.measured('idle')['watchesBytes'] ?? 0));
        }),
      ],
      look: [{ page: 'server' }, { filter: 'kind:reflector.event informer:deployments' }],
      figures: (seen) => {
        const after = seen.measured('after');
        const idle = seen.measured('idle');
        const value = (name: string): number => after[name] ?? 0;
        const seconds = Math.max(0.001, value('pollersMs') / 1000);
        const listed = (value('pollersBytes') / Math.max(1, value('pollersRequests'))) || 0;
        return {
          columns: [words('20 pollers, 1 s', '20 个轮询者，1 s'), words('watches', 'watch'), words('the article', '文章')],
          rows: [
            { name: words('requests a second', '每秒请求'), unit: 'perSecond', values: [value('pollersRequests') / seconds, 0, 20] },
            { name: words('bytes of one list', '一次 list 的字节'), unit: 'bytes', values: [listed, value('listBytes'), 25_000_000] },
            { name: words('bytes a second', '每秒字节'), unit: 'bytes', values: [value('pollersBytes') / seconds, (value('watchesBytes') - (idle['watchesBytes'] ?? 0)) / seconds, 500_000_000] },
            { name: words('until a change is known', '得知变化所需'), unit: 'ms', values: [value('pollersLatency'), value('watchesLatency'), 500] },
          ],
        };
      },
    },
    {
      title: words('The pollers stop', '轮询者停止'),
      text: words('They end, and the API server has its seats back.', '它们结束，API server 又有了席位。'),
      do: [{ do: 'stopPolling' }],
      look: [{ page: 'server' }],
    },
  ],
};
