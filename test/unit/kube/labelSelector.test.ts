import { describe, expect, it } from 'vitest';
import { isLabelKey, isLabelValue, matchesLabels, parseLabelSelector, requirementsOf, SelectorError } from '../../../extension/kube/labelSelector.ts';

function selects(selector: string, labels: Record<string, string>): boolean {
  return matchesLabels(parseLabelSelector(selector), labels);
}

describe('label selectors', () => {
  it.each([
    ['', {}, true],
    ['a=b', { a: 'b' }, true],
    ['a==b', { a: 'b' }, true],
    ['a=b', { a: 'c' }, false],
    ['a=b', {}, false],
    ['a=', { a: '' }, true],
    ['a!=b', {}, true],
    ['a!=b', { a: 'b' }, false],
    ['a in (b, c)', { a: 'c' }, true],
    ['a in (b,c),d', { a: 'c' }, false],
    ['a notin (b,c)', { a: 'd' }, true],
    ['a notin (b,c)', {}, true],
    ['a', { a: '' }, true],
    ['!a', { a: '' }, false],
    ['!a', {}, true],
    ['a>5', { a: '6' }, true],
    ['a<5', { a: '6' }, false],
    ['a>5', {}, false],
    ['a<5', { a: '' }, false],
    ['a>5', { a: '8x' }, false],
    ['a<5', { a: '1.5' }, false],
    ['example.com/a=b,c=d', { 'example.com/a': 'b', c: 'd' }, true],
    ['toString', {}, false],
  ] as const)('%j on %j: %s', (selector, labels, expected) => {
    expect(selects(selector, labels)).toBe(expected);
  });

  it.each(['&&', 'a=b=c', 'a in b', 'a in (b', 'a,,b', '-a=b', 'a=b c', `${'x'.repeat(64)}=1`, 'a>b', '=b', 'a=b,'])('refuses %j', (selector) => {
    expect(() => parseLabelSelector(selector)).toThrow(SelectorError);
  });

  it('reads the form that stands in a spec', () => {
    const requirements = requirementsOf({ matchLabels: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'In', values: ['d', 'e'] }, { key: 'f', operator: 'DoesNotExist' }] });
    expect([matchesLabels(requirements!, null), matchesLabels([], null)]).toEqual([false, true]);
    expect(matchesLabels(requirements!, { a: 'b', c: 'e' })).toBe(true);
    expect(matchesLabels(requirements!, { a: 'b', c: 'e', f: '' })).toBe(false);
  });

  it('finds a malformed one', () => {
    expect(requirementsOf({ matchExpressions: [{ key: 'a', operator: 'Like', values: ['b'] }] })).toBeUndefined();
    expect(requirementsOf({ matchExpressions: [{ key: 'a', operator: 'In' }] })).toBeUndefined();
    expect(requirementsOf({ matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] })).toBeUndefined();
  });

  it('knows keys and values', () => {
    expect(['a', 'a.b/c_d', 'A-1'].every(isLabelKey)).toBe(true);
    expect(['', '/', 'a/', '/a', 'a/b/c', 'A.b/c', `${'d'.repeat(254)}/a`].some(isLabelKey)).toBe(false);
    expect(['', 'a', '1.2_3-x'].every(isLabelValue)).toBe(true);
    expect(['-a', 'a b', 'ä', 'x'.repeat(64)].some(isLabelValue)).toBe(false);
  });
});
