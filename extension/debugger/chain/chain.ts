import type { EntryOf, TraceEntry } from '../../trace/entry.ts';
import { isOfServer } from '../../trace/serverEntry.ts';
import { type Causes, causesOf } from './causeWalk.ts';
import type { EffectWalk } from './effectWalk.ts';
import { type Fate, fatesOf } from './fates.ts';
import type { LivePipeline } from './livePipeline.ts';
import type { Trace } from './links.ts';
import { type Sequence, sequenceOf } from './sequence.ts';
import { type Waterfall, waterfallOf } from './waterfall.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { ownWriteOf, type Why, whyItRan, type WriterOf } from './why.ts';

/** Everything that can be said of where an entry comes from and where it leads. */
export interface Chain {
  readonly entry: TraceEntry;
  readonly causes: Causes;
  /** Oldest first. */
  readonly effects: readonly TraceEntry[];
  readonly moreEffects: boolean;
  /** Not everything that has happened since was looked through yet. */
  readonly searching: boolean;
  /** Of the runs that it belongs to or has led to, oldest first. */
  readonly runs: readonly ExplainedRun[];
  /** Why it has led to no run of its own, or how far it has got. */
  readonly fates: readonly Fate[];
  readonly waterfall: Waterfall;
  readonly sequence: Sequence;
}

export interface ExplainedRun extends Why {
  readonly outcome: readonly Outcome[];
}

/** Runs that are explained. */
const maxRuns = 5;

export interface ChainOptions {
  /** From the entry on; it is caught up by whoever keeps it. */
  readonly effects: EffectWalk;
  readonly live: LivePipeline;
  readonly writerOf: WriterOf;
}

/** Entries before and after the one that is asked about that are drawn and judged: more than these would be read by nobody. */
const nearest = 1000;

/** The chain of one entry. */
export function chainOf(trace: Trace, entry: TraceEntry, { effects: walk, live, writerOf }: ChainOptions): Chain {
  const causes = causesOf(trace, entry);
  const effects = walk.entries;
  const near = effects.slice(0, nearest);
  const whole = withWholeRuns(trace, inOrder([...causes.entries.slice(-nearest), entry, ...near]));
  const changeOf = changesByEvent(whole);
  return {
    entry,
    causes,
    effects,
    moreEffects: walk.more,
    searching: !walk.isDone,
    runs: runsOf(whole).map((run) => Object.assign(whyItRan(trace, run, writerOf), { outcome: outcomeOf(whole, run, live) })),
    fates: fatesOf(trace, entry, near, live),
    waterfall: waterfallOf(whole, live.now),
    sequence: sequenceOf(whole, (event) => {
      const change = changeOf.get(event.seq);
      return change && !ownWriteOf(trace, event) ? writerOf(change) : undefined;
    }),
  };
}

function runsOf(chain: readonly TraceEntry[]): readonly EntryOf<'reconcile.start'>[] {
  return chain.filter((each): each is EntryOf<'reconcile.start'> => each.kind === 'reconcile.start').slice(0, maxRuns);
}

/** Entries after a run's start among which the rest of it is looked for. */
const aroundRun = 2000;

/** A step within a run names the run alone; a run is shown with all of its steps, with what the server did for each write, and with the event that it has caused. */
function withWholeRuns(trace: Trace, chain: readonly TraceEntry[]): readonly TraceEntry[] {
  const known = new Set(chain.map(({ seq }) => seq));
  const starts = runsOf(chain);
  const ofRun = new Set(starts.map(({ seq }) => seq));
  const found: TraceEntry[] = [];
  let next = 0;
  for (const start of starts) {
    const last = Math.min(trace.lastSeq, start.seq + aroundRun);
    for (next = Math.max(next, start.seq + 1); next <= last; next++) {
      const entry = trace.at(next);
      if (!entry?.cause?.some((each) => ofRun.has(each))) continue;
      if (entry.kind === 'reconcile.write' || isOfServer(entry)) ofRun.add(next);
      if (!known.has(next) && (entry.kind.startsWith('reconcile.') || entry.kind === 'reflector.event' || isOfServer(entry))) found.push(entry);
    }
  }
  return found.length === 0 ? chain : inOrder([...chain, ...found]);
}

function changesByEvent(chain: readonly TraceEntry[]): ReadonlyMap<number, TraceEntry> {
  const adds = new Map(chain.flatMap((entry) => (entry.kind === 'queue.add' ? (entry.cause ?? []).map((event) => [entry.seq, event] as const) : [])));
  return new Map(chain.flatMap((entry) => (entry.kind.startsWith('store.') ? (entry.cause ?? []).flatMap((seq) => (adds.has(seq) ? [[adds.get(seq)!, entry] as const] : [])) : [])));
}

function inOrder(entries: readonly TraceEntry[]): readonly TraceEntry[] {
  const bySeq = new Map(entries.map((entry) => [entry.seq, entry]));
  return [...bySeq.values()].toSorted((one, other) => one.seq - other.seq);
}
