import type { DeltaType, Seq } from '../trace/entry.ts';
import type { GatePoint } from '../trace/gate.ts';
import type { BreakpointProblem } from './breakpointProblem.ts';

/** What goes wrong, in so far as one can break on it. */
export type BreakpointError =
  /** 410 Gone, or Expired: the version that was asked for is no longer kept. */
  | 'expired'
  /** 403 */
  | 'forbidden'
  /** 409 of a write */
  | 'conflict'
  /** A handler threw. */
  | 'handler'
  /** A reconciler failed. */
  | 'reconcile';

/**
 * Where the pipeline stops, or what is written when something passes there: all that is said must hold. It is JSON: it is kept with the
 * workspace. Names are those of the Debug Adapter Protocol where it has them.
 */
export interface BreakpointSpec {
  readonly enabled: boolean;
  /** `web/*`: a pattern in which `*` stands for anything. */
  readonly key?: string;
  /** By its name in the trace, a pattern too: `v1/pods`, `apps/v1/*@default`; or that of a queue or a controller. */
  readonly informer?: string;
  readonly delta?: DeltaType;
  /** Without one: at the first point that the rest can be told at. */
  readonly point?: GatePoint;
  /** A field that an update changes: `spec.replicas`; also when something inside of it changes. */
  readonly path?: string;
  readonly error?: BreakpointError;
  /** The key has failed so many times, or more. */
  readonly attempts?: number;
  /** CEL over `object`, `oldObject`, `delta`, `key` and `attempt`. */
  readonly condition?: string;
  /** `5`: at the fifth; `>= 5`: from the fifth on; `% 5`: at each fifth. */
  readonly hitCondition?: string;
  /** A text with `{expression}`s in CEL, that is written instead of stopping. */
  readonly logMessage?: string;
}

export interface Breakpoint extends BreakpointSpec {
  readonly id: string;
  /** How often all that it says has held, in this window. */
  readonly hitCount: number;
  /** It works; one with an expression only once the language has been loaded. */
  readonly verified: boolean;
  /** Why it does not work: a condition that does not compile, that failed, or that took too long and was switched off. */
  readonly problem?: BreakpointProblem;
}

/** What a logpoint has written. */
export interface BreakpointLog {
  readonly id: string;
  readonly text: string;
  /** The informer, queue or controller where it passed, by its name in the trace. */
  readonly owner: string;
  readonly key?: string;
  /** The entry, or what led to the gate. */
  readonly seq?: Seq;
  /** So many came too fast after one another to be written, since the last one that was. */
  readonly passedOver: number;
}
