/** What a drawing of the pipeline is made of. All in pixels, from the top left corner. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `full`: title, value, facts. `half`: title and value. `line`: both beside each other. */
export type BoxSize = 'full' | 'half' | 'line';

/** Names of boxes: those of the trunk, and `handler`, `workqueue`, `reconcile` with the number of their lane; `more` stands for what is folded. */
export type BoxName = 'apiserver' | 'reflector' | 'queue' | 'store' | 'more' | `${'handler' | 'workqueue' | 'reconcile'}:${number}`;

export interface Box extends Rect {
  readonly name: BoxName;
  readonly size: BoxSize;
}

/** What passes along an edge. */
export type Flow = 'watch' | 'add' | 'pop' | 'enqueue' | 'get' | 'read' | 'write';

export interface Edge {
  readonly flow: Flow;
  readonly path: string;
  /** Caller and called are one call: who calls waits. Otherwise it is handed over, and taken up later. */
  readonly synchronous: boolean;
}

/** Where something that is held is drawn: on its edge, and its key beside it. */
export interface Gate {
  readonly at: Point;
  readonly key: Rect;
}

/** `workqueue.get:0`: with the number of the lane where there are several. */
export type GateName = string;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly edges: readonly Edge[];
  readonly gates: ReadonlyMap<GateName, Gate>;
  /** Where reads and writes are told; null: there is no room. */
  readonly labels: { readonly read: Point; readonly write: Point } | null;
  readonly legend: Rect | null;
  /** WorkQueue and workers do not stand beside their handler, and must say whose they are. */
  readonly named: boolean;
}

/** What there is to draw in each lane. */
export interface LaneShape {
  readonly handler: boolean;
  readonly queue: boolean;
}

export interface Shape {
  readonly lanes: readonly LaneShape[];
  /** One line more, for those that are folded. */
  readonly more: boolean;
}

/** A way along right angles with round corners. */
export function way(...points: readonly Point[]): string {
  const radius = 5;
  const [first, ...rest] = points;
  const parts = [`M${first!.x} ${first!.y}`];
  for (const [index, point] of rest.entries()) {
    const before = points[index]!;
    const after = rest[index + 1];
    if (!after) parts.push(`L${point.x} ${point.y}`);
    else {
      const [into, out] = [towards(point, before, radius), towards(point, after, radius)];
      parts.push(`L${into.x} ${into.y}Q${point.x} ${point.y} ${out.x} ${out.y}`);
    }
  }
  return parts.join('');
}

function towards(from: Point, to: Point, most: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return from;
  const share = Math.min(most, length / 2) / length;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Rows of one height in a space, a gap between them; one row takes it all. */
export function slots(space: Rect, count: number, gap: number): readonly Rect[] {
  const height = (space.height - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, index) => ({ ...space, y: space.y + index * (height + gap), height }));
}

export function middle({ y, height }: Rect): number {
  return y + height / 2;
}
