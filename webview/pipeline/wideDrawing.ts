import { type Drawing, type Edge, type Gate, type GateName, middle, type Point, type Rect, type Shape, slots, way } from './drawing.ts';
import { boxesOf, type LaneColumns, placeLanes, type PlacedLane, rowsOf } from './laneBoxes.ts';

const boxHeight = 64;
/** Above all boxes, for the writes on their way back. */
const topLane = 20;
const between = 12;
const lanesHeight = 74;
const rowGap = 4;
/** Of one row where there are more than fit the usual height. */
const rowHeight = 35;
const keyHeight = 18;
/** Right of the workers of several controllers, for the ways to them and from them. */
const busRoom = 22;

/**
 * Six columns: API server, Reflector, queue, then above one another the Indexer and the handlers, WorkQueue, workers. Writes go back above everything,
 * reads come from the Indexer over the WorkQueue.
 */
export function wideDrawing(width: number, shape: Shape): Drawing {
  const gap = Math.max(26, Math.min(48, width * 0.032));
  const several = shape.lanes.filter(({ queue }) => queue).length > 1;
  const column = (width - 5 * gap - (several ? busRoom : 0)) / 6;
  const x = (index: number): number => index * (column + gap);
  const rows = rowsOf(shape);
  const height = rows > 2 ? rows * (rowHeight + rowGap) - rowGap : lanesHeight;
  const lanesTop = topLane + boxHeight + between;
  const center = (topLane + lanesTop + lanesHeight) / 2;
  const inTrunk = (index: number): Rect => ({ x: x(index), y: center - boxHeight / 2, width: column, height: boxHeight });
  const [apiserver, reflector, queue] = [inTrunk(0), inTrunk(1), inTrunk(2)];
  const store: Rect = { x: x(3), y: topLane, width: column, height: boxHeight };
  const space = (index: number): Rect => ({ x: x(index), y: lanesTop, width: column, height });
  const columns: LaneColumns = { handlers: slots(space(3), rows, rowGap), queues: { ...space(4), height: Math.min(height, lanesHeight) }, workers: { ...space(5), height: Math.min(height, lanesHeight) } };
  const placed = placeLanes(shape, columns, 'full', 'half');
  const branch = x(3) - gap / 2;
  const targets = [store, ...placed.lanes.map(({ handler }) => handler).filter((box) => box !== null), ...(placed.more ? [placed.more] : [])];
  const reader = columns.workers.x + column * 0.3;
  const writer = columns.workers.x + column * 0.7;
  const readY = middle(store);
  const writeY = topLane / 2;
  const home: readonly Point[] = [{ x: apiserver.x + column / 2, y: writeY }, { x: apiserver.x + column / 2, y: apiserver.y }];
  const edges: Edge[] = [
    { flow: 'watch', synchronous: false, path: way({ x: right(apiserver), y: center }, { x: reflector.x, y: center }) },
    { flow: 'add', synchronous: false, path: way({ x: right(reflector), y: center }, { x: queue.x, y: center }) },
    ...targets.map((target): Edge => ({ flow: 'pop', synchronous: true, path: way({ x: right(queue), y: center }, { x: branch, y: center }, { x: branch, y: middle(target) }, { x: target.x, y: middle(target) }) })),
    ...placed.lanes.flatMap(laneEdges),
    ...(several ? busEdges() : soleEdges()),
  ];
  // To and from the top of the one box, or the right sides of all.
  function soleEdges(): readonly Edge[] {
    return [
      { flow: 'read', synchronous: true, path: way({ x: right(store), y: readY }, { x: reader, y: readY }, { x: reader, y: lanesTop }) },
      { flow: 'write', synchronous: true, path: way({ x: writer, y: lanesTop }, { x: writer, y: writeY }, ...home) },
    ];
  }
  function busEdges(): readonly Edge[] {
    return placed.lanes.flatMap(({ workers }): readonly Edge[] => {
      if (!workers) return [];
      const [side, y] = [right(workers), middle(workers)];
      return [
        { flow: 'read', synchronous: true, path: way({ x: right(store), y: readY }, { x: width - 12, y: readY }, { x: width - 12, y: y - 5 }, { x: side, y: y - 5 }) },
        { flow: 'write', synchronous: true, path: way({ x: side, y: y + 5 }, { x: width - 3, y: y + 5 }, { x: width - 3, y: writeY }, ...home) },
      ];
    });
  }
  const under = (box: Rect, end: number): Rect => ({ x: box.x, y: center + boxHeight / 2 + 5, width: end - box.x, height: keyHeight });
  const gates = new Map<GateName, Gate>([
    ...both(['list.page', 'watch.event'], { at: { x: right(apiserver) + gap / 2, y: center }, key: under(apiserver, right(apiserver) + gap / 2) }),
    ['queue.add', { at: { x: right(reflector) + gap / 2, y: center }, key: under(reflector, right(reflector) + gap / 2) }],
    ['queue.pop', { at: { x: right(queue) + gap / 4, y: center }, key: under(queue, branch - 4) }],
    ['reconcile.read', { at: { x: reader, y: readY + (lanesTop - readY) / 2 }, key: { x: x(4), y: readY - keyHeight / 2, width: column, height: keyHeight } }],
    ['reconcile.write', { at: { x: writer, y: writeY }, key: { x: x(4), y: writeY - keyHeight / 2, width: column, height: keyHeight } }],
    ...placed.lanes.flatMap((lane, index) => laneGates(lane, index, { gap, lanesTop, branch, queue, column })),
  ]);
  return {
    width,
    height: lanesTop + height + 2,
    boxes: [
      { ...apiserver, name: 'apiserver', size: 'full' },
      { ...reflector, name: 'reflector', size: 'full' },
      { ...queue, name: 'queue', size: 'full' },
      { ...store, name: 'store', size: 'full' },
      ...boxesOf(placed),
    ],
    edges,
    gates,
    labels: { read: { x: x(4) + 2, y: readY - 5 }, write: { x: x(4) + 2, y: writeY - 3 } },
    legend: { x: 0, y: lanesTop + lanesHeight - 15, width: column * 2 + gap, height: 15 },
    named: false,
  };
}

