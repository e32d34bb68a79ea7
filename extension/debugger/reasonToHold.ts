import type { GatePoint, GateStep } from '../trace/gate.ts';
import type { AskedBreakpoints } from './breakpoints.ts';
import { isHeldAt, type Journeys } from './journeys.ts';
import type { Matches } from '../base/pattern.ts';
import type { StopReason } from './stopReason.ts';

/** What somebody wants to know of steps now. */
export interface Wishes {
  readonly journeys: Journeys;
  readonly breakpoints: AskedBreakpoints | undefined;
  readonly runningTo: { readonly key: string; readonly matches: Matches } | undefined;
  /** Where Pause holds; undefined while it does not. */
  readonly pausedAt: ReadonlySet<GatePoint> | undefined;
}

/**
 * Why a step is to be held; hits of breakpoints are counted with it, and one that has found what it watched need not watch it any more.
 * `pass`: it is not to be held, though it is at a point where others are.
 */
export function reasonToHold(step: GateStep, { journeys, breakpoints, runningTo, pausedAt }: Wishes): StopReason | 'pass' | undefined {
  const journey = journeys.size > 0 ? journeys.of(step) : undefined;
  if (journey?.until === 'watched') {
    const { id, seq } = journey.hit!;
    if (breakpoints?.completes(id, step, seq)) {
      journeys.end(journey);
      return { type: 'breakpoint', id, seq };
    }
  }
  const id = breakpoints?.atGate(step);
  if (id !== undefined) return { type: 'breakpoint', id };
  if (runningTo && step.key !== undefined && runningTo.matches(step.key)) return { type: 'runTo', key: runningTo.key };
  if (journey && journey.until !== 'watched') {
    if (!isHeldAt(journey, step.point)) return 'pass';
    return journey.hit ? { type: 'breakpoint', ...journey.hit } : { type: 'step', hasLeft: false };
  }
  return pausedAt?.has(step.point) ? { type: 'pause' } : undefined;
}
