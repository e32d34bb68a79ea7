import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../../../extension/inspector/filter/glob.ts';

describe('compileGlob', () => {
  it.each([
    ['web/*', 'web/a', true],
    ['web/*', 'web', false],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*b*', 'ABC', true],
    ['a**c', 'abc', true],
    ['a.c', 'abc', false],
  ])('%s: %s %s', (pattern, text, matches) => {
    expect(compileGlob(pattern)(text)).toBe(matches);
  });

  it('finds what a regular expression finds', () => {
    const letters = (unit: readonly string[], maxLength: number) => fc.string({ unit: fc.constantFrom(...unit), maxLength });
    fc.assert(
      fc.property(letters(['a', 'b', '*', 'A'], 8), letters(['a', 'b', 'B'], 12), (pattern, text) => {
        expect(compileGlob(pattern)(text)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'i').test(text));
      }),
    );
  });

  it('takes no time in which a regular expression would be lost', () => {
    expect(compileGlob(`${'*a'.repeat(50)}*b`)('a'.repeat(1000))).toBe(false);
  });
});
