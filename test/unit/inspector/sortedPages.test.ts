import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageSize, SortedPages } from '../../../extension/inspector/sortedPages.ts';

const keys = (count: number, prefix = 'd/pod'): string[] => Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(6, '0')}`);
const shuffled = (all: readonly string[]): string[] => all.toSorted((a, b) => hash(a) - hash(b));
const hash = (text: string): number => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);

/** Everything in it, from the top down, as whoever opens each page sees it. */
function everything(pages: SortedPages): readonly string[] {
  const below = (level: number, starts: readonly string[]): readonly string[] => (level < 0 ? starts : starts.flatMap((start) => below(level - 1, pages.within(level, start)!)));
  return below(pages.depth - 1, pages.top());
}

function hasGoodPages(pages: SortedPages): void {
  const look = (level: number, starts: readonly string[]): void => {
    if (level === pages.depth - 1) expect(starts.length).toBeLessThanOrEqual(pageSize * 2);
    if (level < 0) return;
    for (const start of starts) {
      const inside = pages.within(level, start)!;
      expect(inside.length).toBeGreaterThanOrEqual(pageSize / 4);
      expect(inside.length).toBeLessThan(pageSize * 2);
      look(level - 1, inside);
    }
  };
  look(pages.depth - 1, pages.top());
  if (pages.depth > 0) expect(pages.top().length).toBeGreaterThan(1);
}

describe('SortedPages', () => {
  it('has no pages where all keys can be shown at once', () => {
    for (const count of [0, 1, pageSize]) {
      const pages = new SortedPages(keys(count));
      expect([pages.depth, pages.size, pages.top(), pages.pathTo('d/pod-000000')]).toEqual([0, count, keys(count), []]);
      expect(pages.within(0, '')).toBeUndefined();
    }
  });

  it('makes equal pages of at most the size, the first one before every key', () => {
    const pages = new SortedPages(keys(1201));
    expect([pages.depth, pages.top()]).toEqual([1, ['', 'd/pod-000400', 'd/pod-000800']]);
    expect(pages.top().map((start) => pages.count(0, start))).toEqual([400, 400, 401]);
    expect(pages.bounds(0, 'd/pod-000400')).toEqual(['d/pod-000400', 'd/pod-000799']);
    expect([pages.bounds(0, 'd/none'), pages.within(0, 'd/none'), pages.within(1, '')]).toEqual([undefined, undefined, undefined]);
  });

  it('moves no key when others come, and says in what they have changed', () => {
    const pages = new SortedPages(keys(1200));
    const before = pages.top();
    expect(['d/pod-000000-a', 'd/a', 'd/z'].map((key) => pages.add(key))).toEqual(['page', 'page', 'page']);
    expect([pages.add('d/z'), pages.delete('d/none'), pages.size]).toEqual([undefined, undefined, 1203]);
    expect(pages.top()).toEqual(before);
    expect(pages.pathTo('d/z')).toEqual(['d/pod-000800']);
  });

  it('splits a page that has doubled, and leaves the others alone', () => {
    const pages = new SortedPages(keys(1200));
    const before = [...pages.top()];
    const told = keys(700, 'd/pod-000500').map((key) => pages.add(key));
    expect(told.filter((each) => each === 'pages')).toHaveLength(1);
    expect(pages.top()).toHaveLength(before.length + 1);
    expect(before.every((start) => pages.top().includes(start))).toBe(true);
  });

  it('joins a page that has shrunk to a quarter with its neighbour, and gives up pages when few keys are left', () => {
    const pages = new SortedPages(keys(1200));
    for (const key of keys(700).slice(400)) pages.delete(key);
    expect(pages.top()).toEqual(['', 'd/pod-000800']);
    for (const key of keys(1200).slice(260)) pages.delete(key);
    expect([pages.size, pages.depth]).toEqual([260, 0]);
    const fromTheFront = new SortedPages(keys(1200));
    for (const key of keys(900)) fromTheFront.delete(key);
    expect([everything(fromTheFront), fromTheFront.bounds(0, '')?.[0]]).toEqual([keys(1200).slice(900), fromTheFront.depth > 0 ? 'd/pod-000900' : undefined]);
  });

  it('makes pages of pages where there are too many pages', () => {
    const all = keys(pageSize * pageSize + pageSize * 3);
    const pages = new SortedPages(all);
    expect([pages.depth, pages.top().length]).toEqual([2, 2]);
    expect(pages.count(1, '') + pages.count(1, pages.top()[1]!)).toBe(all.length);
    expect([pages.bounds(1, '')![0], pages.bounds(1, pages.top()[1]!)![1]]).toEqual([all[0], all.at(-1)]);
    const [above, own] = pages.pathTo(all[200_000]!);
    expect(pages.within(1, above!)).toContain(own);
    expect(pages.within(0, own!)).toContain(all[200_000]);
    expect(everything(pages)).toEqual(all);
  });

  it('is as if built at once when all keys came and went one by one, in any order', () => {
    const all = keys(6000);
    const pages = new SortedPages();
    for (const key of shuffled(all)) pages.add(key);
    hasGoodPages(pages);
    expect(everything(pages)).toEqual(all);
    for (const key of shuffled(all).slice(0, 5500)) {
      pages.delete(key);
    }
    hasGoodPages(pages);
    expect(everything(pages)).toEqual(shuffled(all).slice(5500).toSorted());
  });

  it('has each key in exactly one page, on the way that leads to it, whatever comes and goes', () => {
    const change = fc.record({ from: fc.nat(5000), count: fc.nat(1500), comes: fc.boolean() });
    fc.assert(
      fc.property(fc.nat(3000), fc.array(change, { maxLength: 8 }), (initial, changes) => {
        const pages = new SortedPages(keys(initial));
        const there = new Set(keys(initial));
        for (const { from, count, comes } of changes) {
          for (let index = from; index < from + count; index++) {
            const key = `d/pod-${String(index).padStart(6, '0')}`;
            const told = comes ? pages.add(key) : pages.delete(key);
            expect(told === undefined).toBe(there.has(key) === comes);
            if (comes) there.add(key);
            else there.delete(key);
          }
          expect(everything(pages)).toEqual([...there].toSorted());
          expect(pages.size).toBe(there.size);
          hasGoodPages(pages);
          for (const key of [...there].slice(0, 3)) {
            const path = pages.pathTo(key);
            expect(path).toHaveLength(pages.depth);
            if (path.length > 0) expect(pages.within(0, path.at(-1)!)).toContain(key);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
