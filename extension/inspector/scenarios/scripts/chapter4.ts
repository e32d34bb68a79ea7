import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-reflector';
const informer = `${configMaps}@${namespace}`;

/** List, watch, errors, back-off. */
export const chapter4: Scenario = {
  id: 'chapter4',
  chapter: 4,
  title: words('Reflector: list, watch, errors', 'Reflector：list、watch 与错误'),
  rules: ['R-02', 'R-20', 'R-44', 'P-05'],
  namespace,
  teaches: words(
    'The Reflector lists once, watches from the version of that list, and does so again after what it cannot resume from, each time after a longer back-off. A list brings no new Add for what is cached already.',
    'Reflector list 一次，从该版本开始 watch；遇到无法继续的错误就重来，每次退避更久。对已缓存的对象，重新 list 不会再有 Add。',
  ),
  steps: [
    {
      title: words('List, then watch', '先 list，后 watch'),
      text: words('Three ConfigMaps are there. The informer lists them from version 0, which the watch cache answers, and watches from the version of the list on. A fourth comes as an event.', '已有三个 ConfigMap。informer 以版本 0 list，由 watch cache 应答；然后从 list 的版本开始 watch。第四个作为事件到来。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'listed-{n}'), times: 3 },
        { do: 'startInformer', resource: configMaps, namespace },
        { do: 'create', resource: configMaps, object: configMap(namespace, 'watched') },
      ],
      until: [{ synced: informer }, { entries: `kind:reflector.event informer:${informer} key:${namespace}/watched` }],
      checks: [
        check('The list asked for version 0.', 'list 请求版本 0。', (seen) => ofKind(seen.entries(`kind:reflector.list informer:${informer}`)[0], 'reflector.list')?.resourceVersion === '0'),
        check('The watch begins at the version of the list.', 'watch 从 list 的版本开始。', (seen) => {
          const listed = ofKind(seen.entries(`kind:reflector.listed informer:${informer}`)[0], 'reflector.listed');
          return listed !== undefined && listed.resourceVersion === ofKind(seen.entries(`kind:reflector.watch informer:${informer}`)[0], 'reflector.watch')?.resourceVersion;
        }),
        atLeast(3, `kind:handler.add informer:${informer} key:${namespace}/listed-*`, 'Each listed object is an Add to the handler.', '每个被 list 的对象对 handler 都是一次 Add。'),
      ],
      look: [{ filter: `stage:reflector informer:${informer}` }],
    },
    {
      title: words('An error, and back-off', '出错与退避'),
      text: words(
        'The watch is dropped, and the next two lists are answered with 500. The Reflector waits longer after each: 0.8 s doubling to 30 s, with chance on top. The article has 500 ms to 5 min.',
        'watch 被切断，接下来两次 list 得到 500。Reflector 每次等得更久：0.8 s 翻倍直到 30 s，另加随机。文章写的是 500 ms 到 5 min。',
      ),
      do: [
        { do: 'answerNext', informer, request: 'watch', code: 410 },
        { do: 'answerNext', informer, request: 'list', code: 500 },
        { do: 'answerNext', informer, request: 'list', code: 500 },
        { do: 'dropWatch', informer },
      ],
      until: [{ entries: `kind:reflector.backoff informer:${informer}`, times: 3 }, { entries: `kind:reflector.listed informer:${informer}` }, { entries: `kind:reflector.watch informer:${informer}` }],
      checks: [
        atLeast(2, `kind:reflector.error code:500 informer:${informer}`, 'Two lists failed.', '两次 list 失败。'),
        check('The later back-off was longer than the base of the first.', '后面的退避长于最初的基数。', (seen) => {
          const ms = seen.entries(`kind:reflector.backoff informer:${informer}`).map((entry) => ofKind(entry, 'reflector.backoff')!.ms);
          return ms.length >= 3 && Math.max(...ms.slice(1)) >= 1600;
        }),
        exactly(0, `kind:handler.add informer:${informer}`, 'The relist is no news: no Add for what is cached.', '重新 list 没有新消息：已缓存的没有 Add。'),
      ],
      look: [{ entry: `kind:reflector.backoff informer:${informer}`, on: 'item' }, { filter: `stage:reflector informer:${informer}` }],
      figures: (seen) => ({
        columns: [words('back-off', '退避')],
        rows: seen.entries(`kind:reflector.backoff informer:${informer}`).map((entry, index) => ({ name: words(`failure ${index + 1}`, `第 ${index + 1} 次失败`), unit: 'ms' as const, values: [ofKind(entry, 'reflector.backoff')!.ms] })),
      }),
    },
    {
      title: words('Resync is no list', 'resync 不是 list'),
      text: words('A resync hands everything that is cached to the handlers again. The server is not asked: it finds what a handler lost, not what a watch missed.', 'resync 把缓存中的一切再交给 handler 一遍。它不问 server：能找回 handler 丢掉的，找不回 watch 漏掉的。'),
      do: [{ do: 'resync', informer }],
      until: [{ entries: `kind:handler.update informer:${informer}`, times: 4 }],
      checks: [
        check('Each call is marked as a resync.', '每次调用都标为 resync。', (seen) => seen.entries(`kind:handler.update informer:${informer}`).every((entry) => ofKind(entry, 'handler.update')?.resync === true)),
        exactly(0, `kind:reflector.list informer:${informer}`, 'Nothing was listed.', '没有 list。'),
      ],
      look: [{ entry: `kind:queue.resync informer:${informer}`, on: 'item' }],
    },
  ],
};
