import { expect, it } from 'vitest';
import { Recent } from '../../../extension/base/recent.ts';

it('keeps what was set most recently, each once, and never more than so many', () => {
  const recent = new Recent<number>(10);
  expect(recent.isEmpty).toBe(true);
  for (let index = 0; index < 1000; index++) {
    recent.set(`k${index}`, index);
    recent.set('always', index);
    expect([...recent.entries()].length).toBeLessThanOrEqual(10);
    expect(recent.get('always')).toBe(index);
  }
  for (let index = 996; index < 1000; index++) expect(recent.get(`k${index}`)).toBe(index);
  expect(recent.get('k0')).toBeUndefined();
  const ids = Array.from(recent.entries(), ([id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect([recent.delete('always'), recent.delete('always'), recent.get('always')]).toEqual([true, false, undefined]);
  expect([recent.take('k999'), recent.take('k999'), recent.get('k999')]).toEqual([999, undefined, undefined]);
  recent.clear();
  expect([...recent.entries()]).toEqual([]);
});
