import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, ofKind } from './parts.ts';

const namespace = 'scenario-priority';
const queue = 'queue:configmap-mirror';
const early = 6;
const late = 30;

/** What has a lower priority waits as long as there is anything else. */
export const priorities: Scenario = {
  id: 'priorities',
  title: words('Starving priorities', '被饿死的低优先级'),
  rules: ['W-71', 'W-75'],
  namespace,
  teaches: words(
    'A queue with priorities serves what is new before what was there at the start. That makes a restart bearable; but while there is always something new, a key of low priority is never served. No ageing lifts it.',
    '带优先级的队列先处理新变化，再处理启动时已有的。这让重启可以忍受；但只要总有新变化，低优先级的 key 就永远轮不到。没有老化机制来提升它。',
  ),
  steps: [
    {
      title: words('A start with a backlog', '带着积压启动'),
      text: words('Six ConfigMaps are there when a controller with a priority queue comes up. They are given priority -100. Its workers are held before they take anything.', '带优先级队列的控制器启动时已有六个 ConfigMap，它们的优先级是 -100。worker 在取任何东西之前停住。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'early-{n}'), times: early },
        { do: 'hold', point: 'workqueue.get', owner: 'configmap-mirror' },
        { do: 'runReconciler', sample: 'configMapMirror', priority: true, namespace },
      ],
      until: [{ entries: `kind:workqueue.add ${queue} key:${namespace}/early-*`, times: early }],
      checks: [check('All of them wait with priority -100.', '它们都以优先级 -100 等待。', (seen) => seen.entries(`kind:workqueue.add ${queue} key:${namespace}/early-*`).every((entry) => ofKind(entry, 'workqueue.add')?.priority === -100))],
      look: [{ page: 'queues' }, { filter: `kind:workqueue.add ${queue}` }],
    },
    {
      title: words('What comes later is more important', '后来的更重要'),
      text: words('Thirty more ConfigMaps come, with priority 0.', '又来了三十个 ConfigMap，优先级是 0。'),
      do: [{ do: 'create', resource: configMaps, object: configMap(namespace, 'late-{n}'), times: late }],
      until: [{ entries: `kind:workqueue.add ${queue} key:${namespace}/late-*`, times: late }],
      checks: [check('They wait with priority 0.', '它们以优先级 0 等待。', (seen) => seen.entries(`kind:workqueue.add ${queue} key:${namespace}/late-*`).every((entry) => ofKind(entry, 'workqueue.add')?.priority === 0))],
      look: [{ page: 'queues' }],
    },
    {
      title: words('Last come, first served', '后来者先得'),
      text: words('The workers go on. All thirty that came later are served before the first of the six that have waited all the time. If they kept coming, the six would wait for ever.', '放行 worker。后来的三十个全部先于等了最久的六个。如果不断有新的来，那六个会永远等下去。'),
      do: [{ do: 'release' }],
      until: [{ entries: `kind:workqueue.get ${queue} key:${namespace}/early-*`, times: early }],
      checks: [
        check('Every key that came later was taken before each that was there first.', '后来的每个 key 都先于原有的每个 key。', (seen) => {
          const lastLate = seen.entries(`kind:workqueue.get ${queue} key:${namespace}/late-*`).at(late - 1);
          const [firstEarly] = seen.entries(`kind:workqueue.get ${queue} key:${namespace}/early-*`);
          return lastLate !== undefined && firstEarly !== undefined && lastLate.seq < firstEarly.seq;
        }),
        atLeast(late, `kind:workqueue.get ${queue} key:${namespace}/late-*`, 'Thirty overtook.', '三十个超了过去。'),
      ],
      look: [{ filter: `kind:workqueue.get ${queue}` }],
      figures: (seen) => {
        const waited = (name: string): number => Math.max(0, ...seen.entries(`kind:workqueue.get ${queue} key:${namespace}/${name}-*`).map((entry) => ofKind(entry, 'workqueue.get')!.waited));
        return { columns: [words('priority 0', '优先级 0'), words('priority -100', '优先级 -100')], rows: [{ name: words('longest wait', '最长等待'), unit: 'ms', values: [waited('late'), waited('early')] }] };
      },
    },
  ],
};
