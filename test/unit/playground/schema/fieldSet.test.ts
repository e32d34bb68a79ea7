import { describe, expect, it } from 'vitest';
import { abandoned, difference, leafPaths, touched, union } from '../../../../extension/playground/schema/fieldSet.ts';
import { changedFields, fieldsOf } from '../../../../extension/playground/schema/fieldsOf.ts';

describe('fieldsOf', () => {
  it('names fields, elements by their keys, and plain values', () => {
    const object = {
      metadata: { labels: { app: 'web' }, finalizers: ['a/b'] },
      spec: { containers: [{ name: 'c', args: ['x'], ports: [{ containerPort: 80, protocol: 'TCP' }] }], nodeName: undefined },
    };
    expect(fieldsOf({ type: 'object', definition: 'Pod' }, object)).toEqual({
      'f:metadata': { 'f:labels': { 'f:app': {} }, 'f:finalizers': { 'v:"a/b"': {} } },
      'f:spec': {
        'f:containers': {
          'k:{"name":"c"}': {
            '.': {},
            'f:name': {},
            'f:args': {},
            'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {}, 'f:protocol': {} } },
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

  it('union, difference', () => {
    const one = { 'f:a': {}, 'f:b': { 'f:c': {}, 'f:d': {} } };
    const other = { 'f:b': { 'f:d': {}, 'f:e': {} }, 'f:g': {} };
    expect(union(one, other)).toEqual({ 'f:a': {}, 'f:b': { 'f:c': {}, 'f:d': {}, 'f:e': {} }, 'f:g': {} });
    expect(difference(one, other)).toEqual({ 'f:a': {}, 'f:b': { 'f:c': {} } });
    expect(difference({ 'f:b': { 'f:c': {} } }, { 'f:b': {} })).toEqual({});
  });

  it('a thing that was empty stays in a set, whoever has what is in it now', () => {
    expect(union({ 'f:b': {} }, { 'f:b': { 'f:c': {} } })).toEqual({ 'f:b': { '.': {}, 'f:c': {} } });
    expect(union({ 'f:b': { 'f:c': {} } }, { 'f:b': {} })).toEqual({ 'f:b': { '.': {}, 'f:c': {} } });
    expect(difference({ 'f:b': {} }, { 'f:b': { 'f:c': {} } })).toEqual({ 'f:b': {} });
    expect(difference({ 'f:b': {} }, { 'f:b': { '.': {}, 'f:c': {} } })).toEqual({});
  });

  const element = { 'k:{"name":"c"}': { '.': {}, 'f:name': {}, 'f:args': {} } };

  it('touched: leaves that are named, and everything below one that is', () => {
    expect(touched({ 'f:a': {}, 'f:b': { 'f:c': {}, 'f:d': {} } }, { 'f:b': { 'f:c': {} } })).toEqual({ 'f:b': { 'f:c': {} } });
    expect(touched({ 'f:b': { 'f:c': {}, 'f:d': {} } }, { 'f:b': {} })).toEqual({ 'f:b': { 'f:c': {}, 'f:d': {} } });
    expect(touched({ 'f:b': {} }, { 'f:b': { 'f:c': {} } })).toEqual({}); // a map that is owned, and a key of it that is not
  });

  it('abandoned: what nobody holds, element-wise where the element itself is nobody’s', () => {
    expect(abandoned({ 'f:list': element }, {})).toEqual({ 'f:list': { 'k:{"name":"c"}': {} } });
    expect(abandoned({ 'f:list': element }, { 'f:list': { 'k:{"name":"c"}': { 'f:args': {} } } })).toEqual({ 'f:list': { 'k:{"name":"c"}': {} } });
    expect(abandoned({ 'f:list': element }, { 'f:list': { 'k:{"name":"c"}': { '.': {}, 'f:name': {} } } })).toEqual({ 'f:list': { 'k:{"name":"c"}': { 'f:args': {} } } });
    expect(abandoned({ 'f:a': { 'f:b': {}, 'f:c': {} } }, { 'f:a': { 'f:b': {} } })).toEqual({ 'f:a': { 'f:c': {} } });
  });

  it('leafPaths: as the server writes them', () => {
    const set = { 'f:spec': { 'f:list': element, 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { 'f:name': {} } } }, 'f:metadata': { 'f:finalizers': { 'v:"a/b"': {} } } };
    expect(leafPaths(set)).toEqual([
      '.spec.list[name="c"]',
      '.spec.list[name="c"].name',
      '.spec.list[name="c"].args',
      '.spec.ports[port=80,protocol="TCP"].name',
      '.metadata.finalizers[="a/b"]',
    ]);
  });
});
