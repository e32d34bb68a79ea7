import type { GateStep } from '../trace/gate.ts';
import type { StopReason } from './stopReason.ts';

/** A step that is being held. */
export interface HeldStep extends GateStep {
  readonly id: number;
  /** Clock time at which it was held. */
  readonly since: number;
  /** Undefined in slow motion: it goes on by itself. */
  readonly reason?: StopReason;
}

/** What is being stepped through, and where it stands. */
export interface ItemInHand {
  /** The step before which it stands, or that it went through last. */
  readonly step: HeldStep;
  readonly isHeld: boolean;
  /** Nothing that comes of it is on its way any more. */
  readonly hasLeft: boolean;
}
