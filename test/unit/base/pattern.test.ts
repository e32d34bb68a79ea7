import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patternInAnyCase, patternOf } from '../../../extension/base/pattern.ts';

describe('patternOf', () => {
  it.each([
    ['web/a', 'web/a', true],
    ['web/a', 'web/ab', false],
    ['web/*', 'web/a', true],
    ['web/*', 'web/', true],
    ['web/*', 'webs/a', false],
    ['*/a', 'web/a', true],
    ['*', '', true],
    ['*a*b*', 'xaxbx', true],
    ['*a*b*', 'xbxax', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*b', 'ab', false],
    ['', '', true],
    ['', 'a', false],
    ['a.c', 'abc', false],
    ['apps/v1/*@default', 'apps/v1/deployments@default', true],
  ])('%s of %s: %s', (pattern, text, expected) => expect(patternOf(pattern)(text)).toBe(expected));

  it('takes no time for what would take a regular expression for ever', () => {
    const matches = patternOf(`${'*a'.repeat(200)}*b`);
    const started = performance.now();
    expect(matches('a'.repeat(600))).toBe(false);
    expect(performance.now() - started).toBeLessThan(50);
  });
});

describe('patternInAnyCase', () => {
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
    expect(patternInAnyCase(pattern)(text)).toBe(matches);
  });

  it('finds what a regular expression finds', () => {
    const letters = (unit: readonly string[], maxLength: number) => fc.string({ unit: fc.constantFrom(...unit), maxLength });
    fc.assert(
      fc.property(letters(['a', 'b', '*', 'A'], 8), letters(['a', 'b', 'B'], 12), (pattern, text) => {
        expect(patternInAnyCase(pattern)(text)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`, 'i').test(text));
      }),
    );
  });

  it('takes no time in which a regular expression would be lost', () => {
    expect(patternInAnyCase(`${'*a'.repeat(50)}*b`)('a'.repeat(1000))).toBe(false);
  });
});
