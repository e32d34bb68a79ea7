import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedFields } from '../../../extension/kube/changedFields.ts';
import { changedPaths } from '../../../extension/kube/changedPaths.ts';

/** `[[…]]`, so deep that a recursion would run out of stack. */
function nested(depth: number, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = { inner: value };
  return value;
}

describe('changedFields', () => {
  it('tells each place with both values, in the order of the fields', () => {
    const before = { spec: { replicas: 2, paused: true, template: { image: 'a' } }, status: { phase: 'Pending' } };
    const after = { spec: { replicas: 3, template: { image: 'a' }, extra: {} }, status: { phase: 'Running' } };
    expect(changedFields(before, after)).toEqual({
      fields: [
        { path: 'spec.replicas', before: 2, after: 3 },
        { path: 'spec.paused', before: true, after: undefined },
        { path: 'spec.extra', before: undefined, after: {} },
        { path: 'status.phase', before: 'Pending', after: 'Running' },
      ],
      more: false,
    });
  });

  it('writes names that are no identifiers in quotes, and passes by no field for its name', () => {
    const before = JSON.parse('{"metadata":{"labels":{"app/name":"a"}},"__proto__":1,"list":[1,[2]],"Łódź":0}') as unknown;
    const after = JSON.parse('{"metadata":{"labels":{"app/name":"b"}},"__proto__":2,"list":[1,[3],4],"Łódź":1}') as unknown;
    expect(changedPaths(before, after)).toEqual(['metadata.labels["app/name"]', '__proto__', 'list[1][0]', 'list[2]', '["Łódź"]']);
  });

  it('a list, an object, a text and nothing are never one another', () => {
    expect(changedPaths({ a: [], b: {}, c: null, d: 'x' }, { a: {}, b: [], d: null })).toEqual(['a', 'b', 'c', 'd']);
    expect(changedPaths([], { length: 0 })).toEqual(['']);
  });

  it('what an object inherits is no field of it', () => {
    const { fields } = changedFields({ a: 1 }, JSON.parse('{"a":1,"__proto__":1,"constructor":2}'));
    expect(fields).toEqual([
      { path: '__proto__', before: undefined, after: 1 },
      { path: 'constructor', before: undefined, after: 2 },
    ]);
  });

  it('a field that is undefined is one that is not there', () => {
    expect(changedPaths({ a: undefined }, {})).toEqual([]);
    expect(changedPaths({ a: 1, b: undefined }, { b: 2, a: 1 })).toEqual(['b']);
  });

  it('says that there is more than it was asked for', () => {
    const after = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
    expect(changedFields({}, after, { limit: 20 })).toMatchObject({ fields: { length: 20 }, more: true });
    expect(changedFields({}, after, { limit: 30 })).toMatchObject({ fields: { length: 30 }, more: false });
    expect(changedPaths({}, after)).toHaveLength(20);
  });

  it('compares no more values than it is told to', () => {
    const one = { a: [1, 2, 3, 4], b: 1 };
    const other = { a: [1, 2, 3, 5], b: 2 };
    // The values themselves, `a`, its last element, `b`.
    expect(changedFields(one, other, { budget: 4 })).toMatchObject({ fields: [{ path: 'a[3]' }, { path: 'b' }], more: false });
    expect(changedFields(one, other, { budget: 3 })).toMatchObject({ fields: [{ path: 'a[3]' }], more: true });
    expect(changedFields(one, other, { budget: 0 })).toEqual({ fields: [], more: true });
  });

  it('passes over chosen fields of the metadata, and of nothing else', () => {
    const before = { metadata: { resourceVersion: '1', name: 'a' }, spec: { metadata: { resourceVersion: '1' } } };
    const after = { metadata: { resourceVersion: '2', name: 'b' }, spec: { metadata: { resourceVersion: '2' } } };
    const { fields } = changedFields(before, after, { skips: (field) => field === 'resourceVersion' });
    expect(fields.map(({ path }) => path)).toEqual(['metadata.name', 'spec.metadata.resourceVersion']);
  });

  it('bounds paths in depth and length, and never runs out of stack', () => {
    const [deep] = changedPaths(nested(50, 1), nested(50, 2));
    expect(deep!.split('.')).toHaveLength(32);
    expect(changedPaths(nested(50_000, 1), nested(50_000, 1))).toEqual([]);
    expect(changedPaths(nested(50_000, 1), nested(50_000, 2))).toHaveLength(1);
    expect(changedPaths(nested(50_000, []), nested(50_000, {}))).toHaveLength(1);
    const [long] = changedPaths({ ['x'.repeat(10_000)]: 1 }, {});
    expect(long!.length).toBeLessThan(110);
  });

  it('finds nothing between a value and its copy, and something wherever one leaf is another', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(changedPaths(value, JSON.parse(JSON.stringify(value)))).toEqual([]);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (first, second) => {
        // As JSON has them: it knows no -0.
        const [one, other] = JSON.parse(JSON.stringify([first, second])) as [unknown, unknown];
        expect(changedPaths(one, other).length === 0).toBe(isDeepStrictEqual(one, other));
      }),
    );
  });
});
