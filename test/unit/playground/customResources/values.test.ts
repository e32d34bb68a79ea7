import { describe, expect, it } from 'vitest';
import { fillDefaults } from '../../../../extension/playground/customResources/fillDefaults.ts';
import { pruneValue } from '../../../../extension/playground/customResources/pruneValue.ts';
import type { StructuralSchema } from '../../../../extension/playground/customResources/structuralSchema.ts';
import { validateValue } from '../../../../extension/playground/customResources/validateValue.ts';

describe('validateValue', () => {
  it.each<[StructuralSchema, unknown, string | undefined]>([
    [{ type: 'string', minLength: 2 }, 'a', 'at least 2 chars'],
    [{ type: 'string', maxLength: 2 }, 'äöü', 'at most 2 chars'],
    [{ type: 'string', maxLength: 1 }, '😀', undefined],
    [{ type: 'string', pattern: '^a+$' }, 'ab', "should match '^a+$'"],
    [{ type: 'string', format: 'date-time' }, 'today', 'type date-time'],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T00:00:00Z', undefined],
    [{ type: 'string', format: 'ipv4' }, '1.2.3.400', 'type ipv4'],
    [{ type: 'string', format: 'something-new' }, 'x', undefined],
    [{ type: 'integer', format: 'int32' }, 2 ** 31, 'type int32'],
    [{ type: 'integer' }, 1.5, 'of type integer: "number"'],
    [{ type: 'integer' }, 1.0, undefined],
    [{ type: 'number', minimum: 1, exclusiveMinimum: true }, 1, 'greater than 1'],
    [{ type: 'number', maximum: 1 }, 1, undefined],
    [{ type: 'number', maximum: 1, exclusiveMaximum: true }, 1, 'less than 1'],
    [{ type: 'number', multipleOf: 0.5 }, 1.25, 'multiple of 0.5'],
    [{ type: 'boolean' }, 'true', 'of type boolean: "string"'],
    [{ type: 'boolean', nullable: true }, null, undefined],
    [{ type: 'boolean' }, null, 'of type boolean: "null"'],
    [{ type: 'array', items: { type: 'string' }, minItems: 1 }, [], 'at least 1 items'],
    [{ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['a', 'b'], 'at most 1 items'],
    [{ type: 'object', minProperties: 1 }, {}, 'at least 1 properties'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'supported values: "a", "b"'],
    [{ type: 'object', 'x-kubernetes-preserve-unknown-fields': true, enum: [{ a: 1 }] }, { a: 1 }, undefined],
    [{ type: 'string', anyOf: [{ minLength: 5 }, { pattern: '^x' }] }, 'abc', 'anyOf'],
    [{ type: 'string', anyOf: [{ minLength: 5 }, { pattern: '^x' }] }, 'xyz', undefined],
    [{ type: 'string', oneOf: [{ minLength: 1 }, { maxLength: 5 }] }, 'abc', 'oneOf'],
    [{ type: 'string', not: { enum: ['abc'] } }, 'abc', '(not)'],
    [{ type: 'string', allOf: [{ minLength: 5 }] }, 'abc', 'at least 5 chars'],
    [{ 'x-kubernetes-int-or-string': true }, 'x', undefined],
    [{ 'x-kubernetes-int-or-string': true }, [], 'of type integer,string: "array"'],
  ])('%j and %j: %s', (schema, value, expected) => {
    const messages = validateValue(schema, value, 'f').map(({ message }) => message);
    if (expected === undefined) expect(messages).toEqual([]);
    else expect(messages).toEqual([expect.stringContaining(expected)]);
  });
});

const schema: StructuralSchema = {
  type: 'object',
  properties: {
    a: { type: 'string', default: 'x' },
    b: { type: 'object', properties: { c: { type: 'integer', default: 1 }, d: { type: 'string' } } },
    e: { type: 'object', default: { f: 1 }, properties: { f: { type: 'integer' }, g: { type: 'integer', default: 2 } } },
    list: { type: 'array', items: { type: 'object', properties: { h: { type: 'string', default: 'y' } } } },
    map: { type: 'object', additionalProperties: { type: 'object', properties: { i: { type: 'string', default: 'z' } } } },
    maybe: { type: 'string', nullable: true, default: 'm' },
    held: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object', properties: { j: { type: 'string' } } } } },
  },
};

describe('fillDefaults', () => {
  it('fills in what is left out, wherever the holder is there, and where the default is one', () => {
    expect(fillDefaults(schema, { b: {}, list: [{}, { h: 'own' }], map: { k: {} } })).toEqual({
      a: 'x',
      b: { c: 1 },
      e: { f: 1, g: 2 },
      list: [{ h: 'y' }, { h: 'own' }],
      map: { k: { i: 'z' } },
      maybe: 'm',
    });
  });

  it('takes null for left out only where it may not be null', () => {
    expect(fillDefaults(schema, { a: null, maybe: null })).toMatchObject({ a: 'x', maybe: null });
  });

  it('gives each object a default of its own', () => {
    const [one, other] = [fillDefaults(schema, {}), fillDefaults(schema, {})] as { e: object }[];
    expect(one!.e).not.toBe(other!.e);
  });
});

describe('pruneValue', () => {
  it('drops what the schema does not have, and says where it was', () => {
    const dropped: string[] = [];
    const value = { a: 'x', z: 1, b: { c: 1, y: 2 }, list: [{ h: 'h', x: 1 }], map: { any: { i: 'i', w: 1 } }, held: { apiVersion: 'v1', kind: 'K', metadata: { name: 'n' }, spec: { j: 'j', v: 1 } } };
    expect(pruneValue(schema, value, '', dropped)).toEqual({
      a: 'x',
      b: { c: 1 },
      list: [{ h: 'h' }],
      map: { any: { i: 'i' } },
      held: { apiVersion: 'v1', kind: 'K', metadata: { name: 'n' }, spec: { j: 'j' } },
    });
    expect(dropped).toEqual(['z', 'b.y', 'list[0].x', 'map.any.w', 'held.spec.v']);
  });

  it('leaves what is not of its type for the validation to say so', () => {
    expect(pruneValue(schema, { b: 'text', list: 'text' }, '', [])).toEqual({ b: 'text', list: 'text' });
  });
});
