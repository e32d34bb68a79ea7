import type { HeldStepView, InHandView, StepperView } from '../../extension/protocol/stepping.ts';
import type { Lane } from '../views/stages.ts';
import type { GateName } from './drawing.ts';

/** What stands at one gate. */
export interface AtGate {
  readonly gate: GateName;
  /** The key that is shown: of the step that is meant by Step, else of the one that has been held longest. */
  readonly key: string;
  /** How many more are held there. */
  readonly more: number;
  /** Step means one of these. */
  readonly chosen: boolean;
  /** It has gone on from here, and has not met another gate. */
  readonly passed: boolean;
}

/** Gates of which there is one for each lane. */
const inLanes = new Set(['handler.call', 'workqueue.add', 'workqueue.get', 'workqueue.done', 'reconcile.start']);

/** What is held, gate by gate, and the item in hand where it has gone on. */
export function gatesHeld({ held, chosen, inHand }: Pick<StepperView, 'held' | 'chosen' | 'inHand'>, lanes: readonly Lane[]): readonly AtGate[] {
  const byGate = new Map<GateName, HeldStepView[]>();
  for (const step of held) {
    const gate = gateOf(step, lanes);
    byGate.set(gate, [...(byGate.get(gate) ?? []), step]);
  }
  const all = Array.from(byGate, ([gate, steps]): AtGate => {
    const shown = steps.find(({ id }) => id === chosen) ?? steps[0]!;
    return { gate, key: shown.key || shown.owner, more: steps.length - 1, chosen: shown.id === chosen, passed: false };
  });
  if (!inHand || inHand.held) return all;
  const gate = gateOf(inHand, lanes);
  return byGate.has(gate) ? all : [...all, { gate, key: inHand.key, more: 0, chosen: true, passed: true }];
}

function gateOf({ point, owner }: Pick<HeldStepView | InHandView, 'point' | 'owner'>, lanes: readonly Lane[]): GateName {
  if (!inLanes.has(point)) return point;
  const own = lanes.findIndex(({ name }) => name === owner);
  const any = lanes.findIndex(({ handler, queue }) => (point === 'handler.call' ? handler : queue));
  return `${point}:${Math.max(0, own < 0 ? any : own)}`;
}
