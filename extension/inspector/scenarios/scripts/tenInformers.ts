import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { check, configMap, configMaps } from './parts.ts';

const namespace = 'scenario-ten';
const objects = 300;

/** What sharing spares, measured both ways. */
export const tenInformers: Scenario = {
  id: 'tenInformers',
  title: words('Ten informers against one shared', '十个 informer 与一个共享'),
  rules: ['X-01', 'S-13'],
  namespace,
  teaches: words(
    'Ten parts of a program that each make an informer of their own cost ten watches, ten lists and ten caches. One from a factory costs one of each, and every handler hears the same.',
    '程序的十个部分各建一个 informer，就要十个 watch、十次 list 和十份缓存。用 factory 的一个，各只要一份，而每个 handler 听到的完全一样。',
  ),
  steps: [
    {
      title: words('Something worth keeping', '值得保留的东西'),
      text: words('Three hundred ConfigMaps of 8 KB, which share nothing.', '三百个 8 KB 的 ConfigMap，彼此毫无相同。'),
      do: [{ do: 'create', resource: configMaps, object: configMap(namespace, 'object-{n}'), times: objects, fill: 8192 }],
      until: [{ object: { resource: configMaps, namespace, name: `object-${objects}` } }, { measure: { of: 'watchCache', resource: configMaps }, as: 'quiet', gives: ({ objects: cached = 0 }) => cached >= objects }],
      look: [{ page: 'server' }],
    },
    {
      title: words('Ten that share nothing', '十个互不共享'),
      text: words('Ten informers list, watch and keep everything, each for itself. When all have synced it is measured what they have cost, and they stop.', '十个 informer 各自 list、watch 并保留一切。全部同步后测量开销，然后停止。'),
      do: [{ do: 'informersApart', resource: configMaps, namespace, count: 10, as: 'ten' }],
      checks: [
        check('Ten watches more were open on the server.', 'server 上多了十个 watch。', (seen) => (seen.measured('ten')['watchers'] ?? 0) - (seen.measured('quiet')['watchers'] ?? 0) === 10),
        check('Ten lists were sent.', '发出了十次 list。', (seen) => (seen.measured('ten')['lists'] ?? 0) >= 10),
        check('Every object was kept ten times.', '每个对象都保存了十份。', (seen) => (seen.measured('ten')['objects'] ?? 0) >= 10 * objects),
      ],
      look: [{ page: 'server' }],
    },
    {
      title: words('One that is shared', '一个共享的'),
      text: words('The same once: one list, one watch, one cache. Further handlers would add a buffer each, and nothing on the server.', '同样的事做一次：一次 list、一个 watch、一份缓存。更多的 handler 各加一个缓冲，server 上什么也不加。'),
      do: [{ do: 'informersApart', resource: configMaps, namespace, count: 1, as: 'one' }],
      checks: [
        check('One watch, and a tenth of the bytes.', '一个 watch，十分之一的字节。', (seen) => {
          const [ten, one, quiet] = [seen.measured('ten'), seen.measured('one'), seen.measured('quiet')];
          return (one['watchers'] ?? 0) - (quiet['watchers'] ?? 0) === 1 && (ten['bytes'] ?? 0) > 8 * (one['bytes'] ?? 0);
        }),
        check('Ten caches hold several times the memory of one.', '十份缓存占用数倍于一份的内存。', (seen) => (seen.measured('ten')['memory'] ?? 0) > 4 * (seen.measured('one')['memory'] ?? Infinity)),
      ],
      look: [{ page: 'server' }],
      figures: (seen) => {
        const [ten, one, quiet] = [seen.measured('ten'), seen.measured('one'), seen.measured('quiet')];
        const both = (name: string): number[] => [ten[name] ?? 0, one[name] ?? 0];
        return {
          columns: [words('ten informers', '十个 informer'), words('one shared', '一个共享')],
          rows: [
            { name: words('connections', '连接'), unit: 'count', values: both('watchers').map((watchers) => watchers - (quiet['watchers'] ?? 0)) },
            { name: words('lists', 'list'), unit: 'count', values: both('lists') },
            { name: words('bytes received', '收到的字节'), unit: 'bytes', values: both('bytes') },
            { name: words('objects kept', '保存的对象'), unit: 'count', values: both('objects') },
            { name: words('memory', '内存'), unit: 'bytes', values: both('memory') },
          ],
        };
      },
    },
  ],
};
