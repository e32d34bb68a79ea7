import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, exactly, lease, leases, ofKind, sessionWatches } from './parts.ts';

const namespace = 'scenario-sleep';
const informer = `${leases}@${namespace}`;

/** A laptop sleeps, and its version is too old when it wakes. */
export const expiredAfterSleep: Scenario = {
  id: 'expiredAfterSleep',
  title: words('410 after a sleep', '休眠之后的 410'),
  rules: ['A-20', 'R-44', 'R-24', 'D-21'],
  namespace,
  teaches: words(
    'Whoever was away for longer than the ring of the watch cache reaches back is told that its version is too old: not by HTTP 410, but by an ERROR event in a stream that began with 200. The Reflector lists anew; all that happened meanwhile comes as its sum.',
    '离开的时间超过 watch cache 的环所能回溯的范围，就会被告知版本太旧：不是 HTTP 410，而是以 200 开始的流中的一个 ERROR 事件。Reflector 重新 list；其间发生的一切，只以结果呈现。',
  ),
  steps: [
    {
      title: words('Awake', '醒着'),
      text: words('An informer watches three Leases.', 'informer 监视三个 Lease。'),
      do: [
        { do: 'create', resource: leases, object: lease(namespace, 'lease-{n}'), times: 3 },
        { do: 'startInformer', resource: leases, namespace },
      ],
      until: [{ entries: `kind:handler.add informer:${informer}`, times: 3 }],
      look: [{ page: 'cache' }],
    },
    {
      title: words('Asleep', '睡着'),
      text: words('Nothing comes through the watch any more, though it is open: as when the machine sleeps, or a firewall has forgotten the connection. On the server one Lease is renewed five times, one is deleted, one is new.', 'watch 虽然开着，却什么也不再到来：就像机器休眠，或防火墙忘了这条连接。server 上一个 Lease 续了五次，一个被删除，一个新建。'),
      do: [
        { do: 'fault', fault: { kind: 'stallWatch', scope: { resource: leases, userAgent: sessionWatches }, times: 100, ms: 600_000 } },
        { do: 'patch', resource: leases, namespace, name: 'lease-1', body: { spec: { leaseTransitions: 0, holderIdentity: 'holder-{n}' } }, times: 5 },
        { do: 'delete', resource: leases, namespace, name: 'lease-2' },
        { do: 'create', resource: leases, object: lease(namespace, 'lease-4') },
      ],
      until: [{ object: { resource: leases, namespace, name: 'lease-4' } }],
      checks: [exactly(0, `kind:reflector.event informer:${informer}`, 'The informer has heard of none of it.', 'informer 一无所知。')],
      look: [{ page: 'server' }, { filter: `stage:reflector informer:${informer}` }],
    },
    {
      title: words('Awake again, and too late', '醒来已太迟'),
      text: words('The machine wakes, and the server tells in the stream that the version has expired. The Reflector backs off, lists from the version that it saw last, which any cache newer than it may answer, and watches from there.', '机器醒来，server 在流中告知版本已过期。Reflector 退避一次，以最后见过的版本 list，任何不旧于它的缓存都可应答，再从那里 watch。'),
      do: [
        { do: 'fault', fault: { kind: 'expireWatch', scope: { resource: leases, userAgent: sessionWatches }, times: 1 } },
        { do: 'clearFaults', kind: 'stallWatch' },
      ],
      until: [{ entries: `kind:reflector.error code:410 informer:${informer}` }, { entries: `kind:reflector.listed informer:${informer}` }, { entries: `kind:handler.delete informer:${informer}` }, { entries: `kind:handler.add informer:${informer}` }],
      checks: [
        check('The error came in the stream: 410 Expired.', '错误在流中到来：410 Expired。', (seen) => {
          const error = ofKind(seen.entries(`kind:reflector.error code:410 informer:${informer}`)[0], 'reflector.error');
          return error?.phase === 'stream' && error.will === 'relist';
        }),
        exactly(1, `kind:handler.update informer:${informer} key:${namespace}/lease-1`, 'Five renewals are one update.', '五次续约成为一次更新。'),
        check('The deletion is a tombstone.', '删除是一块墓碑。', (seen) => ofKind(seen.entries(`kind:handler.delete informer:${informer} key:${namespace}/lease-2`)[0], 'handler.delete')?.tombstone === true),
        exactly(1, `kind:handler.add informer:${informer} key:${namespace}/lease-4`, 'What is new is an Add.', '新的是一次 Add。'),
        atLeast(1, `kind:queue.add delta:Replaced informer:${informer}`, 'All of it came from the list.', '这些都来自 list。'),
      ],
      look: [{ entry: `kind:reflector.error code:410 informer:${informer}`, on: 'item' }, { filter: `informer:${informer}` }],
    },
  ],
};
