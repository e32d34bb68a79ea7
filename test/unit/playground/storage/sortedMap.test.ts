import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SortedMap } from '../../../../extension/playground/storage/sortedMap.ts';

describe('SortedMap', () => {
  it('is what a Map is, in the order of its keys', () => {
    const step = fc.tuple(fc.constantFrom('set', 'delete'), fc.string({ maxLength: 2, unit: fc.constantFrom('a', 'b', '/') }));
    fc.assert(
      fc.property(fc.array(step), fc.string({ maxLength: 2, unit: fc.constantFrom('a', 'b', '/') }), (steps, prefix) => {
        const sorted = new SortedMap<number>();
        const plain = new Map<string, number>();
        for (const [index, [action, key]] of steps.entries()) {
          if (action === 'set') {
            sorted.set(key, index);
            plain.set(key, index);
          } else {
            expect(sorted.delete(key)).toBe(plain.delete(key));
          }
        }
        const expected = [...plain].toSorted(([a], [b]) => (a < b ? -1 : 1));
        expect([...sorted.range('')]).toEqual(expected.map(([, value]) => value));
        expect([...sorted.range(prefix)]).toEqual(expected.filter(([key]) => key.startsWith(prefix)).map(([, value]) => value));
        expect(sorted.size).toBe(plain.size);
        expect(sorted.at(0)).toBe(expected[0]?.[1]);
        for (const [key, value] of plain) expect(sorted.get(key)).toBe(value);
      }),
    );
  });

  it('reads on from after a key, there or not', () => {
    const map = new SortedMap<string>();
    for (const key of ['/a/1', '/a/2', '/a/3', '/b/1']) map.set(key, key);
    expect([...map.range('/a/', '/a/1')]).toEqual(['/a/2', '/a/3']);
    map.delete('/a/2');
    expect([...map.range('/a/', '/a/2')]).toEqual(['/a/3']);
    expect([...map.range('/a/', '/a/3')]).toEqual([]);
  });
});
