import type { ItemLook } from '../../../protocol/pages/item.ts';
import type { TraceEntry } from '../../../trace/entry.ts';
import type { PicturedInformer, SessionPicture } from '../../sessionPicture.ts';

/** Which key is meant. */
export interface Subject {
  readonly entry: TraceEntry | undefined;
  /** Empty where none is known. */
  readonly informer: string;
  readonly key: string;
  /** Of the informer, while it runs. */
  readonly pictured: PicturedInformer | undefined;
}

/** The key that is named, or that of an entry: with its informer, also where the entry names only a controller. */
export function subjectOf(session: SessionPicture, { seq, informer: named, key: namedKey }: ItemLook): Subject {
  const entry = seq === null ? undefined : session.tracer.at(seq);
  const informer = entry ? (entry.informer ?? informerOf(session, entry)) : seq === null ? named : '';
  const key = entry ? (entry.key ?? '') : seq === null ? namedKey : '';
  return { entry, informer, key, pictured: session.informers.all.find(({ name }) => name === informer) };
}

/** Of the informers that its controller reads from, the one that has the key; that of another kind may have one of that name, too. */
function informerOf(session: SessionPicture, entry: TraceEntry): string {
  const controller = 'controller' in entry ? entry.controller : 'queue' in entry ? entry.queue : '';
  const { key = '' } = entry;
  if (key === '') return '';
  const own = session.informers.all.filter(({ controllers }) => controllers.includes(controller));
  return (own.find(({ informer }) => informer.indexer.get(key)) ?? own[0])?.name ?? '';
}
