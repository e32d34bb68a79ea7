import type { GatePoint } from '../trace/gate.ts';

/** Where what is held is a delta, or becomes one: it has not reached the cache. */
export const deltaPoints: ReadonlySet<GatePoint> = new Set(['watch.event', 'queue.add', 'queue.pop']);
