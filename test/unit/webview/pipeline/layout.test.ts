import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Drawing, type Rect, type Shape, way } from '../../../../webview/pipeline/drawing.ts';
import { layoutPipeline } from '../../../../webview/pipeline/layout.ts';

const lane = { handler: true, queue: true };
const drawn = (width: number, shape: Shape): Drawing => layoutPipeline(width, width - 24, shape);

const shapes = fc.record({
  lanes: fc.array(fc.constantFrom(lane, { handler: true, queue: false }, { handler: false, queue: true }), { minLength: 1, maxLength: 40 }),
  more: fc.boolean(),
});

function overlap(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5;
}

/** All the numbers of a path, as points. */
function pointsOf(path: string): { readonly x: number; readonly y: number }[] {
  const numbers = Array.from(path.matchAll(/-?[\d.]+(?:e-?\d+)?/g), ([number]) => Number(number));
  return Array.from({ length: numbers.length / 2 }, (_, index) => ({ x: numbers[2 * index]!, y: numbers[2 * index + 1]! }));
}

describe('layoutPipeline', () => {
  it('has a box for each stage, none over another, and all within the drawing', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), shapes, (width, shape) => {
        const { boxes, width: full, height } = drawn(width, shape);
        const names = boxes.map(({ name }) => name);
        expect(new Set(names).size).toBe(names.length);
        const inLanes = shape.lanes.flatMap(({ handler, queue }, index) => [...(handler ? [`handler:${index}`] : []), ...(queue ? [`workqueue:${index}`, `reconcile:${index}`] : [])]);
        expect(new Set(names)).toEqual(new Set(['apiserver', 'reflector', 'queue', 'store', ...(shape.more ? ['more'] : []), ...inLanes]));
        for (const [index, box] of boxes.entries()) {
          expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= full + 0.01 && box.y + box.height <= height + 0.01).toBe(true);
          expect(box.width > 40 && box.height >= 18).toBe(true);
          for (const other of boxes.slice(index + 1)) expect(overlap(box, other), `${box.name} and ${other.name}`).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('draws no line, and nothing that is held, outside of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), shapes, (width, shape) => {
        const { edges, gates, width: full, height } = drawn(width, shape);
        for (const { path } of edges) for (const { x, y } of pointsOf(path)) expect(x >= -0.01 && y >= -0.01 && x <= full + 0.01 && y <= height + 0.01).toBe(true);
        for (const { at, key } of gates.values()) {
          expect(at.x >= 0 && at.x <= full + 0.01 && at.y >= 0 && at.y <= height + 0.01).toBe(true);
          expect(key.x >= 0 && key.x + key.width <= full + 0.01 && key.width > 30).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it.each([1400, 900, 560, 300])('at %i px: has a gate for each point, and edges as they are', (width) => {
    const { gates, edges } = drawn(width, { lanes: [lane], more: false });
    const points = ['list.page', 'watch.event', 'queue.add', 'queue.pop', 'handler.call:0', 'workqueue.add:0', 'workqueue.get:0', 'reconcile.start:0', 'reconcile.read', 'reconcile.write', 'workqueue.done:0'];
    expect(new Set(gates.keys())).toEqual(new Set(points));
    const kinds = new Set(edges.map(({ flow, synchronous }) => `${flow} ${synchronous}`));
    expect(kinds).toEqual(new Set(['watch false', 'add false', 'pop true', 'enqueue false', 'get false', 'read true', 'write true']));
    // To the Indexer and to the handler.
    expect(edges.filter(({ flow }) => flow === 'pop')).toHaveLength(2);
  });

  it.each([1400, 900, 560])('at %i px: is as high with one handler as with two', (width) => {
    const one = drawn(width, { lanes: [lane], more: false });
    expect(drawn(width, { lanes: [lane, { handler: true, queue: false }], more: false }).height).toBe(one.height);
    expect(drawn(width, { lanes: [lane], more: true }).height).toBe(one.height);
  });
});

describe('way', () => {
  it('goes along its points with round corners', () => {
    expect(way({ x: 0, y: 0 }, { x: 20, y: 0 }, { x: 20, y: 20 })).toBe('M0 0L15 0Q20 0 20 5L20 20');
    expect(way({ x: 0, y: 0 }, { x: 20, y: 0 })).toBe('M0 0L20 0');
  });
});
