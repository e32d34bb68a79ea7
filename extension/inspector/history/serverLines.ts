import { ReplacedAllInfo } from '../../informer/delta.ts';
import { DeletedFinalStateUnknown } from '../../informer/eventHandler.ts';
import type { ListPage } from '../../informer/listerWatcher.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import { hasMetadata, type KubeObject } from '../../kube/object.ts';
import { compareResourceVersions } from '../../kube/resourceVersion.ts';
import type { InputLine } from '../../trace/recording.ts';
import type { Checkpoint, InformerCheckpoint } from './recorded.ts';

/**
 * What the servers of a checkpoint's informers had shown by then, as if they had shown it at that moment: what was known, as a list, and what was under way, a list
 * of which more is to come or a stream that has begun. So a recording whose beginning is dropped begins with what it led to. What somebody has made of an event
 * (What if) is in it.
 */
export function* serverLines({ informers, t }: Checkpoint): Generator<InputLine, void> {
  for (const informer of informers) for (const line of linesOf(informer, t)) yield { ...line, informer: informer.name };
}

function* linesOf(informer: InformerCheckpoint, t: number): Generator<InputLine, void> {
  const { version, pages, stream, gathered, events, current } = informer.cursor;
  const known = informer.cursor.list?.version ?? version;
  if (known !== '') yield { kind: 'input.list', t, options: {}, page: pageOf(objectsOf(informer), known) };
  // A whole list is one that was compared with a streamed one, which is known.
  if (pages.at(-1)?.continue && compareResourceVersions(pages[0]!.resourceVersion, known) > 0) {
    for (const [index, page] of pages.entries()) yield { kind: 'input.list', t, options: index === 0 ? {} : { continue: pages[index - 1]!.continue }, page };
  }
  if (stream === 'none') return;
  if (stream === 'initial') yield { kind: 'input.watch', t, watch: 1, options: { sendInitialEvents: true } };
  // What is older than what has been read is not the server's.
  const read = compareResourceVersions(versionOf(current?.object), known) > 0 ? versionOf(current?.object) : known;
  const unread = events.filter(({ object }) => compareResourceVersions(versionOf(object), read) > 0);
  const waiting = [...gathered.map(([, object]) => ({ type: 'ADDED', object })), ...(stream === 'initial' ? events : unread)];
  if (waiting.length > 0) yield { kind: 'input.watch', t, watch: 1, events: waiting };
}

/** What is cached, changed by what is on its way to it. */
function objectsOf({ keys, objects, held, cursor }: InformerCheckpoint): readonly KubeObject[] {
  if (cursor.list) return cursor.list.items;
  const known = new Map(keys.map((key, index) => [key, objects[index]!]));
  for (const { deltas } of held.queue?.waiting ?? []) {
    for (const { type, key, object } of deltas) {
      if (object instanceof ReplacedAllInfo) {
        known.clear();
        for (const each of object.objects) known.set(metaNamespaceKey(each), each);
      } else if (type === 'Deleted') known.delete(key);
      else if (key !== undefined && !(object instanceof DeletedFinalStateUnknown)) known.set(key, object);
    }
  }
  const { current, version } = cursor;
  // It is in nobody's queue yet.
  if (current && compareResourceVersions(versionOf(current.object), version) > 0) {
    if (current.type === 'DELETED') known.delete(current.key);
    else known.set(current.key, current.object);
  }
  return [...known.values()];
}

function versionOf(object: unknown): string {
  return hasMetadata(object) ? (object.metadata.resourceVersion ?? '') : '';
}

function pageOf(items: readonly KubeObject[], resourceVersion: string): ListPage {
  return { kind: `${items[0]?.kind ?? ''}List`, resourceVersion, items, bytes: 0 };
}
