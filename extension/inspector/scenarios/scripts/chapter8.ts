import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, ofKind } from './parts.ts';

const namespace = 'scenario-retries';
const flaky = 'queue:flaky';

/** Get → reconcile → Forget or AddRateLimited → Done. */
export const chapter8: Scenario = {
  id: 'chapter8',
  chapter: 8,
  title: words('WorkQueue: Get, Forget, AddRateLimited, Done', 'WorkQueue：Get、Forget、AddRateLimited、Done'),
  rules: ['W-02', 'W-30', 'K-01', 'K-02'],
  namespace,
  teaches: words(
    'A worker gets a key, reconciles, and says Done in every case. Success forgets the failures of the key; failure puts it back after a wait that doubles. No other key waits for it.',
    'worker 取出 key，reconcile，无论结果都 Done。成功则 Forget 失败次数；失败则等待翻倍后放回。其他 key 不受影响。',
  ),
  steps: [
    {
      title: words('Some succeed, some fail', '有的成功，有的失败'),
      text: words('The sample Flaky fails half of the time, by a seed. Twelve ConfigMaps are there for it, with four workers.', '示例 Flaky 按种子有一半失败。为它准备了十二个 ConfigMap，四个 worker。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'task-{n}'), times: 12 },
        { do: 'runReconciler', sample: 'flaky', namespace },
      ],
      until: [{ entries: `kind:workqueue.ratelimited ${flaky} key:${namespace}/*` }, { entries: `kind:reconcile.end controller:flaky key:${namespace}/*` }],
      checks: [
        atLeast(1, `kind:reconcile.error controller:flaky key:${namespace}/*`, 'Some runs failed.', '有的运行失败了。'),
        atLeast(1, `kind:reconcile.end controller:flaky key:${namespace}/*`, 'Others went well meanwhile.', '同时有的成功了。'),
      ],
      look: [{ page: 'queues' }, { filter: `stage:workqueue ${flaky}` }],
    },
    {
      title: words('Back again, later each time', '再来，每次更晚'),
      text: words('A key that fails twice waits 200 ms, then 400 ms. The article has 1 s to 5 min; client-go’s default is 5 ms doubling, with a bucket of 10 a second for all together.', '失败两次的 key 先等 200 ms，再等 400 ms。文章写 1 s 到 5 min；client-go 默认 5 ms 翻倍，另有全体共用的每秒 10 个的令牌桶。'),
      until: [{ entries: `kind:workqueue.ratelimited ${flaky} key:${namespace}/*`, that: (entry) => (ofKind(entry, 'workqueue.ratelimited')?.attempts ?? 0) >= 2, since: 'scenario' }],
      checks: [
        check('The wait has doubled for a key that failed again.', '再次失败的 key，等待翻倍。', (seen) => {
          const limited = seen.entries(`kind:workqueue.ratelimited ${flaky} key:${namespace}/*`, 'scenario').map((entry) => ofKind(entry, 'workqueue.ratelimited')!);
          return limited.some((second) => second.attempts === 2 && limited.some((first) => first.key === second.key && first.attempts === 1 && second.after >= 2 * first.after * 0.99));
        }),
      ],
      look: [{ entry: `kind:workqueue.ratelimited ${flaky} key:${namespace}/*`, on: 'item' }],
    },
    {
      title: words('In the end all is done', '最终全部完成'),
      text: words('Each key comes through at last, and its failures are forgotten. After each Get there was a Done.', '每个 key 最终都成功，失败次数被 Forget。每个 Get 之后都有 Done。'),
      until: Array.from({ length: 12 }, (_, index) => ({ entries: `kind:reconcile.end controller:flaky key:${namespace}/task-${index + 1}`, since: 'scenario' }) as const),
      checks: [
        atLeast(1, `kind:workqueue.forget ${flaky} key:${namespace}/*`, 'The failures of a key are forgotten when it comes through.', 'key 成功时，它的失败次数被 Forget。', 'scenario'),
        check('As many Done as Get.', 'Done 与 Get 一样多。', (seen) => {
          const count = (kind: string): number => seen.entries(`kind:workqueue.${kind} ${flaky} key:${namespace}/task-*`, 'scenario').length;
          return count('get') - count('done') <= 4 && count('get') >= 12;
        }),
      ],
      look: [{ filter: `stage:workqueue ${flaky}`, since: 'scenario' }, { page: 'queues' }],
      figures: (seen) => {
        const count = (kind: string): number => seen.entries(`kind:${kind} key:${namespace}/task-*`, 'scenario').length;
        return {
          columns: [words('of 12 keys', '十二个 key')],
          rows: [
            { name: words('runs', '运行'), unit: 'count', values: [count('reconcile.start')] },
            { name: words('failures', '失败'), unit: 'count', values: [count('reconcile.error')] },
          ],
        };
      },
    },
  ],
};
