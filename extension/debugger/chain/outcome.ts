import type { EntryOf, TraceEntry } from '../../trace/entry.ts';
import type { Fact, OutcomeId } from './fact.ts';
import type { LivePipeline } from './livePipeline.ts';

export interface Outcome extends Fact {
  readonly id: OutcomeId | 'heldAt';
}

/** What came of a run: how it ended, what it wrote, and whether its last write has come back. @param chain oldest first */
export function outcomeOf(chain: readonly TraceEntry[], { seq: start, controller, key, t }: EntryOf<'reconcile.start'>, { now, held }: Pick<LivePipeline, 'now' | 'held'>): readonly Outcome[] {
  const steps = chain.filter((entry) => entry.cause?.includes(start));
  const writes = steps.filter((entry): entry is EntryOf<'reconcile.write'> => entry.kind === 'reconcile.write');
  const end = endOf(steps, Math.max(0, now - t));
  const gate = end.some(({ id }) => id === 'isRunning') ? held.find((step) => step.owner === controller && step.key === key && step.point.startsWith('reconcile.')) : undefined;
  return [...end, ...(gate ? [said('heldAt', {}, { point: gate.point, owner: gate.owner, key })] : []), ...staleReads(steps), ...(writes.length > 0 ? writesOf(chain, writes) : steps.some(({ kind }) => kind === 'reconcile.end') ? [said('wroteNothing')] : [])];
}

/** It read what it had changed itself, and got it as it was before. */
function staleReads(steps: readonly TraceEntry[]): Outcome[] {
  const read = steps.find((entry): entry is EntryOf<'reconcile.read'> => entry.kind === 'reconcile.read' && Boolean(entry.unseen?.length));
  return read ? [said('readStale', { read: read.seq, write: read.unseen![0]! })] : [];
}

function endOf(steps: readonly TraceEntry[], since: number): Outcome[] {
  const error = steps.find((entry): entry is EntryOf<'reconcile.error'> => entry.kind === 'reconcile.error');
  if (error) return [said('failedRun', { error: error.seq }, { message: error.message }, { took: error.ms })];
  if (steps.some(({ kind }) => kind === 'reconcile.end')) return [];
  return [said('isRunning', {}, {}, { since })];
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

function said(id: Outcome['id'], entries: Fact['entries'] = {}, words: Fact['words'] = {}, ms?: Fact['ms']): Outcome {
  return { id, entries, words, ...(ms && { ms }) };
}
