import type { PanelState, PipelineView } from '../../extension/protocol/messages.ts';
import type { Flow } from './drawing.ts';

/** Along which edges something has passed between two pictures of one session. */
export function flowsBetween(before: PanelState | null, after: PanelState): readonly Flow[] {
  if (!before || before.session.id !== after.session.id || before.selected !== after.selected) return [];
  const [from, to] = [countsOf(before.pipeline), countsOf(after.pipeline)];
  return (Object.keys(to) as Flow[]).filter((flow) => to[flow] > from[flow]);
}

function countsOf({ reflector, deltaQueue, workQueue, workers }: PipelineView): Readonly<Record<Flow, number>> {
  return {
    watch: reflector.events + reflector.lists,
    add: deltaQueue.added,
    pop: deltaQueue.popped,
    enqueue: workQueue.added + workQueue.coalesced,
    get: workQueue.got,
    read: workers.controllers.reduce((sum, { reads }) => sum + reads, 0),
    write: workers.controllers.reduce((sum, { writes }) => sum + writes, 0),
  };
}
