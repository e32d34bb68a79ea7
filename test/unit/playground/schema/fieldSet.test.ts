import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../../extension/playground/schema/fieldSet.ts';

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
