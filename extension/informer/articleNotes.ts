import type { ArticleNote } from '../trace/articleNote.ts';
import type { TraceEntry } from '../trace/entry.ts';
import { articleRows, type ArticleRowNumber } from './articleRows.ts';

function noteOf(row: ArticleRowNumber): ArticleNote {
  const { article, source, rules } = articleRows[row];
  return { row, article: article.en, source: source.en, rules };
}

const notes = {
  backoff: noteOf(1),
  cleared: noteOf(2),
  expired: noteOf(3),
  listed: noteOf(9),
  resumed: noteOf(10),
  resynced: noteOf(11),
  kept: noteOf(15),
  retried: noteOf(21),
} as const satisfies Readonly<Record<string, ArticleNote>>;

/**
 * What is to be said of an entry of an informer that behaves as the article tells (`clientGo: 'article'`), or of a work
 * queue with its limiter; undefined where article and client-go agree.
 */
export function articleNoteOf(entry: TraceEntry): ArticleNote | undefined {
  switch (entry.kind) {
    case 'reflector.error':
      if (entry.code === 410) return notes.expired;
      return isResumed(entry) ? notes.resumed : undefined;
    case 'queue.drop':
      return entry.rule === 'row 2' ? notes.cleared : undefined;
    case 'queue.pop':
      return entry.deltas.some((delta, index) => delta === 'Deleted' && entry.deltas[index - 1] === 'Deleted') ? notes.kept : undefined;
    default:
      return noteOfEither(entry);
  }
}

/** What is to be said of an entry of what behaves as client-go does: the article tells it otherwise. */
export function sourceNoteOf(entry: TraceEntry): ArticleNote | undefined {
  switch (entry.kind) {
    case 'reflector.error':
      if (entry.code === 410) return notes.expired;
      return entry.will === 'relist' && (entry.phase === 'stream' || entry.phase === 'watch') ? notes.resumed : undefined;
    case 'queue.coalesced':
      return entry.from === 'Deleted' && entry.into === 'Deleted' ? notes.kept : undefined;
    default:
      return noteOfEither(entry);
  }
}

/** Where both do something of the kind, each in its way. */
function noteOfEither(entry: TraceEntry): ArticleNote | undefined {
  switch (entry.kind) {
    case 'reflector.backoff':
      return notes.backoff;
    // A DeltaFIFO's: the article knows no other queue, and those do as client-go's.
    case 'queue.replace':
      return entry.rule === 'D-19' ? notes.listed : undefined;
    case 'queue.resync':
      return entry.rule === 'D-28' ? notes.resynced : undefined;
    case 'workqueue.ratelimited':
      return notes.retried;
    default:
      return undefined;
  }
}

/** Whether client-go would list where this goes on. Of a watch that got no answer client-go opens another, too, in most cases (R-34, T-02). */
function isResumed({ phase, will, code }: TraceEntry & { readonly kind: 'reflector.error' }): boolean {
  if (will !== 'rewatch' || code === 429) return false;
  return phase === 'stream' || (phase === 'watch' && code > 0);
}
