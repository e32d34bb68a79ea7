import type { GatePoint } from '../trace/gate.ts';

/** Where Pause holds unless points are chosen: what is waiting there can be seen, and what a reconciler writes has not been sent. */
export const pausePoints: readonly GatePoint[] = ['queue.pop', 'workqueue.get', 'reconcile.write'];
