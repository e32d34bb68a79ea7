import type { TraceEntry } from '../../../trace/entry.ts';
import type { Scenario } from '../scenario.ts';
import { words } from '../words.ts';
import { atLeast, check, exactly, ofKind } from './parts.ts';

const config = { resource: 'v1/configmaps', namespace: 'default', name: 'stale-read' } as const;
const controller = 'controller:stale-read key:default/stale-read';
const created = `kind:reconcile.write verb:create code:201 ${controller}`;
const deleted = `kind:reconcile.write verb:delete ${controller}`;
const held = { do: 'hold', point: 'watch.event', owner: 'v1/pods@default', key: 'default/stale-read-*' } as const;

function isStale(entry: TraceEntry): boolean {
  return (ofKind(entry, 'reconcile.read')?.unseen?.length ?? 0) > 0;
}

/** A reconciler acts on a cache that has not got its own write. */
export const unseenWrite: Scenario = {
  id: 'unseenWrite',
  title: words('Own write not yet in the cache', '自己的写还没进缓存'),
  rules: ['K-01', 'P-10'],
  teaches: words(
    'A reconciler writes to the server and reads from the cache, which gets the write later, through the watch. Whoever runs again before that sees the world without its own work, and does it twice. Expectations, or names that follow from what is wanted, are the cure.',
    'reconciler 写 server、读缓存，而缓存要等 watch 才得到这次写。在那之前再次运行，看到的是没有自己成果的世界，于是做了两遍。办法是 expectations，或由期望推导出的名字。',
  ),
  steps: [
    {
      title: words('Two pods are wanted', '想要两个 pod'),
      text: words('The sample Stale Read keeps as many pods as a ConfigMap asks for, with names that the server makes up.', '示例 Stale Read 按 ConfigMap 的要求维持 pod 数量，名字由 server 生成。'),
      do: [{ do: 'runReconciler', sample: 'staleRead', namespace: 'default' }],
      until: [{ entries: created, times: 2 }, { entries: 'kind:store.add informer:v1/pods key:default/stale-read-*', times: 2 }, { object: config, is: (object) => object?.metadata.annotations?.['note'] === 'saw 2 of 2' }],
      look: [{ filter: controller }],
    },
    {
      title: words('The watch of pods is late', 'pod 的 watch 迟到'),
      text: words('The watch events of its pods are held, and five are asked for. It makes three, notes it on the ConfigMap, hears of the note, counts two pods again, and makes three more. Nothing refuses.', '它的 pod 的 watch 事件被停住，这时要求五个。它建了三个，在 ConfigMap 上记下，又听到这条记录，再数仍是两个 pod，于是又建三个。没有谁拒绝。'),
      do: [held, { do: 'patch', ...config, body: { data: { pods: '5' } } }],
      until: [{ entries: created, times: 6 }],
      checks: [
        check('It acted on a read that did not have its own write.', '它依据了没有自己写入的读。', (seen) => seen.entries(`kind:reconcile.read ${controller}`).some(isStale)),
        atLeast(6, created, 'It made at least six where three were missing.', '只缺三个，却至少建了六个。'),
      ],
      look: [{ entry: created, on: 'chain' }, { filter: `kind:reconcile.read,reconcile.write ${controller}` }],
    },
    {
      title: words('It is found', '被发现'),
      text: words('Each read says which writes of its own the cache has not got; the lint unseen-write says that it has acted on such a one.', '每次读都说明缓存缺少自己的哪些写；lint unseen-write 指出它据此行动。'),
      until: [{ entries: 'kind:lint.raised key:default/stale-read', since: 'scenario' }],
      look: [{ page: 'lints' }],
    },
    {
      title: words('Too many arrive', '多出来的到了'),
      text: words('The events come through, there are too many pods, and it deletes some.', '事件到来，pod 太多，它又删掉一些。'),
      do: [{ do: 'release' }],
      until: [{ entries: deleted, times: 3 }, { object: config, is: (object) => object?.metadata.annotations?.['note'] === 'saw 5 of 5' }],
      checks: [atLeast(3, deleted, 'What was made too much is deleted.', '多建的被删除。')],
      look: [{ filter: `kind:reconcile.write ${controller}`, since: 'scenario' }],
    },
    {
      title: words('Expectations', 'expectations'),
      text: words('The ConfigMap asks for the cure, and for seven pods while their watch is held again. Now it remembers what it has made, and waits until the cache has seen it.', 'ConfigMap 要求采用办法，并在 pod 的 watch 再次停住时要求七个。这回它记得自己建了什么，等到缓存看见为止。'),
      do: [held, { do: 'patch', ...config, body: { metadata: { annotations: { cure: 'expectations' } }, data: { pods: '7' } } }],
      until: [{ entries: created, times: 2 }, { entries: `kind:reconcile.end ${controller}`, that: (entry) => ofKind(entry, 'reconcile.end')?.result === 'requeueAfter' }],
      checks: [exactly(2, created, 'Two were missing, and two were made.', '缺两个，就建了两个。')],
      look: [{ filter: `kind:reconcile.read,reconcile.write,reconcile.end ${controller}` }],
    },
    {
      title: words('Settled', '安定'),
      text: words('The events come through, and nothing is left to do.', '事件到来，无事可做。'),
      do: [{ do: 'release' }],
      until: [{ object: config, is: (object) => object?.metadata.annotations?.['note'] === 'saw 7 of 7' }],
      checks: [exactly(0, deleted, 'Nothing had to be deleted.', '什么也不必删。')],
      look: [{ filter: `kind:reconcile.write ${controller}` }],
    },
  ],
};
