import { type Check, count, flag, list, name, number, prose, record, word } from '../../checks.ts';
import { insideLimits } from './insideLook.ts';

/** What lives in the cluster by itself. */
export interface WorldPart {
  readonly size: string;
  readonly seed: number;
  readonly churn: string;
  /** How fast its time goes: 0 is paused. */
  readonly speed: number;
  /** How far it has gone, on its own clock. */
  readonly worldMs: number;
  /** All, also those that are not listed. */
  readonly total: number;
  /** What is cut off or fails first, then the busiest. */
  readonly controllers: readonly WorldControllerRow[];
}

export interface WorldControllerRow {
  readonly name: string;
  readonly user: string;
  /** False: it was cut off. */
  readonly connected: boolean;
  readonly synced: boolean;
  readonly queued: number;
  readonly reconciles: number;
  readonly failures: number;
  /** Empty: nothing went wrong. */
  readonly lastError: string;
}

export const worldPart: Check<WorldPart> = record<WorldPart>({
  size: word,
  seed: count,
  churn: word,
  speed: number,
  worldMs: number,
  total: count,
  controllers: list(
    record<WorldControllerRow>({ name, user: name, connected: flag, synced: flag, queued: count, reconciles: count, failures: count, lastError: prose }),
    insideLimits.controllers,
  ),
});
