import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, configMap, configMaps, exactly, ofKind } from './parts.ts';

const namespace = 'scenario-recreate';
const informer = `${configMaps}@${namespace}`;
const key = `${namespace}/phoenix`;

/** One key, two objects. */
export const deleteAndRecreate: Scenario = {
  id: 'deleteAndRecreate',
  title: words('Delete and re-create', '删除后重建'),
  rules: ['P-05', 'D-21'],
  namespace,
  teaches: words(
    'A key is not an object. One that is deleted and created again under the same name between two looks is an Update from the old object to the new one, with another UID. Whoever keeps something by the key keeps it for a stranger.',
    'key 不是对象。两次查看之间删除又以同名创建，就是一次从旧对象到新对象的 Update，UID 不同。按 key 记住的东西，会落到陌生对象头上。',
  ),
  steps: [
    {
      title: words('Seen, it is two changes', '看得见时是两次变化'),
      text: words('While the watch is open, the deletion and the creation are two events, and the handlers are told of both.', 'watch 打开时，删除和创建是两个事件，handler 都会得知。'),
      do: [
        { do: 'create', resource: configMaps, object: configMap(namespace, 'phoenix') },
        { do: 'startInformer', resource: configMaps, namespace },
      ],
      until: [{ synced: informer }, { entries: `kind:reflector.watch informer:${informer}` }, { entries: `kind:handler.add informer:${informer} key:${key}` }],
      look: [{ page: 'cache' }],
    },
    {
      title: words('Deleted and created again', '删除后再创建'),
      text: words('kubectl replaces it, as kubectl replace --force does.', 'kubectl 替换它，就像 kubectl replace --force。'),
      do: [
        { do: 'delete', resource: configMaps, namespace, name: 'phoenix' },
        { do: 'create', resource: configMaps, object: configMap(namespace, 'phoenix', { value: 'second' }) },
      ],
      until: [{ entries: `kind:handler.delete informer:${informer} key:${key}` }, { entries: `kind:handler.add informer:${informer} key:${key}` }],
      checks: [
        exactly(1, `kind:handler.delete informer:${informer} key:${key}`, 'One deletion.', '一次删除。'),
        exactly(1, `kind:handler.add informer:${informer} key:${key}`, 'One creation.', '一次创建。'),
      ],
      look: [{ filter: `stage:handler informer:${informer} key:${key}` }],
    },
    {
      title: words('Unseen, it is one update', '看不见时是一次更新'),
      text: words(
        'Now the same happens while there is no watch: it is dropped, cannot be resumed, and the list is held until the ConfigMap has been replaced.',
        '这次发生在没有 watch 的时候：watch 被切断且无法继续，list 停住，直到 ConfigMap 已被替换。',
      ),
      do: [
        { do: 'hold', point: 'list.page', owner: informer },
        { do: 'answerNext', informer, request: 'watch', code: 410 },
        { do: 'dropWatch', informer },
      ],
      until: [{ held: 'list.page', owner: informer }],
      look: [{ filter: `stage:reflector informer:${informer}` }],
    },
    {
      title: words('Another object under the same key', '同一个 key 下的另一个对象'),
      text: words('The list has an object of that name, so the cache is updated: from the old one to one that never was it. Compare UIDs where it matters.', 'list 里有同名对象，于是缓存更新：从旧对象变成一个从来不是它的对象。在要紧处请比较 UID。'),
      do: [
        { do: 'delete', resource: configMaps, namespace, name: 'phoenix' },
        { do: 'create', resource: configMaps, object: configMap(namespace, 'phoenix', { value: 'third' }) },
        { do: 'release' },
      ],
      until: [{ entries: `kind:handler.update informer:${informer} key:${key}` }],
      checks: [
        check('The update is from one UID to another.', '这次更新跨越了两个 UID。', (seen) => ofKind(seen.entries(`kind:store.update informer:${informer} key:${key}`)[0], 'store.update')?.uidChanged === true),
        exactly(0, `kind:handler.delete informer:${informer} key:${key}`, 'No handler was told of a deletion.', '没有 handler 得知删除。'),
        atLeast(1, `kind:queue.add delta:Replaced informer:${informer} key:${key}`, 'The list brought it.', '由 list 带来。'),
      ],
      look: [{ entry: `kind:store.update informer:${informer} key:${key}`, on: 'item' }, { entry: `kind:handler.update informer:${informer} key:${key}`, on: 'chain' }],
    },
  ],
};
