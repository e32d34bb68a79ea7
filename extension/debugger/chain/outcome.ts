import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import type { Fact, OutcomeId } from './fact.ts';

export interface Outcome extends Fact {
  readonly id: OutcomeId;
}

/** What came of a run: how it ended, what it wrote, and whether its last write has come back. @param chain oldest first */
export function outcomeOf(chain: readonly TraceEntry[], start: Seq, now: number): readonly Outcome[] {
  const steps = chain.filter((entry) => entry.cause?.includes(start));
  const writes = steps.filter((entry): entry is EntryOf<'reconcile.write'> => entry.kind === 'reconcile.write');
  return [...endOf(chain, steps, start, now), ...(writes.length > 0 ? writesOf(chain, writes) : steps.some(({ kind }) => kind === 'reconcile.end') ? [said('wroteNothing')] : [])];
}

function endOf(chain: readonly TraceEntry[], steps: readonly TraceEntry[], start: Seq, now: number): Outcome[] {
  const error = steps.find((entry): entry is EntryOf<'reconcile.error'> => entry.kind === 'reconcile.error');
  if (error) return [said('failedRun', { error: error.seq }, { message: error.message }, { took: error.ms })];
  if (steps.some(({ kind }) => kind === 'reconcile.end')) return [];
  const begun = chain.find(({ seq }) => seq === start);
  return [said('isRunning', {}, {}, { since: begun ? Math.max(0, now - begun.t) : 0 })];
}

function writesOf(chain: readonly TraceEntry[], writes: readonly EntryOf<'reconcile.write'>[]): Outcome[] {
  const last = writes.at(-1)!;
  const count = String(writes.length);
  const wrote = writes.length === 1 ? said('wroteOnce', { write: last.seq }, { what: `${last.verb} ${last.target}` }) : said('wroteMany', { write: last.seq }, { count });
  if (last.dryRun) return [wrote, said('dryRun')];
  const refused = writes.find(({ code, decided }) => decided !== 'skipped' && (code < 200 || code > 299));
  if (refused) return [wrote, said('refused', { write: refused.seq }, { code: refused.code ? String(refused.code) : '' })];
  const event = chain.find((entry) => entry.kind === 'reflector.event' && (entry.seq === last.seenAs || entry.cause?.includes(last.seq)));
  if (!event) return [wrote];
  return [wrote, said('cameBack', { event: event.seq }, {}, { after: Math.max(0, event.t - (event.seq < last.seq ? last.t - (last.ms ?? 0) : last.t)) })];
}

function said(id: OutcomeId, entries: Fact['entries'] = {}, words: Fact['words'] = {}, ms?: Fact['ms']): Outcome {
  return { id, entries, words, ...(ms && { ms }) };
}