function laneEdges({ handler, queue, workers }: PlacedLane): readonly Edge[] {
  if (!queue || !workers) return [];
  const y = handler && middle(handler) <= queue.y + queue.height ? middle(handler) : middle(queue);
  const across: Edge = { flow: 'get', synchronous: false, path: way({ x: right(queue), y: middle(queue) }, { x: workers.x, y: middle(queue) }) };
  return handler ? [{ flow: 'enqueue', synchronous: false, path: way({ x: right(handler), y }, { x: queue.x, y }) }, across] : [across];
}

interface LanePlaces {
  readonly gap: number;
  readonly lanesTop: number;
  readonly branch: number;
  readonly queue: Rect;
  readonly column: number;
}

function laneGates({ handler, queue, workers }: PlacedLane, index: number, { gap, lanesTop, branch, queue: trunk, column }: LanePlaces): readonly (readonly [GateName, Gate])[] {
  const gates: [GateName, Gate][] = [];
  const above = (at: Point, x: number): Gate => ({ at, key: { x, y: index === 0 ? lanesTop - keyHeight - 4 : at.y - keyHeight / 2, width: column, height: keyHeight } });
  if (handler) gates.push([`handler.call:${index}`, { at: { x: branch + gap / 4, y: middle(handler) }, key: { x: trunk.x, y: trunk.y + trunk.height + 7 + keyHeight, width: branch - 4 - trunk.x, height: keyHeight } }]);
  if (!queue || !workers) return gates;
  const into = { x: queue.x - gap / 2, y: handler ? middle(handler) : middle(queue) };
  const out = { x: right(queue) + gap / 2, y: middle(queue) };
  const inside = { x: workers.x, y: middle(workers) };
  gates.push([`workqueue.add:${index}`, above(into, queue.x)], [`workqueue.get:${index}`, above(out, queue.x)]);
  gates.push([`reconcile.start:${index}`, above(inside, workers.x)], [`workqueue.done:${index}`, above({ ...inside, x: right(workers) }, workers.x)]);
  return gates;
}

function both(names: readonly GateName[], gate: Gate): readonly (readonly [GateName, Gate])[] {
  return names.map((name) => [name, gate]);
}

function right({ x, width }: Rect): number {
  return x + width;
}
