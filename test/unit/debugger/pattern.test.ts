import { describe, expect, it } from 'vitest';
import { patternOf } from '../../../extension/debugger/pattern.ts';

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
