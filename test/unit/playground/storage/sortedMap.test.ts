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

  it('A-02: keeps its order through many leaves, put in and taken out in any order', () => {
    const keys = Array.from({ length: 5000 }, (_, index) => `/a/${String(index).padStart(5, '0')}`);
    const shuffled = keys.map((key, index) => ({ key, place: (index * 7919) % 5003 })).toSorted((a, b) => a.place - b.place).map(({ key }) => key);
    for (const order of [keys, keys.toReversed(), shuffled]) {
      const map = new SortedMap<string>();
      for (const key of order) map.set(key, key);
      expect([...map.range('')]).toEqual(keys);
      expect([map.at(0), map.at(2500), map.at(4999), map.at(5000)]).toEqual([keys[0], keys[2500], keys[4999], undefined]);
      expect([...map.range('/a/', keys[4990])]).toEqual(keys.slice(4991));
      for (const key of shuffled.slice(0, 4000)) expect(map.delete(key)).toBe(true);
      expect([...map.range('')]).toEqual(shuffled.slice(4000).toSorted());
      for (const key of shuffled.slice(4000)) map.delete(key);
      expect([map.size, [...map.range('')], map.delete('/a/00001'), map.get('/a/00001')]).toEqual([0, [], false, undefined]);
    }
  });
});
