import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../../extension/kube/status.ts';
import { applyJsonPatch } from '../../../../extension/playground/patch/jsonPatch.ts';

const target = { a: { b: [1, 2] }, m: {} };

describe('JSON patch', () => {
  it('applies operations in their order, to a copy', () => {
    const result = applyJsonPatch(target, [
      { op: 'test', path: '/a/b/0', value: 1 },
      { op: 'replace', path: '/a/b/0', value: 9 },
      { op: 'add', path: '/a/b/-', value: 3 },
      { op: 'copy', from: '/a/b', path: '/m/x~1y' },
      { op: 'remove', path: '/a/b' },
      { op: 'move', from: '/m', path: '/n' },
    ]);
    expect(result).toEqual({ value: { a: {}, n: { 'x/y': [9, 2, 3] } } });
    expect(target).toEqual({ a: { b: [1, 2] }, m: {} });
  });

  it.each([
    [{ op: 'test', path: '/a/b/0', value: 2 }, 'test at /a/b/0'],
    [{ op: 'remove', path: '/z' }, 'remove at /z'],
    [{ op: 'replace', path: '/z/y', value: 1 }, 'replace at /z/y'],
    [{ op: 'add', path: '/a/b/9', value: 1 }, 'add at /a/b/9'],
    [{ op: 'add', path: '/m/x' }, 'add at /m/x'],
  ])('says that %j does not fit', (operation, text) => {
    expect(applyJsonPatch(target, [operation])).toEqual({ misfit: expect.stringContaining(text) as string });
  });

  it.each([[{}], [[1]], [[{ op: 'add' }]], [[{ op: '_get', path: '/a' }]], [[{ op: 'jump', path: '/a' }]]])('refuses %j', (patch) => {
    expect(() => applyJsonPatch(target, patch)).toThrow(ApiError);
  });

  it('does not touch prototypes', () => {
    expect(() => applyJsonPatch(target, [{ op: 'add', path: '/__proto__/polluted', value: 1 }])).toThrow(ApiError);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('does not let copies grow without bounds', () => {
    const doubling = Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '', path: `/x${index}` }));
    expect(() => applyJsonPatch({ a: 'x'.repeat(1000) }, doubling)).toThrow(expect.objectContaining({ status: 413 }));
  });
});
