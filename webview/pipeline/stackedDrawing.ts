import { type Box, type Drawing, type Edge, type Gate, type GateName, middle, type Point, type Rect, type Shape, way } from './drawing.ts';

const rowHeight = 22;
const rowGap = 6;
/** Where the way down runs, and how far boxes behind a branch are moved in. */
const rail = 16;
const inset = 26;
const side = 9;

/** One under another, what branches off moved in: writes go back up on the left, reads come down on the right. */
export function stackedDrawing(width: number, shape: Shape): Drawing {
  const boxes: Box[] = [];
  const edges: Edge[] = [];
  const gates = new Map<GateName, Gate>();
  const add = (name: Box['name'], indent: number): Box => {
    const box: Box = { name, size: 'line', x: indent, y: boxes.length * (rowHeight + rowGap), width: width - side - indent, height: rowHeight };
    boxes.push(box);
    return box;
  };
  // What is held stands in the place of the value.
  const gate = (names: readonly GateName[], at: Point, box: Rect): void => {
    for (const name of names) gates.set(name, { at, key: { x: box.x + box.width * 0.42, y: box.y + 3, width: box.width * 0.58 - 4, height: rowHeight - 6 } });
  };
  const apiserver = add('apiserver', rail);
  const reflector = add('reflector', rail);
  const queue = add('queue', rail);
  edges.push({ flow: 'watch', synchronous: false, path: down(apiserver, reflector) }, { flow: 'add', synchronous: false, path: down(reflector, queue) });
  gate(['list.page', 'watch.event'], between(apiserver, reflector), reflector);
  gate(['queue.add'], between(reflector, queue), queue);
  const branches = [add('store', rail + inset), ...shape.lanes.flatMap(({ handler }, index) => (handler ? [add(`handler:${index}`, rail + inset)] : [])), ...(shape.more ? [add('more', rail + inset)] : [])];
  const branchX = rail + 10;
  for (const branch of branches) edges.push({ flow: 'pop', synchronous: true, path: way({ x: branchX, y: queue.y + queue.height }, { x: branchX, y: middle(branch) }, { x: branch.x, y: middle(branch) }) });
  gate(['queue.pop'], { x: branchX, y: queue.y + queue.height + rowGap / 2 }, queue);
  let first: Box | undefined;
  for (const [index, lane] of shape.lanes.entries()) {
    const handler = boxes.find(({ name }) => name === `handler:${index}`);
    if (handler) gate([`handler.call:${index}`], { x: (branchX + handler.x) / 2, y: middle(handler) }, handler);
    if (!lane.queue) continue;
    const work = add(`workqueue:${index}`, rail);
    const workers = add(`reconcile:${index}`, rail);
    first ??= workers;
    if (handler) edges.push({ flow: 'enqueue', synchronous: false, path: way({ x: handler.x + 12, y: handler.y + handler.height }, { x: handler.x + 12, y: work.y }) });
    edges.push({ flow: 'get', synchronous: false, path: down(work, workers) });
    gate([`workqueue.add:${index}`], { x: handler ? handler.x + 12 : work.x + 8, y: work.y }, work);
    gate([`workqueue.get:${index}`], between(work, workers), work);
    gate([`reconcile.start:${index}`, `workqueue.done:${index}`], { x: workers.x, y: middle(workers) }, workers);
  }
  if (first) {
    const store = branches[0]!;
    const readX = width - 2;
    edges.push(
      { flow: 'read', synchronous: true, path: way({ x: store.x + store.width, y: middle(store) }, { x: readX, y: middle(store) }, { x: readX, y: middle(first) }, { x: first.x + first.width, y: middle(first) }) },
      { flow: 'write', synchronous: true, path: way({ x: first.x, y: middle(first) }, { x: 4, y: middle(first) }, { x: 4, y: middle(apiserver) }, { x: apiserver.x, y: middle(apiserver) }) },
    );
    gate(['reconcile.read'], { x: readX - 4, y: middle(first) - rowHeight / 2 }, first);
    gate(['reconcile.write'], { x: 6, y: middle(first) }, first);
  }
  return { width, height: boxes.length * (rowHeight + rowGap), boxes, edges, gates, labels: null, legend: null, named: true };
}

function down(from: Rect, to: Rect): string {
  return way({ x: from.x + 8, y: from.y + from.height }, { x: from.x + 8, y: to.y });
}

function between(from: Rect, to: Rect): Point {
  return { x: to.x + 8, y: (from.y + from.height + to.y) / 2 };
}
