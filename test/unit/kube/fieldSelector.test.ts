import { describe, expect, it } from 'vitest';
import { matchesFields, parseFieldSelector } from '../../../extension/kube/fieldSelector.ts';
import { SelectorError } from '../../../extension/kube/labelSelector.ts';

describe('field selectors', () => {
  it.each([
    ['', {}, true],
    ['metadata.name=web', { 'metadata.name': 'web' }, true],
    ['metadata.name==web', { 'metadata.name': 'other' }, false],
    ['status.phase!=Running,spec.nodeName=n', { 'status.phase': 'Failed', 'spec.nodeName': 'n' }, true],
    ['status.phase!=Running', { 'status.phase': 'Running' }, false],
    ['spec.nodeName=', {}, true],
    [String.raw`a=1\,b\=2\\`, { a: String.raw`1,b=2\ `.trim() }, true],
    [String.raw`a=1\,b=2`, { a: '1,b=2' }, true],
  ] as const)('%j on %j: %s', (selector, fields, expected) => {
    expect(matchesFields(parseFieldSelector(selector), fields)).toBe(expected);
  });

  it.each(['a', '=b', 'a~b'])('refuses %j', (selector) => {
    expect(() => parseFieldSelector(selector)).toThrow(SelectorError);
  });
});
