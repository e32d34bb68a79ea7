import { expect } from 'vitest';
import type { EntryOf, TraceEntry } from '../../../extension/trace/entry.ts';
import type { AuditedRequest } from '../auditLog.ts';

/** The first wait, its growth and its bound; each is drawn between once and twice that. */
const [firstMs, factor, capMs, resetMs] = [800, 2, 30_000, 120_000];

/** The server's stamps are of whole milliseconds and of another process. */
const toleranceMs = 5;

type Asking = EntryOf<'reflector.list' | 'reflector.watch'>;

/**
 * No storm: the server was asked for exactly what the trace says, and between two questions with a back-off between them as much time passed as that says, which is what the contract says.
 * @param requests all that the server was asked by this informer
 */
export function expectContractPace(entries: readonly TraceEntry[], requests: readonly AuditedRequest[], message: string): void {
  const asked = entries.filter((entry): entry is Asking & TraceEntry => entry.kind === 'reflector.list' || entry.kind === 'reflector.watch');
  expect(requests.map(({ verb }) => verb), message).toEqual(asked.map(({ kind }) => kind.replace('reflector.', '')));
  let index = -1;
  let waits = 0;
  let since = 0;
  for (const entry of entries) {
    if (asked.includes(entry as Asking & TraceEntry)) index++;
    if (entry.kind !== 'reflector.backoff') continue;
    // A machine may be so slow that the growth begins anew.
    if (entry.attempt === 1 && entry.t - since > resetMs) waits = 0;
    if (waits === 0) since = entry.t;
    const base = Math.min(firstMs * factor ** waits, capMs);
    waits++;
    expect(entry.attempt, message).toBe(waits);
    expect(entry.ms, message).toBeGreaterThanOrEqual(base);
    expect(entry.ms, message).toBeLessThan(2 * base);
    const [before, after] = [requests[index], requests[index + 1]];
    if (before && after) expect(after.at - before.at, `${message}: the wait ${waits}`).toBeGreaterThanOrEqual(entry.ms - toleranceMs);
  }
}
