import { Emitter, type Event } from '../base/emitter.ts';
import type { EntryOf, Seq, TraceEntry } from '../trace/entry.ts';

/** Keys that are kept; of more, those that have come to rest are forgotten. */
const maxRows = 100_000;
/** How far the search for one that rests goes, so that an entry stays cheap. */
const maxSearch = 64;
const writesKept = 5;

type WriteEntry = EntryOf<'reconcile.write'>;

/** A write of a run, as its entry told it. */
export type KeyWrite = Pick<WriteEntry, 'seq' | 't' | 'verb' | 'target' | 'code' | 'dryRun' | 'decided' | 'ms'>;

/** What has become of one key of a controller. Times are those of the session. */
export interface KeyRow {
  readonly key: string;
  /** It waits for a worker. */
  readonly queued: boolean;
  /** A worker has it. */
  readonly processing: boolean;
  /** When it comes again; in the past where it has come meanwhile. */
  readonly due: number | undefined;
  /** Failures in a row, as the limiter counts them. */
  readonly attempts: number;
  readonly runs: number;
  readonly lastRun: number | undefined;
  /** How its last run ended; undefined while none has, or where it failed. */
  readonly result: EntryOf<'reconcile.end'>['result'] | undefined;
  /** How long its last run took, in milliseconds. */
  readonly ms: number | undefined;
  /** Why its last run failed. */
  readonly error: string | undefined;
  /** Given up until it changes. */
  readonly dropped: boolean;
  /** The last few, the newest first. */
  readonly writes: readonly KeyWrite[];
}

type Row = { -readonly [Field in keyof KeyRow]: KeyRow[Field] };

/** What a table holds, for another to go on from. */
export interface KeyTableState {
  readonly rows: readonly KeyRow[];
  /** The entry that put off each key that is to come later. */
  readonly delayed: readonly (readonly [key: string, seq: Seq])[];
}

/** In which set of the work queue a key is now; at rest it is in none. */
export type KeyPlace = 'processing' | 'queued' | 'waiting' | 'settled';

export function placeOf({ processing, queued, due }: Pick<KeyRow, 'processing' | 'queued' | 'due'>, now: number): KeyPlace {
  if (processing) return 'processing';
  if (queued) return 'queued';
  return due !== undefined && due > now ? 'waiting' : 'settled';
}

/** The keys of one controller, folded from the trace: constant work for each entry. A key is there from its first add on. */
export class KeyTable {
  readonly #rows = new Map<string, Row>();
  readonly #isGone: (key: string) => boolean;
  readonly #onChange = new Emitter<string | undefined>();
  readonly #delayed = new Map<string, Seq>();
  /** Keys of rows that were made since the table was saved; undefined while it never was. */
  #unsaved: Set<string> | undefined;
  #failing = 0;

  /** @param isGone there is no object of this key any more: then it is forgotten when it has come to rest */
  constructor(isGone: (key: string) => boolean = () => false) {
    this.#isGone = isGone;
  }

  /** Fires with the key of a row that is another; undefined: there are other keys, or all are others. */
  readonly onChange: Event<string | undefined> = this.#onChange.event;

  get size(): number {
    return this.#rows.size;
  }

  /** Keys whose last run failed. */
  get failing(): number {
    return this.#failing;
  }

  /** In the order in which they came. */
  keys(): IterableIterator<string> {
    return this.#rows.keys();
  }

  get(key: string): KeyRow | undefined {
    return this.#rows.get(key);
  }

