import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-fanout';
const other = 'scenario-fanout-b';
const informer = `${configMaps}@${namespace}`;
const event = `kind:reflector.event informer:${informer} key:${namespace}/told`;

/** Cacher, ring, cacheWatcher: one event, many watchers. */
export const chapter2: Scenario = {
  id: 'chapter2',
  chapter: 2,
  title: words('The API server’s watch cache', 'API server 的 watch cache'),
  rules: ['A-10', 'A-20', 'A-40', 'R-34'],
  namespace,
  teaches: words(
    'Watches are not served from etcd. Each resource has one cache with a store and a ring of the latest events; an event is offered to those watchers whom it may concern. Whoever lost its watch resumes from the version that it has seen, out of the ring.',
    'watch 不由 etcd 直接服务。每种资源有一个 cache，内含 store 和最近事件的环；事件只提供给可能相关的 watcher。断开的 watch 从已见过的版本继续，由环补上。',
  ),
  steps: [
    {
      title: words('Two watchers of one resource', '同一资源的两个 watcher'),
      text: words(
        'Two informers on ConfigMaps of two namespaces: two watches on the server, one watch cache behind them.',
        '两个 namespace 的 ConfigMap 各有一个 informer：server 上有两个 watch，背后是同一个 watch cache。',
      ),
      do: [
        { do: 'startInformer', resource: configMaps, namespace },
        { do: 'startInformer', resource: configMaps, namespace: other },
      ],
      until: [
        { synced: informer },
        { synced: `${configMaps}@${other}` },
        { measure: { of: 'watchCache', resource: configMaps }, as: 'before', gives: ({ watchers = 0 }) => watchers >= 2 },
      ],
      checks: [check('The ring has room for at least a hundred events.', '环至少容纳一百个事件。', (seen) => (seen.measured('before')['capacity'] ?? 0) >= 100)],
      look: [{ page: 'server' }],
    },
    {
      title: words('One event and whom it is offered to', '一个事件提供给谁'),
      text: words(
        'kubectl creates a ConfigMap in the first namespace. The event goes into the ring, and only the watchers of that scope are asked: the other informer costs nothing. In the article each event is offered to every watcher.',
        'kubectl 在第一个 namespace 创建 ConfigMap。事件进入环，只询问该范围的 watcher：另一个 informer 没有开销。文章中则是每个事件都提供给所有 watcher。',
      ),
      do: [{ do: 'create', resource: configMaps, object: configMap(namespace, 'told') }],
      until: [{ entries: event }, { measure: { of: 'fanOut', resource: configMaps, event }, as: 'fanOut', gives: ({ matched = 0 }) => matched > 0 }],
      checks: [
        exactly(0, `kind:reflector.event informer:${configMaps}@${other}`, 'The other informer heard nothing.', '另一个 informer 什么也没听到。'),
        check('Fewer watchers were asked than there are.', '被询问的 watcher 少于总数。', (seen) => {
          const { watchers = 0, asked = 0, matched = 0 } = seen.measured('fanOut');
          return asked < watchers && matched <= asked;
        }),
      ],
      look: [{ entry: event, on: 'item' }, { page: 'server' }],
      figures: (seen) => {
        const { watchers = 0, asked = 0, matched = 0 } = seen.measured('fanOut');
        return {
          columns: [words('of this event', '这个事件')],
          rows: [
            { name: words('watchers of the resource', '该资源的 watcher'), unit: 'count', values: [watchers] },
            { name: words('asked', '被询问'), unit: 'count', values: [asked] },
            { name: words('sent to', '被发送'), unit: 'count', values: [matched] },
          ],
        };
      },
    },
    {
      title: words('A watch ends, and is resumed', 'watch 断开后继续'),
      text: words(
        'The watch is dropped, as a proxy or a timeout does. The Reflector opens the next from the version that it saw last, and the ring has all that came since: nothing is listed again.',
        'watch 被切断，就像代理或超时那样。Reflector 从最后见过的版本重新打开，环里有其后的一切：不需要重新 list。',
      ),
      do: [
        { do: 'dropWatch', informer },
        { do: 'patch', resource: configMaps, namespace, name: 'told', body: { data: { value: '1' } } },
      ],
      until: [{ entries: `kind:reflector.watch informer:${informer}` }, { entries: `${event} type:MODIFIED` }],
      checks: [
        check('The new watch begins at the version of the last event.', '新的 watch 从最后一个事件的版本开始。', (seen) => {
          const [watch] = seen.entries(`kind:reflector.watch informer:${informer}`);
          const added = seen.entries(`${event} type:ADDED`, 'scenario').at(-1);
          return added?.rv !== undefined && Number(ofKind(watch, 'reflector.watch')?.resourceVersion) >= Number(added.rv);
        }),
        exactly(0, `kind:reflector.list informer:${informer}`, 'No list was needed.', '不需要 list。'),
        atLeast(1, `${event} type:MODIFIED`, 'What happened meanwhile came out of the ring.', '其间发生的变化由环补上。'),
      ],
      look: [{ entry: `kind:reflector.watch informer:${informer}`, on: 'item' }, { filter: `stage:reflector informer:${informer}` }],
    },
  ],
};
