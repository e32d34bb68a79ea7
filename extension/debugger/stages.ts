import type { GatePoint } from '../trace/gate.ts';

/** The parts of the pipeline that an item goes through; the Indexer is written within the pop, so it has no gate of its own. */
export type GateStage = 'reflector' | 'queue' | 'handlers' | 'workqueue' | 'reconcile' | 'done';

const stages: { readonly [Point in GatePoint]: GateStage } = {
  'list.page': 'reflector',
  'watch.event': 'reflector',
  'queue.add': 'queue',
  'queue.pop': 'queue',
  'handler.call': 'handlers',
  'workqueue.add': 'workqueue',
  'workqueue.get': 'workqueue',
  'reconcile.start': 'reconcile',
  'reconcile.read': 'reconcile',
  'reconcile.write': 'reconcile',
  'workqueue.done': 'done',
};

export function stageOfPoint(point: GatePoint): GateStage {
  return stages[point];
}
