import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { check } from './parts.ts';

const ci = 'playground-reader';
const controller = 'system:serviceaccount:kube-system:replicaset-controller';
const pods = 'v1/pods';

/** Priority and fairness: the many are sent away, the important goes on. */
export const ciFlood: Scenario = {
  id: 'ciFlood',
  title: words('A CI flood', 'CI 洪水'),
  teaches: words(
    'An API server has seats for so many requests at a time, 400 for reading and 200 for writing, which priority levels share. A pipeline that lists everything in hundreds of jobs fills the queues of its own level, and gets 429 with Retry-After; a controller of the system has another level, and goes on.',
    'API server 同时只有这么多席位：读 400，写 200，由各 priority level 分享。数百个作业同时 list 的流水线填满自己 level 的队列，得到 429 和 Retry-After；系统控制器在另一个 level，照常工作。',
  ),
  steps: [
    {
      title: words('A small server', '一台小 server'),
      text: words('The server is given 20 seats for reading and 10 for writing, and the pipeline’s lists take two seconds each.', 'server 只给 20 个读席位和 10 个写席位，流水线的每次 list 要两秒。'),
      do: [
        { do: 'limitInflight', reading: 20, mutating: 10 },
        { do: 'fault', fault: { kind: 'slowAnswer', scope: { resource: pods, user: ci }, times: 0, ms: 2000 } },
        { do: 'measure', what: { of: 'priorityLevel', level: 'workload-high' }, as: 'highBefore' },
        { do: 'measure', what: { of: 'priorityLevel', level: 'global-default' }, as: 'lowBefore' },
      ],
      checks: [check('The level of ordinary users has a few of the seats.', '普通用户的 level 只有少数席位。', (seen) => (seen.measured('lowBefore')['seats'] ?? Infinity) < 10)],
      look: [{ page: 'server' }],
    },
    {
      title: words('Four hundred jobs', '四百个作业'),
      text: words('Four hundred jobs of the pipeline list all pods at the same time. Its requests are dealt to a few of the level’s queues; when those are full the rest is sent away. Meanwhile a controller lists, calmly, one after the other.', '流水线的四百个作业同时 list 所有 pod。它的请求只分到该 level 的少数队列；满了以后其余被打发走。同时一个控制器不慌不忙地逐个 list。'),
      do: [{ do: 'flood', user: ci, calm: controller, resource: pods, concurrent: 400, as: 'flood' }],
      until: [
        { measure: { of: 'priorityLevel', level: 'workload-high' }, as: 'highAfter', gives: () => true },
        { measure: { of: 'priorityLevel', level: 'global-default' }, as: 'lowAfter', gives: () => true },
      ],
      checks: [
        check('Some of the jobs got 429, with Retry-After.', '一部分作业得到 429 和 Retry-After。', (seen) => (seen.measured('flood')['refused'] ?? 0) >= 10 && (seen.measured('flood')['retryAfter'] ?? 0) >= 1),
        check('The controller was answered each time.', '控制器每次都得到应答。', (seen) => (seen.measured('flood')['calmAnswered'] ?? 0) >= 20 && seen.measured('flood')['calmRefused'] === 0),
        check('Only the level of the pipeline sent anybody away.', '只有流水线的 level 拒绝了请求。', (seen) => {
          const rejected = (name: string): number => seen.measured(name)['rejected'] ?? 0;
          return rejected('lowAfter') > rejected('lowBefore') && rejected('highAfter') === rejected('highBefore');
        }),
      ],
      look: [{ page: 'server' }],
      figures: (seen) => {
        const figures = seen.measured('flood');
        const value = (name: string): number => figures[name] ?? 0;
        return {
          columns: [words('the pipeline', '流水线'), words('the controller', '控制器')],
          rows: [
            { name: words('answered', '得到应答'), unit: 'count', values: [value('answered'), value('calmAnswered')] },
            { name: words('sent away with 429', '以 429 打发'), unit: 'count', values: [value('refused'), value('calmRefused')] },
          ],
        };
      },
    },
  ],
};
