import type { EntryOf, Seq } from '../../trace/entry.ts';

/** Kinds of lookups that are told apart. */
const maxLookups = 200;
/** Reads of one run that are kept. */
const keptReads = 50;

export interface LookupCount {
  count: number;
  /** Of `get`: it found nothing. */
  misses: number;
  /** The last of them, as its entry tells it. */
  last: string;
  seq: Seq;
}

export interface RunReads {
  readonly key: string;
  /** Its `reconcile.start`. */
  readonly seq: Seq;
  readonly lookups: string[];
  count: number;
}

/** What one controller has read from caches: each read is a request that the server was spared. */
export class ReadFigures {
  gets = 0;
  lists = 0;
  /** Alike but for key or value: `get v1/pods`, `byIndex v1/pods owner`. */
  readonly lookups = new Map<string, LookupCount>();
  /** The run that ended last. */
  lastRun: RunReads | undefined;
  /** Those that are under way, by key. */
  readonly #runs = new Map<string, RunReads>();

  /** One that goes on by itself. */
  copy(): ReadFigures {
    const copy = new ReadFigures();
    copy.gets = this.gets;
    copy.lists = this.lists;
    for (const [kind, counted] of this.lookups) copy.lookups.set(kind, { ...counted });
    copy.lastRun = this.lastRun; // it has ended: nothing is added to it
    for (const [key, run] of this.#runs) copy.#runs.set(key, { ...run, lookups: [...run.lookups] });
    return copy;
  }

  begin({ key, seq }: EntryOf<'reconcile.start'>): void {
    this.#runs.set(key, { key, seq, lookups: [], count: 0 });
  }

  read({ key, seq, lookup, rv }: EntryOf<'reconcile.read'>): void {
    const isGet = lookup.startsWith('get ');
    if (isGet) this.gets++;
    else this.lists++;
    const counted = this.#count(kindOf(lookup));
    if (counted) {
      counted.count++;
      if (isGet && rv === undefined) counted.misses++;
      counted.last = lookup;
      counted.seq = seq;
    }
    const run = this.#runs.get(key);
    if (!run) return;
    run.count++;
    if (run.lookups.length < keptReads) run.lookups.push(lookup);
  }

  end(key: string): void {
    this.lastRun = this.#runs.get(key) ?? this.lastRun;
    this.#runs.delete(key);
  }

  #count(kind: string): LookupCount | undefined {
    let counted = this.lookups.get(kind);
    if (!counted && this.lookups.size < maxLookups) this.lookups.set(kind, (counted = { count: 0, misses: 0, last: '', seq: 0 }));
    return counted;
  }
}

/** Verb, resource and index. */
function kindOf(lookup: string): string {
  const words = lookup.split(' ', 3);
  return (words[0] === 'byIndex' ? words : words.slice(0, 2)).join(' ');
}
