import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PagedNodes } from '../../../extension/inspector/pagedNodes.ts';

interface Page {
  readonly parent: object;
  readonly level: number;
  readonly from: string;
}

const base = { name: 'base' };
const paged = (keys: readonly string[]): PagedNodes<typeof base, Page> => new PagedNodes(base, keys.toSorted(), (level, from, parent) => ({ parent, level, from }));
const keyed = (numbers: readonly number[]): string[] => numbers.map((number) => `d/${String(number).padStart(5, '0')}`);
const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

/** All keys below a node, whatever pages are in between. */
function below(nodes: PagedNodes<typeof base, Page>, node: typeof base | Page): readonly string[] {
  return nodes.children(node, (key) => key).flatMap((child) => (typeof child === 'string' ? [child] : below(nodes, child)));
}

describe('PagedNodes', () => {
  it('shows the same pages again, and leaves those alone to which nothing has happened, when it is given all keys anew', () => {
    const nodes = paged(keyed(numbers(0, 1200)));
    const pages = nodes.children(base, (key) => key);
    expect(pages).toHaveLength(3);
    nodes.setAll(new Set(keyed(numbers(1, 1202))));
    expect(nodes.children(base, (key) => key)).toEqual(pages);
    expect(nodes.children(base, (key) => key).every((page, index) => page === pages[index])).toBe(true);
  });

  it('has nothing below a page that has gone, and counts nothing in it', () => {
    const nodes = paged(keyed(numbers(0, 1200)));
    const [, second] = nodes.children(base, (key) => key) as Page[];
    nodes.setAll(new Set(keyed(numbers(0, 100))));
    expect(nodes.has(second!)).toBe(false);
    expect(nodes.children(second!, (key) => key)).toEqual([]);
    expect(nodes.count(second!)).toBe(0);
    expect(nodes.bounds(second!)).toBeUndefined();
    expect(nodes.children(base, (key) => key)).toEqual(keyed(numbers(0, 100)));
  });

  it('has each key below it once and in order, and finds what is above it, whatever keys it is given', () => {
    const some = fc.uniqueArray(fc.integer({ min: 0, max: 4000 }), { minLength: 0, maxLength: 2500 });
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 4 }), ([first = [], ...rounds]) => {
        const nodes = paged(keyed(first));
        for (const round of [first, ...rounds]) {
          nodes.setAll(new Set(keyed(round)));
          const all = keyed(round).toSorted();
          expect(below(nodes, base)).toEqual(all);
          for (const key of all.slice(0, 5)) expect(nodes.children(nodes.parentOf(key), (each) => each)).toContain(key);
        }
      }),
      { numRuns: 30 },
    );
  });
});
