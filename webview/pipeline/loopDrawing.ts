import { type Drawing, type Edge, type Gate, type GateName, middle, type Point, type Rect, type Shape, slots, way } from './drawing.ts';
import { boxesOf, type LaneColumns, placeLanes, rowsOf } from './laneBoxes.ts';

const boxHeight = 38;
/** Between the two rows, and under the second: keys of what is held stand there. */
const between = 22;
const lanesHeight = 52;
const rowGap = 4;
const rowHeight = 24;
const keyHeight = 18;

/**
 * Four columns, there and back: the first row goes from the API server to the Indexer, the second from the handlers back to the workers, which stand
 * under the API server that they write to. Reads come round below.
 */
export function loopDrawing(width: number, shape: Shape): Drawing {
  const gap = Math.max(18, Math.min(36, width * 0.045));
  const column = (width - 3 * gap) / 4;
  const x = (index: number): number => index * (column + gap);
  const rows = rowsOf(shape);
  const height = rows > 2 ? rows * (rowHeight + rowGap) - rowGap : lanesHeight;
  const lanesTop = boxHeight + between;
  const above = (index: number): Rect => ({ x: x(index), y: 0, width: column, height: boxHeight });
  const [apiserver, reflector, queue, store] = [above(0), above(1), above(2), above(3)];
  const space = (index: number): Rect => ({ x: x(index), y: lanesTop, width: column, height });
  const columns: LaneColumns = { handlers: slots(space(2), rows, rowGap), queues: { ...space(1), height: Math.min(height, lanesHeight) }, workers: { ...space(0), height: Math.min(height, lanesHeight) } };
  const placed = placeLanes(shape, columns, 'half', 'line');
  const y = boxHeight / 2;
  const branch = x(3) - gap / 2;
  const targets = [...placed.lanes.map(({ handler }) => handler).filter((box) => box !== null), ...(placed.more ? [placed.more] : [])];
  const bottom = lanesTop + height + 14;
  const readX = width - 6;
  const reader = columns.workers.x + column * 0.7;
  const writer = apiserver.x + column * 0.3;
  const edges: Edge[] = [
    { flow: 'watch', synchronous: false, path: way({ x: end(apiserver), y }, { x: reflector.x, y }) },
    { flow: 'add', synchronous: false, path: way({ x: end(reflector), y }, { x: queue.x, y }) },
    { flow: 'pop', synchronous: true, path: way({ x: end(queue), y }, { x: store.x, y }) },
    ...targets.map((target): Edge => ({ flow: 'pop', synchronous: true, path: way({ x: end(queue), y }, { x: branch, y }, { x: branch, y: middle(target) }, { x: end(target), y: middle(target) }) })),
    ...placed.lanes.flatMap(({ handler, queue: work, workers }): readonly Edge[] => {
      if (!work || !workers) return [];
      const across: Edge = { flow: 'get', synchronous: false, path: way({ x: work.x, y: middle(work) }, { x: end(workers), y: middle(work) }) };
      return handler ? [{ flow: 'enqueue', synchronous: false, path: way({ x: handler.x, y: middle(handler) }, { x: end(work), y: middle(handler) }) }, across] : [across];
    }),
    { flow: 'read', synchronous: true, path: way({ x: readX, y: boxHeight }, { x: readX, y: bottom }, { x: reader, y: bottom }, { x: reader, y: lanesTop + columns.workers.height }) },
    { flow: 'write', synchronous: true, path: way({ x: writer, y: lanesTop }, { x: writer, y: boxHeight }) },
  ];
  const keyUnder = (box: Rect): Rect => ({ x: box.x, y: boxHeight + 2, width: column + gap / 2, height: keyHeight });
  const keyBelow = (box: Rect): Rect => ({ x: box.x, y: bottom - keyHeight / 2, width: column, height: keyHeight });
  const gates = new Map<GateName, Gate>();
  const gate = (names: readonly GateName[], at: Point, key: Rect): void => {
    for (const name of names) gates.set(name, { at, key });
  };
  gate(['list.page', 'watch.event'], { x: end(apiserver) + gap / 2, y }, keyUnder(apiserver));
  gate(['queue.add'], { x: end(reflector) + gap / 2, y }, keyUnder(reflector));
  gate(['queue.pop'], { x: end(queue) + gap / 4, y }, { ...keyUnder(queue), width: column + gap / 2 - 4 });
  gate(['reconcile.read'], { x: reader, y: bottom }, keyBelow(columns.queues));
  gate(['reconcile.write'], { x: writer, y: boxHeight + between / 2 }, { ...keyUnder(apiserver), x: writer + 9, width: column });
  for (const [index, { handler, queue: work, workers }] of placed.lanes.entries()) {
    if (handler) gate([`handler.call:${index}`], { x: end(handler) + gap / 4, y: middle(handler) }, keyBelow(columns.handlers[0]!));
    if (!work || !workers) continue;
    gate([`workqueue.add:${index}`], { x: end(work) + gap / 2, y: handler ? middle(handler) : middle(work) }, keyBelow(columns.queues));
    gate([`workqueue.get:${index}`], { x: end(workers) + gap / 2, y: middle(work) }, keyBelow(columns.queues));
    gate([`reconcile.start:${index}`], { x: end(workers), y: middle(workers) }, keyBelow(columns.workers));
    gate([`workqueue.done:${index}`], { x: workers.x + column / 2, y: workers.y + workers.height }, keyBelow(columns.workers));
  }
  return {
    width,
    height: bottom + keyHeight / 2,
    boxes: [
      { ...apiserver, name: 'apiserver', size: 'half' },
      { ...reflector, name: 'reflector', size: 'half' },
      { ...queue, name: 'queue', size: 'half' },
      { ...store, name: 'store', size: 'half' },
      ...boxesOf(placed),
    ],
    edges,
    gates,
    labels: { read: { x: x(2) + 2, y: bottom - 3 }, write: { x: writer + 6, y: boxHeight + between / 2 + 4 } },
    legend: { x: x(3), y: lanesTop, width: column - 14, height: 40 },
    named: false,
  };
}

function end({ x, width }: Rect): number {
  return x + width;
}
