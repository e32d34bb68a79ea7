import { sum } from '../../../base/sum.ts';
import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-relists';
const informer = `${configMaps}@${namespace}`;
const relists = 4;

/** Lists that the watch was to spare. */
export const relistStorm: Scenario = {
  id: 'relistStorm',
  title: words('Relist storm', 'relist 风暴'),
  rules: ['R-02', 'R-44', 'R-24'],
  namespace,
  teaches: words(
    'A watch that cannot be kept, behind a proxy say, ends in one complete list after the other. Each costs the server and this process what the watch was to spare; the back-off alone keeps it bearable.',
    'watch 若总是保不住，比如在某个代理之后，就会一次又一次完整 list。每次都花掉 watch 本要省下的开销；只有退避让它勉强可忍。',
  ),
  steps: [
    {
      title: words('A namespace with objects', '有对象的 namespace'),
      text: words('Twenty ConfigMaps, and an informer that has synced.', '二十个 ConfigMap，informer 已同步。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'object-{n}'), times: 20, fill: 2000 },
        { do: 'startInformer', resource: configMaps, namespace, clientGo: 'article' },
        { do: 'patch', resource: configMaps, namespace, name: 'object-1', body: { data: { value: '1' } } },
        { do: 'measure', what: { of: 'requests' }, as: 'before' },
      ],
      until: [{ synced: informer }, { entries: `kind:reflector.event informer:${informer}` }],
      look: [{ page: 'server' }],
    },
    {
      title: words('No watch is accepted', '没有 watch 被接受'),
      text: words(
        'Each watch is answered with 410 from now on, four times. After each the Reflector lists everything anew; the informer follows the article, with a back-off of 500 ms that doubles.',
        '此后每个 watch 都得到 410，共四次。每次之后 Reflector 重新 list 一切；这个 informer 按文章行事，退避 500 ms 起翻倍。',
      ),
      do: [...Array.from({ length: relists }, () => ({ do: 'answerNext', informer, request: 'watch', code: 410 }) as const), { do: 'dropWatch', informer }],
      until: [
        { entries: `kind:reflector.listed informer:${informer}`, times: relists },
        { entries: `kind:reflector.watch informer:${informer}`, times: relists },
        { measure: { of: 'requests' }, as: 'after', gives: () => true },
      ],
      checks: [
        atLeast(relists, `kind:reflector.listed informer:${informer}`, 'Four complete lists.', '四次完整的 list。'),
        exactly(0, `kind:handler.add,handler.delete informer:${informer}`, 'Nothing had changed: all of it was for nothing.', '什么都没变：全是白费。'),
        check('Each back-off was longer than the one before.', '每次退避都更长。', (seen) => {
          const ms = seen.entries(`kind:reflector.backoff informer:${informer}`).map((entry) => ofKind(entry, 'reflector.backoff')!.ms);
          return ms.length >= 3 && ms.every((each, index) => index === 0 || each > ms[index - 1]!);
        }),
      ],
      look: [{ filter: `kind:reflector.listed,reflector.backoff,reflector.error informer:${informer}` }, { page: 'lints' }],
      figures: (seen) => {
        const listed = seen.entries(`kind:reflector.listed informer:${informer}`).map((entry) => ofKind(entry, 'reflector.listed')!);
        return {
          columns: [words('of the storm', '这场风暴')],
          rows: [
            { name: words('complete lists', '完整的 list'), unit: 'count', values: [listed.length] },
            { name: words('objects listed', 'list 的对象'), unit: 'count', values: [sum(listed, ({ items }) => items)] },
            { name: words('bytes of lists', 'list 的字节'), unit: 'bytes', values: [sum(listed, ({ bytes }) => bytes)] },
          ],
        };
      },
    },
    {
      title: words('The storm is found', '风暴被发现'),
      text: words('The lint relist-storm tells it, with the lists as its evidence: four within a minute, after the first.', 'lint relist-storm 指出它，以这些 list 为证：首次之后一分钟内四次。'),
      until: [{ entries: `kind:lint.raised informer:${informer} relist`, since: 'scenario' }],
      checks: [atLeast(1, `kind:lint.raised informer:${informer} relist`, 'The lint is raised.', 'lint 已提出。', 'scenario')],
      look: [{ page: 'lints' }],
    },
  ],
};
