import { describe, expect, it } from 'vitest';
import { difference, intersection, union } from '../../../../extension/playground/schema/fieldSet.ts';
import { changedFields, fieldsOf } from '../../../../extension/playground/schema/fieldsOf.ts';

describe('fieldsOf', () => {
  it('names fields, elements by their keys, and plain values', () => {
    const object = {
      metadata: { labels: { app: 'web' }, finalizers: ['a/b'] },
      spec: { containers: [{ name: 'c', args: ['x'], ports: [{ containerPort: 80, protocol: 'TCP' }] }], nodeName: undefined },
    };
    expect(fieldsOf({ type: 'object', definition: 'Pod' }, object)).toEqual({
      'f:metadata': { 'f:labels': { 'f:app': {} }, 'f:finalizers': { '.': {}, 'v:"a/b"': {} } },
      'f:spec': {
        'f:containers': {
          '.': {},
          'k:{"name":"c"}': {
            '.': {},
            'f:name': {},
            'f:args': {},
            'f:ports': { '.': {}, 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} } },
          },
        },
      },
    });
  });
});

describe('sets of fields', () => {
  const type = { type: 'object', definition: 'Pod' } as const;
  const before = { metadata: { labels: { a: '1', b: '2' }, finalizers: ['x/y'] }, spec: { containers: [{ name: 'c', image: 'i:1', args: ['1'] }] } };

  it('changedFields: new fields and other values, down to the leaf', () => {
    const after = { metadata: { labels: { a: '1', b: '3', c: '4' }, finalizers: ['x/y', 'x/z'] }, spec: { containers: [{ name: 'c', image: 'i:1', args: ['2'] }, { name: 'd' }] } };
    expect(changedFields(type, before, after)).toEqual({
      'f:metadata': { 'f:labels': { 'f:b': {}, 'f:c': {} }, 'f:finalizers': { 'v:"x/z"': {} } },
      'f:spec': { 'f:containers': { 'k:{"name":"c"}': { 'f:args': {} }, 'k:{"name":"d"}': { '.': {}, 'f:name': {} } } },
    });
    expect(changedFields(type, before, structuredClone(before))).toBeUndefined();
  });

  it('union, intersection, difference', () => {
    const one = { 'f:a': {}, 'f:b': { 'f:c': {}, 'f:d': {} } };
    const other = { 'f:b': { 'f:d': {}, 'f:e': {} }, 'f:g': {} };
    expect(union(one, other)).toEqual({ 'f:a': {}, 'f:b': { 'f:c': {}, 'f:d': {}, 'f:e': {} }, 'f:g': {} });
    expect(intersection(one, other)).toEqual({ 'f:b': { 'f:d': {} } });
    expect(difference(one, other)).toEqual({ 'f:a': {}, 'f:b': { 'f:c': {} } });
    expect(difference({ 'f:b': { 'f:c': {} } }, { 'f:b': {} })).toEqual({});
    expect(intersection(one, {})).toEqual({});
  });
});
