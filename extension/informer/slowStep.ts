import type { Logger } from '../base/logger.ts';

/** A list that takes longer than this is worth a line in the log. */
export const slowListMs = 10_000;

/** So long may one popped entry be processed while others wait (D-18, F-26). */
export const slowPopMs = 100;

/** A batch has the time of its entries together, but no more than this (F-35). */
const slowBatchMs = 1000;

/** Fewer entries behind it make a slow pop nobody's trouble (D-18). */
export const slowPopDepth = 10;

/** So long may a handler take while `slowHandlerBacklog` notifications wait for it (S-45). */
export const slowHandlerMs = 100;
export const slowHandlerBacklog = 1024;

export function slowBatchLimit(size: number): number {
  return Math.min(slowPopMs * size, slowBatchMs);
}

/** One write of a transaction may take so long, all together no more than the second figure (I-11). */
export function slowTransactionLimit(size: number): number {
  return Math.min(500 * size, 5000);
}

/** What took how long, in client-go's names for the fields. Says nothing while it is within the limit. */
export function logIfSlow(logger: Logger, tag: string, step: string, ms: number, limitMs: number, fields: Readonly<Record<string, unknown>>): void {
  if (ms <= limitMs) return;
  const said = Object.entries(fields).map(([name, value]) => `${name} ${value}`);
  logger.info(tag, `${step} took ${Math.round(ms)} ms (${said.join(', ')})`);
}
