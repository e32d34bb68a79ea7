import type { Seq, TraceEntry } from '../../trace/entry.ts';
import { RecordedChanges } from './recordedChanges.ts';

type Mutable = { -readonly [Field in keyof TraceEntry]: TraceEntry[Field] } & { unseen?: readonly Seq[]; seenAs?: Seq; changed?: unknown };

/**
 * Entries as a trace has them: numbered without gaps, by time. Numbers that are so already stay, so that whoever wrote down one finds it;
 * otherwise all of them are new, and causes follow. A number that is given twice, or a cause that is not there, leads nowhere.
 */
export function numberEntries(entries: readonly TraceEntry[]): readonly TraceEntry[] {
  const first = entries[0]?.seq ?? 1;
  const areDense = entries.every(({ seq }, index) => seq === first + index);
  const numbers = areDense ? undefined : new Map(entries.map(({ seq }, index) => [seq, index + 1] as const));
  let time = 0;
  return entries.map((entry, index) => {
    time = Math.max(time, entry.t);
    const placed: Mutable = { ...entry, seq: areDense ? entry.seq : index + 1, t: time };
    if (Array.isArray(placed.changed)) placed.changed = new RecordedChanges(placed.changed as readonly string[]);
    if (numbers) renumber(placed, numbers);
    return placed as TraceEntry;
  });
}

function renumber(entry: Mutable, numbers: ReadonlyMap<Seq, Seq>): void {
  if (entry.cause) entry.cause = entry.cause.flatMap((seq) => numbers.get(seq) ?? []);
  if (entry.unseen) entry.unseen = entry.unseen.flatMap((seq) => numbers.get(seq) ?? []);
  if (entry.seenAs === undefined) return;
  const seen = numbers.get(entry.seenAs);
  if (seen === undefined) delete entry.seenAs;
  else entry.seenAs = seen;
}
