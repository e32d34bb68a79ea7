import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, exactly } from './parts.ts';

const paint = { resource: 'v1/configmaps', namespace: 'default', name: 'paint' } as const;
const writes = 'kind:reconcile.write verb:apply code:200 key:default/paint';

/** Two writers of one field. */
export const hotLoop: Scenario = {
  id: 'hotLoop',
  title: words('Hot loop of two writers', '两个写者的热循环'),
  rules: ['K-02', 'W-30'],
  teaches: words(
    'Two controllers that each want their own value in one field never settle: each write is a watch event for the other. No error, no back-off. The cure is one owner for each field, which server-side apply without force enforces.',
    '两个控制器都想在同一字段写自己的值，就永远不会停：每次写都是对方的 watch 事件。没有错误，也没有退避。办法是每个字段只有一个所有者，不带 force 的 server-side apply 会强制这一点。',
  ),
  steps: [
    {
      title: words('Blue alone settles', '只有蓝色时会停'),
      text: words('Hot Loop Blue paints a ConfigMap blue, and is content.', 'Hot Loop Blue 把一个 ConfigMap 涂成蓝色，便满足了。'),
      do: [{ do: 'runReconciler', sample: 'hotLoopBlue' }],
      until: [{ object: paint, is: (object) => (object?.['data'] as { color?: string } | undefined)?.color === 'blue' }, { entries: `${writes},201 controller:hot-loop-blue` }],
      look: [{ filter: 'controller:hot-loop-blue' }],
    },
    {
      title: words('Green wants it green', '绿色想要绿色'),
      text: words('Hot Loop Green comes, and paints it green. Blue hears of it, and paints it blue …', 'Hot Loop Green 来了，把它涂成绿色。蓝色得知，又涂成蓝色……'),
      do: [{ do: 'runReconciler', sample: 'hotLoopGreen' }],
      until: [{ entries: `${writes} controller:hot-loop-blue`, times: 10 }, { entries: `${writes} controller:hot-loop-green`, times: 10 }],
      checks: [exactly(0, 'kind:reconcile.error key:default/paint', 'Nobody fails, so nobody is slowed down.', '没有人失败，所以也没有人被减速。')],
      look: [{ entry: writes, on: 'chain' }, { filter: writes }],
      figures: (seen) => {
        const all = seen.entries(writes);
        const seconds = ((all.at(-1)?.t ?? 0) - (all[0]?.t ?? 0)) / 1000;
        return { columns: [words('together', '合计')], rows: [{ name: words('writes', '写'), unit: 'count', values: [all.length] }, { name: words('writes a second', '每秒的写'), unit: 'perSecond', values: [seconds > 0 ? (all.length - 1) / seconds : 0] }] };
      },
    },
    {
      title: words('The fight is found', '争斗被发现'),
      text: words('The lint hot-loop names the field and its two writers, from the causes of the trace.', 'lint hot-loop 根据 trace 的因果指出字段和两个写者。'),
      until: [{ entries: 'kind:lint.raised key:default/paint', since: 'scenario' }],
      checks: [check('It names the field data.color.', '它指出字段 data.color。', (seen) => seen.entries('kind:lint.raised key:default/paint', 'scenario').some((entry) => entry.kind === 'lint.raised' && entry.evidence.field === 'data.color'))],
      look: [{ page: 'lints' }],
    },
    {
      title: words('The cure', '办法'),
      text: words('The ConfigMap asks both to apply without force: the server knows who owns the field, and refuses the other with 409. It gives up, and the fight is over.', 'ConfigMap 要求两者不带 force 地 apply：server 知道谁拥有该字段，用 409 拒绝另一个。它放弃，争斗结束。'),
      do: [{ do: 'patch', ...paint, body: { metadata: { annotations: { cure: 'no-force' } } } }],
      until: [{ entries: 'kind:reconcile.write verb:apply code:409 key:default/paint' }, { entries: 'kind:reconcile.error key:default/paint' }],
      checks: [atLeast(1, 'kind:reconcile.write verb:apply code:409 key:default/paint', 'The server refused one of them.', 'server 拒绝了其中一个。')],
      look: [{ entry: 'kind:reconcile.write verb:apply code:409 key:default/paint', on: 'chain' }],
    },
  ],
};
