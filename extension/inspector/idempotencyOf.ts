import type { RunReport } from '../controller/runReport.ts';

/**
 * - `stopped`, `failed`, `unsettled`: the run came to no end from which anything follows
 * - `idempotent`: it wrote nothing
 * - `rewrites`: it changed nothing, and wrote all the same
 * - `changes`: it is not idempotent
 * - `unknown`: in a dry run nothing of an earlier one is stored, so that whoever is right wants to write it again
 */
export type Idempotency = 'stopped' | 'failed' | 'unsettled' | 'idempotent' | 'rewrites' | 'changes' | 'unknown';

/** What follows from another run of a key. */
export function idempotencyOf({ outcome, wasSettled, writes }: Pick<RunReport, 'outcome' | 'wasSettled' | 'writes'>, dryRun: boolean): Idempotency {
  if (outcome === 'stopped' || outcome === 'failed') return outcome;
  if (!wasSettled) return 'unsettled';
  if (writes.length === 0) return 'idempotent';
  if (writes.every(({ changed }) => !changed)) return 'rewrites';
  return dryRun ? 'unknown' : 'changes';
}
