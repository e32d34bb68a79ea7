import type { Box, BoxSize, Rect, Shape } from './drawing.ts';

export interface LaneColumns {
  readonly handlers: readonly Rect[];
  readonly queues: Rect;
  readonly workers: Rect;
}

export interface PlacedLane {
  readonly handler: Box | null;
  readonly queue: Box | null;
  readonly workers: Box | null;
}

export interface PlacedLanes {
  readonly lanes: readonly PlacedLane[];
  readonly more: Box | null;
}

/** The boxes of the lanes, each in its row; a single WorkQueue with its workers takes the height of all rows. */
export function placeLanes({ lanes, more }: Shape, { handlers, queues, workers }: LaneColumns, whole: BoxSize, part: BoxSize): PlacedLanes {
  const sole = lanes.filter(({ queue }) => queue).length === 1;
  const size = handlers.length === 1 ? whole : part;
  const beside = (column: Rect, row: Rect): Rect => (sole ? column : { ...column, y: row.y, height: row.height });
  return {
    lanes: lanes.map(({ handler, queue }, index) => {
      const row = handlers[index]!;
      return {
        handler: handler ? { ...row, name: `handler:${index}`, size } : null,
        queue: queue ? { ...beside(queues, row), name: `workqueue:${index}`, size: sole ? whole : size } : null,
        workers: queue ? { ...beside(workers, row), name: `reconcile:${index}`, size: sole ? whole : size } : null,
      };
    }),
    more: more ? { ...handlers[lanes.length]!, name: 'more', size } : null,
  };
}

export function boxesOf({ lanes, more }: PlacedLanes): readonly Box[] {
  return [...lanes.map(({ handler }) => handler), more, ...lanes.map(({ queue }) => queue), ...lanes.map(({ workers }) => workers)].filter((box) => box !== null);
}

/** Rows that a shape needs. */
export function rowsOf({ lanes, more }: Shape): number {
  return lanes.length + (more ? 1 : 0);
}
