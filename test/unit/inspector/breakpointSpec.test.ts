import { describe, expect, it } from 'vitest';
import { breakpointSpecOf, isFieldPath, isHitCondition, keptSpecOf } from '../../../extension/inspector/breakpointSpec.ts';

describe('a breakpoint that comes from outside', () => {
  it('is taken with every part that one can have', () => {
    const spec = {
      enabled: false,
      key: 'web/*',
      informer: 'v1/pods',
      delta: 'Deleted',
      point: 'queue.pop',
      path: 'spec.replicas',
      error: 'conflict',
      attempts: 3,
      condition: 'object.spec.replicas > 2',
      hitCondition: '>= 5',
      logMessage: '{key} {delta}',
    };
    expect(breakpointSpecOf(spec)).toEqual(spec);
  });

  it('may name an informer whose selectors are long', () => {
    const spec = { enabled: true, informer: `v1/pods?labelSelector=name+in+(${'x'.repeat(980)})&fieldSelector=metadata.name!=${'y'.repeat(980)}` };
    expect(breakpointSpecOf(spec)).toEqual(spec);
  });

  it('is on unless it says otherwise, and what nobody knows of it is left out', () => {
    expect(breakpointSpecOf({ key: 'web/*', hitCount: 7, id: '3', constructor: 'x' })).toEqual({ enabled: true, key: 'web/*' });
  });

  it.each([
    ['nothing', undefined],
    ['a list', []],
    ['one that says nothing, which would stop everything', { enabled: true }],
    ['one that only counts', { hitCondition: '5' }],
    ['a key that is no text', { key: 7 }],
    ['an empty key', { key: ' ' }],
    ['a key without end', { key: 'x'.repeat(5000) }],
    ['a delta that there is not', { delta: 'Removed' }],
    ['a delta of the whole queue', { delta: 'ReplacedAll' }],
    ['a point that there is not', { key: 'a/b', point: 'store.write' }],
    ['a step of the API server, which nobody can hold', { key: 'a/b', point: 'apiserver.commit' }],
    ['an error that there is not', { error: 'constructor' }],
    ['a path that is none', { path: 'spec..replicas' }],
    ['no attempts', { attempts: 0 }],
    ['half an attempt', { attempts: 1.5 }],
    ['a count that is none', { key: 'a/b', hitCondition: '> 5' }],
    ['an expression without end', { condition: '1'.repeat(4097) }],
  ])('is refused when it is %s', (_, value) => {
    expect(breakpointSpecOf(value)).toBeUndefined();
  });

  it('is kept without what became of it', () => {
    expect(keptSpecOf({ enabled: true, key: 'a/b', id: '7', hitCount: 3, problem: 'x', verified: false } as never)).toEqual({ enabled: true, key: 'a/b' });
  });
});

it.each([
  ['5', true],
  ['>= 5', true],
  ['%5', true],
  ['0', false],
  ['', false],
  ['== 5', false],
  ['5 5', false],
])('counts: %s', (text, right) => {
  expect(isHitCondition(text)).toBe(right);
});

it.each([
  ['spec.replicas', true],
  ['spec.template.spec.containers[0].image', true],
  ['metadata.labels[app.kubernetes.io/name]', true],
  ['spec', true],
  ['', false],
  ['.spec', false],
  ['spec.', false],
  ['spec replicas', false],
  ['spec[]', false],
])('names a field: %s', (text, right) => {
  expect(isFieldPath(text)).toBe(right);
});
