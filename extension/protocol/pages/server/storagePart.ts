import { type Check, count, number, record } from '../../checks.ts';

/** The storage behind all watch caches. */
export interface StoragePart {
  /** The latest that can be read, and the latest that was written. */
  readonly revision: number;
  readonly head: number;
  /** The oldest that can be read; 0: nothing was compacted yet. */
  readonly compacted: number;
  /** Writes that wait for their commit. */
  readonly pending: number;
  readonly keys: number;
  /** Of all keys together. */
  readonly versions: number;
  readonly commitLatencyMs: number;
}

export const storagePart: Check<StoragePart> = record<StoragePart>({ revision: count, head: count, compacted: count, pending: count, keys: count, versions: count, commitLatencyMs: number });
