import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { check, exactly, lease, leases, ofKind, sessionWatches } from './parts.ts';

const namespace = 'scenario-slow-watcher';
const informer = `${leases}@${namespace}`;
const key = `${namespace}/busy`;
const events = 60;

/** The server does not wait for whoever reads too slowly. */
export const slowWatcher: Scenario = {
  id: 'slowWatcher',
  title: words('A slow watcher is closed', '慢的 watcher 被关闭'),
  rules: ['A-42', 'A-43', 'R-34'],
  namespace,
  teaches: words(
    'Each watcher has a channel for a few events. When it is full the cache waits for a moment, for all slow ones together, and then closes the watcher: one client must not hold up the others. The client resumes from its version, and loses nothing.',
    '每个 watcher 有一个只容几个事件的 channel。满了以后，cache 为所有慢者一共等一小会儿，然后关闭它：一个客户端不能拖住其他。客户端从自己的版本继续，什么也不丢。',
  ),
  steps: [
    {
      title: words('A client that reads slowly', '读得慢的客户端'),
      text: words('The connection of a watch takes one event every two seconds from now on.', '从此，watch 的连接每两秒才取走一个事件。'),
      do: [
        { do: 'create', resource: leases, object: lease(namespace, 'busy') },
        { do: 'startInformer', resource: leases, namespace },
        { do: 'fault', fault: { kind: 'slowWatcher', scope: { resource: leases, userAgent: sessionWatches }, times: 100, ms: 2000 } },
      ],
      until: [{ watching: informer }],
      look: [{ page: 'server' }],
    },
    {
      title: words('Too much for it', '它承受不了'),
      text: words('A Lease is renewed sixty times at once. The channel of the watcher has room for ten; then the server closes it.', '一个 Lease 一下子续了六十次。这个 watcher 的 channel 只容十个；随后 server 关闭它。'),
      do: [{ do: 'patch', resource: leases, namespace, name: 'busy', body: { spec: { holderIdentity: 'holder-{n}' } }, times: events }],
      until: [{ entries: `kind:reflector.event informer:${informer}` }, { measure: { of: 'fanOut', resource: leases, event: `kind:reflector.event informer:${informer}` }, as: 'first', gives: ({ slow = 0 }) => slow > 0 }, { entries: `kind:reflector.closed informer:${informer}` }],
      checks: [
        check('The server has closed a watcher as too slow.', 'server 因太慢关闭了一个 watcher。', (seen) => (seen.measured('first')['slow'] ?? 0) > 0),
        check('That was long before the time was over that the watch had asked for.', '这远早于 watch 请求的时限。', (seen) => {
          const asked = ofKind(seen.entries(`kind:reflector.watch informer:${informer}`, 'scenario')[0], 'reflector.watch');
          const closed = ofKind(seen.entries(`kind:reflector.closed informer:${informer}`)[0], 'reflector.closed');
          return asked !== undefined && closed !== undefined && closed.lasted < asked.timeoutSeconds * 500;
        }),
      ],
      look: [{ page: 'server' }],
    },
    {
      title: words('It resumes', '它继续'),
      text: words('The client reads as fast as it can again. Its watch has ended, the next begins at the last version that came through, and the ring has the rest.', '客户端又能尽快读了。它的 watch 已结束，下一个从最后到达的版本开始，其余在环里。'),
      do: [{ do: 'clearFaults' }],
      until: [{ entries: `kind:reflector.closed informer:${informer}`, since: 'scenario' }, { entries: `kind:store.update informer:${informer} key:${key}`, times: events, since: 'scenario' }],
      checks: [
        exactly(events, `kind:store.update informer:${informer} key:${key}`, 'All sixty came, each once.', '六十次全部到来，各一次。', 'scenario'),
        exactly(1, `kind:reflector.listed informer:${informer}`, 'Nothing was listed again.', '没有重新 list。', 'scenario'),
      ],
      look: [{ entry: `kind:reflector.closed informer:${informer}`, on: 'item' }, { filter: `stage:reflector informer:${informer}`, since: 'scenario' }],
    },
  ],
};
