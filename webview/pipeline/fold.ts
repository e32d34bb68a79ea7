import type { Lane } from '../views/stages.ts';

/** Lanes that are drawn one by one while they are folded, and at most. */
export const foldedLanes = 2;
export const mostLanes = 40;

export interface Folded {
  readonly shown: readonly Lane[];
  /** Lanes that are not shown. */
  readonly more: number;
  /** There are more than are shown folded. */
  readonly foldable: boolean;
}

/**
 * Which lanes are drawn: all of few, else the first, and one line that stands for the others. Where something is held is always among them. Their order
 * stays.
 */
export function foldLanes(lanes: readonly Lane[], open: boolean): Folded {
  const room = open ? mostLanes : foldedLanes;
  const foldable = lanes.length > foldedLanes;
  if (lanes.length <= room) return { shown: lanes, more: 0, foldable };
  const held = lanes.filter(holdsSomething);
  const chosen = new Set([...held, ...lanes].slice(0, room - 1));
  // Of two sets the first comes first: those that hold may be many.
  for (const lane of lanes) if (chosen.size < room - 1) chosen.add(lane);
  return { shown: lanes.filter((lane) => chosen.has(lane)), more: lanes.length - chosen.size, foldable };
}

function holdsSomething({ handler, queue, workers }: Lane): boolean {
  return [handler, queue, workers].some((card) => (card?.held.length ?? 0) > 0);
}
