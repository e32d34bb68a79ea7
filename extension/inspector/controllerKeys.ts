import type { Seq, TraceEntry, WriteVerb } from '../trace/entry.ts';
import type { WorkQueueSnapshot } from '../workqueue/rateLimitingInterface.ts';

/** A write of the last run of a key. */
export interface KeyWrite {
  readonly seq: Seq;
  readonly verb: WriteVerb;
  readonly target: string;
  /** HTTP status; 0 when no answer came. */
  readonly code: number;
  readonly dryRun: boolean;
  readonly decided?: 'skipped' | 'failed' | 'delayed';
}

/**
 * - `processing`: a worker has it in hand
 * - `queued`: it waits for a worker
 * - `waiting`: it waits for its time
 * - `settled`: nothing is to be done until something about it changes
 */
export type KeyState = 'processing' | 'queued' | 'waiting' | 'settled';

/** `dropped`: it is not tried again until it changes. */
export type KeyResult = 'done' | 'requeue' | 'requeueAfter' | 'failed' | 'dropped';

/** One key of a controller: where it is now, and what came of its last run. */
export interface ControllerKey {
  readonly key: string;
  readonly state: KeyState;
  /** It was asked for again while a worker has it in hand. */
  readonly isDirty: boolean;
  /** Failures in a row. */
  readonly attempts: number;
  /** Milliseconds until it is tried again, while it waits for its time. */
  readonly dueInMs?: number;
  readonly runs: number;
  /** Absent until a run has ended. */
  readonly lastResult?: KeyResult;
  /** Why the last run failed. */
  readonly lastError?: string;
  /** Session time at which the last run ended, and the milliseconds that it took. */
  readonly lastRun?: { readonly seq: Seq; readonly t: number; readonly ms: number };
  /** Of the last run; the first of them when they are many. */
  readonly lastWrites: readonly KeyWrite[];
}

interface History {
  runs: number;
  attempts: number;
  result?: KeyResult;
  error: string | undefined;
  run?: ControllerKey['lastRun'];
  writes: KeyWrite[];
}

/** More than a person looks through; the ones that have not run for longest are forgotten first. */
const keysKept = 10_000;
const writesKept = 50;

/** What the trace tells of the keys of one controller, folded as it comes. */
export class ControllerKeys {
  /** In the order of their last entries. */
  readonly #histories = new Map<string, History>();

  /** Does constant work: it runs for each entry of the controller and its queue. */
  fold(entry: TraceEntry): void {
    if (entry.key === undefined || entry.key === '') return;
    switch (entry.kind) {
      case 'reconcile.start': {
        const history = this.#touch(entry.key);
        history.runs++;
        history.writes = [];
        return;
      }
      case 'reconcile.write': {
        const { writes } = this.#touch(entry.key);
        const { seq, verb, target, code, dryRun, decided } = entry;
        if (writes.length < writesKept) writes.push({ seq, verb, target, code, dryRun, ...(decided && { decided }) });
        return;
      }
      case 'reconcile.end':
        return this.#ended(entry.key, entry.result, undefined, entry);
      case 'reconcile.error':
        return this.#ended(entry.key, 'failed', entry.message, entry);
      case 'workqueue.ratelimited':
        this.#touch(entry.key).attempts = entry.attempts;
        return;
      case 'workqueue.forget':
        this.#touch(entry.key).attempts = 0;
        return;
      case 'workqueue.drop':
        this.#touch(entry.key).result = 'dropped';
        return;
      default:
    }
  }

  /** Together with what the queue says now: what is under way first, then what waits, what failed, and the rest by name. */
  rows({ queue, dirty, processing, waiting }: Pick<WorkQueueSnapshot, 'queue' | 'dirty' | 'processing' | 'waiting'>): ControllerKey[] {
    const due = new Map(waiting.map(({ key, dueInMs }) => [key, dueInMs]));
    const sets = { processing: new Set(processing), queue: new Set(queue), dirty: new Set(dirty), due };
    const keys = new Set([...processing, ...queue, ...due.keys(), ...this.#histories.keys()]);
    const rows = Array.from(keys, (key) => rowOf(key, this.#histories.get(key), sets));
    return rows.toSorted((one, other) => rankOf(one) - rankOf(other) || (one.dueInMs ?? 0) - (other.dueInMs ?? 0) || (one.key < other.key ? -1 : 1));
  }

  #ended(key: string, result: KeyResult, error: string | undefined, { seq, t, ms }: { readonly seq: Seq; readonly t: number; readonly ms: number }): void {
    const history = this.#touch(key);
    history.result = result;
    history.error = error;
    history.run = { seq, t, ms };
  }

  #touch(key: string): History {
    const history = this.#histories.get(key) ?? { runs: 0, attempts: 0, error: undefined, writes: [] };
    this.#histories.delete(key);
    this.#histories.set(key, history);
    if (this.#histories.size > keysKept) this.#histories.delete(this.#histories.keys().next().value!);
    return history;
  }
}

interface Sets {
  readonly processing: ReadonlySet<string>;
  readonly queue: ReadonlySet<string>;
  readonly dirty: ReadonlySet<string>;
  readonly due: ReadonlyMap<string, number>;
}

function rowOf(key: string, history: History | undefined, { processing, queue, dirty, due }: Sets): ControllerKey {
  const { runs = 0, attempts = 0, result, error, run, writes = [] } = history ?? {};
  const state: KeyState = processing.has(key) ? 'processing' : queue.has(key) ? 'queued' : due.has(key) ? 'waiting' : 'settled';
  const dueInMs = due.get(key);
  return {
    key,
    state,
    isDirty: state === 'processing' && dirty.has(key),
    attempts,
    runs,
    ...(dueInMs !== undefined && { dueInMs }),
    ...(result && { lastResult: result }),
    ...(error !== undefined && { lastError: error }),
    ...(run && { lastRun: run }),
    lastWrites: writes,
  };
}

const ranks: Readonly<Record<KeyState, number>> = { processing: 0, queued: 1, waiting: 2, settled: 4 };

function rankOf({ state, lastResult }: ControllerKey): number {
  return state === 'settled' && (lastResult === 'failed' || lastResult === 'dropped') ? 3 : ranks[state];
}
