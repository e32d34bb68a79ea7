import type { ArticleNote } from '../trace/articleNote.ts';
import type { TraceEntry } from '../trace/entry.ts';

const notes = {
  backoff: {
    row: 1,
    article: 'delays grow from 500 ms to 5 min',
    source: 'client-go begins with 800 ms, doubles up to 30 s and adds up to as much again by chance',
    rules: ['R-02', 'R-03', 'R-04'],
  },
  cleared: {
    row: 2,
    article: 'after 410 the DeltaFIFO is cleared before the relist',
    source: 'client-go never empties the queue: what was queued is delivered first, and Replace adds to it',
    rules: ['R-44', 'R-66', 'D-24'],
  },
  expired: {
    row: 3,
    article: 'after 410 everything is listed anew',
    source: 'client-go lists from the last version that it saw, and asks for the newest state only when that list fails too',
    rules: ['R-44', 'R-24', 'R-20'],
  },
  listed: {
    row: 9,
    article: 'each listed object is queued as Added',
    source: 'client-go queues Replaced, or one ReplacedAll; the handler hears OnAdd because the store does not know the object yet',
    rules: ['D-19', 'F-20', 'P-05'],
  },
  resumed: {
    row: 10,
    article: 'a broken watch is resumed from the last version',
    source: 'client-go resumes after a clean end, 429 or a refused connection; after any other failure it waits and lists',
    rules: ['R-43', 'R-47', 'R-48'],
  },
  resynced: {
    row: 11,
    article: 'a resync, every 30 s, queues every object',
    source: 'client-go has no resync unless it is asked for one, and passes over keys with deltas in the queue',
    rules: ['D-28', 'R-62', 'R-65', 'S-22'],
  },
  kept: {
    row: 15,
    article: 'the full history of a key is kept until it is popped',
    source: 'client-go merges two deletions of a key in a row into one',
    rules: ['D-09'],
  },
  retried: {
    row: 21,
    article: 'the work queue waits from 1 s to 5 min',
    source: 'client-go waits 5 ms, doubled with each failure up to 1000 s, and lets 10 in a second pass, 100 at once',
    rules: ['W-30', 'W-35', 'W-36'],
  },
} as const satisfies Readonly<Record<string, ArticleNote>>;

/**
 * What is to be said of an entry of an informer that behaves as the article tells (`clientGo: 'article'`), or of a work
 * queue with its limiter; undefined where article and client-go agree.
 */
export function articleNoteOf(entry: TraceEntry): ArticleNote | undefined {
  switch (entry.kind) {
    case 'reflector.backoff':
      return notes.backoff;
    case 'reflector.error':
      if (entry.code === 410) return notes.expired;
      return isResumed(entry) ? notes.resumed : undefined;
    case 'queue.drop':
      return entry.rule === 'row 2' ? notes.cleared : undefined;
    case 'queue.pop':
      return entry.deltas.some((delta, index) => delta === 'Deleted' && entry.deltas[index - 1] === 'Deleted') ? notes.kept : undefined;
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
