import { formatTime } from '../registry/formatTime.ts';
import type { WorldClock } from '../world/worldClock.ts';

/** When something is looked at. */
export interface Moment {
  /** RFC 3339. */
  readonly now: string;
  /** How much time the cluster has had since then, in milliseconds. */
  readonly since: (timestamp: string) => number;
}

export function momentOn(clock: WorldClock): Moment {
  return { now: formatTime(clock.wallTime()), since: (timestamp) => clock.elapsedSince(Date.parse(timestamp)) };
}
