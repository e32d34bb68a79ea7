import type { Seq, TraceEntry } from '../../trace/entry.ts';
import { RecordedChanges } from './recordedChanges.ts';

type Mutable = { -readonly [Field in keyof TraceEntry]: TraceEntry[Field] } & { unseen?: readonly Seq[]; seenAs?: Seq; changed?: unknown };

/** So many entries are worked on in one turn of the event loop. */
const entriesPerTurn = 10_000;

/**
 * Entries as a trace has them: numbered without gaps, by time. Numbers that are so already stay, so that whoever wrote down one finds it;
 * otherwise all of them are new, and causes follow. A number that is given twice, or a cause that is not there, leads nowhere.
 * @param entries changed themselves: nobody else has them
 * @param turn gives others a turn now and then
 */
export async function numberEntries(entries: readonly TraceEntry[], turn: () => Promise<void>): Promise<readonly TraceEntry[]> {
  const first = entries[0]?.seq ?? 1;
  const areDense = entries.every(({ seq }, index) => seq === first + index);
  const numbers = areDense ? undefined : new Map(entries.map(({ seq }, index) => [seq, index + 1] as const));
  let time = 0;
  for (const [index, entry] of entries.entries()) {
    const placed = entry as Mutable;
    time = placed.t = Math.max(time, placed.t);
    if (Array.isArray(placed.changed)) placed.changed = new RecordedChanges(placed.changed as readonly string[]);
    if (numbers) {
      placed.seq = index + 1;
      renumber(placed, numbers);
    }
    if (index % entriesPerTurn === entriesPerTurn - 1) await turn();
  }
  return entries;
}

function renumber(entry: Mutable, numbers: ReadonlyMap<Seq, Seq>): void {
  if (entry.cause) entry.cause = entry.cause.flatMap((seq) => numbers.get(seq) ?? []);
  if (entry.unseen) entry.unseen = entry.unseen.flatMap((seq) => numbers.get(seq) ?? []);
  if (entry.seenAs === undefined) return;
  const seen = numbers.get(entry.seenAs);
  if (seen === undefined) delete entry.seenAs;
  else entry.seenAs = seen;
}