  /** The rows as they are now. They stay so: what changes is another row from then on. */
  save(): KeyTableState {
    this.#unsaved = new Set();
    return { rows: [...this.#rows.values()], delayed: [...this.#delayed] };
  }

  /** Goes on from what another table had. Of a new one only. */
  restore({ rows, delayed }: KeyTableState): void {
    for (const row of rows) this.#rows.set(row.key, { ...row });
    for (const [key, seq] of delayed) this.#delayed.set(key, seq);
    this.#failing = rows.filter(({ error }) => error !== undefined).length;
  }

  /** The queue is gone, and with it whatever was in it. */
  leaveQueue(): void {
    this.#delayed.clear();
    for (const key of this.#rows.keys()) Object.assign(this.#own(key)!, { queued: false, processing: false, due: undefined });
    this.#onChange.fire(undefined);
  }

  clear(): void {
    this.#delayed.clear();
    this.#rows.clear();
    this.#failing = 0;
    this.#onChange.fire(undefined);
  }

  dispose(): void {
    this.#onChange.dispose();
  }

  /** An entry of this controller, or of its queue. */
  note(entry: TraceEntry): void {
    const { key } = entry;
    if (!key) return; // of the whole: its setup, its leader
    const row = this.#own(key) ?? (isFirst(entry) ? this.#add(key) : undefined);
    if (!row) return;
    if (this.#change(row, entry)) this.#onChange.fire(key);
  }

  /** One that was saved is not written to any more. */
  #own(key: string): Row | undefined {
    const row = this.#rows.get(key);
    if (!row || !this.#unsaved || this.#unsaved.has(key)) return row;
    const own = { ...row };
    this.#rows.set(key, own);
    this.#unsaved.add(key);
    return own;
  }

  #change(row: Row, entry: TraceEntry): boolean {
    switch (entry.kind) {
      case 'workqueue.add':
        this.#arrive(row, entry);
        row.dropped = false;
        row.queued = !row.processing; // a key in hand is queued when it is done
        return true;
      case 'workqueue.coalesced':
        this.#arrive(row, entry);
        return false;
      case 'workqueue.get':
        row.queued = false;
        row.processing = true;
        row.attempts = entry.attempts;
        return true;
      case 'workqueue.done':
        row.processing = false;
        row.queued = entry.requeued;
        this.#forgetWhenGone(row);
        return true;
      case 'workqueue.delayed':
        row.due = Math.min(row.due ?? Infinity, entry.t + entry.after);
        this.#delayed.set(row.key, entry.seq);
        return true;
      case 'workqueue.ratelimited':
        row.attempts = entry.attempts;
        return true;
      case 'workqueue.forget':
        row.attempts = 0;
        return true;
      case 'workqueue.drop':
        row.dropped = true;
        return true;
      case 'reconcile.start':
        row.runs++;
        row.lastRun = entry.t;
        return true;
      case 'reconcile.end':
        row.result = entry.result;
        row.ms = entry.ms;
        if (row.error !== undefined) this.#failing--;
        row.error = undefined;
        return true;
      case 'reconcile.error':
        row.result = undefined;
        row.ms = entry.ms;
        if (row.error === undefined) this.#failing++;
        row.error = entry.message;
        return true;
      case 'reconcile.write':
        row.writes = [writeOf(entry), ...row.writes].slice(0, writesKept);
        return true;
      default:
        return false;
    }
  }

  /** What was to come later has come, when the add says that it came of that. */
  #arrive(row: Row, { cause = [] }: TraceEntry): void {
    const delayed = this.#delayed.get(row.key);
    if (delayed === undefined || !cause.includes(delayed)) return;
    this.#delayed.delete(row.key);
    row.due = undefined;
  }

  #forgetWhenGone(row: Row): void {
    const rests = !row.queued && row.due === undefined && row.error === undefined;
    if (!rests || !this.#isGone(row.key)) return;
    this.#rows.delete(row.key);
    this.#onChange.fire(undefined);
  }

  #add(key: string): Row {
    if (this.#rows.size >= maxRows) this.#makeRoom();
    const row: Row = { key, queued: false, processing: false, due: undefined, attempts: 0, runs: 0, lastRun: undefined, ms: undefined, result: undefined, error: undefined, dropped: false, writes: [] };
    this.#rows.set(key, row);
    this.#unsaved?.add(key);
    this.#onChange.fire(undefined);
    return row;
  }

  /** The oldest that rests, else the oldest. */
  #makeRoom(): void {
    let searched = 0;
    let oldest: string | undefined;
    for (const [key, row] of this.#rows) {
      oldest ??= key;
      if (!row.queued && !row.processing && row.due === undefined) {
        oldest = key;
        break;
      }
      if (++searched >= maxSearch) break;
    }
    if (oldest === undefined) return;
    if (this.#rows.get(oldest)!.error !== undefined) this.#failing--;
    this.#rows.delete(oldest);
  }
}

/** Whatever tells of a key for the first time; what comes after its row was forgotten does not bring it back. */
function isFirst({ kind }: TraceEntry): boolean {
  return kind === 'workqueue.add' || kind === 'workqueue.delayed' || kind === 'reconcile.start';
}

function writeOf({ seq, t, verb, target, code, dryRun, decided, ms }: WriteEntry): KeyWrite {
  return { seq, t, verb, target, code, dryRun, ...(decided && { decided }), ...(ms !== undefined && { ms }) };
}
