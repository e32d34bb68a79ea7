import { expect, it } from 'vitest';
import { checkSchema } from '../../../../extension/playground/customResources/checkSchema.ts';

const root = (field: unknown): object => ({ type: 'object', properties: { f: field } });
const f = 's.properties[f]';

it.each([
  ['no schema', 5, ['s']],
  ['another root', { type: 'string' }, ['s.type']],
  ['no type at the root', { properties: {} }, ['s.type']],
  ['no type', root({ properties: {} }), [`${f}.type`]],
  ['a type that is none', root({ type: 'text' }), [`${f}.type`]],
  ['no items', root({ type: 'array' }), [`${f}.items`]],
  ['items without a type', root({ type: 'array', items: {} }), [`${f}.items.type`]],
  ['a property that is none', root(true), [f]],
  ['properties that are none', { type: 'object', properties: [] }, ['s.properties']],
  ['a reference', root({ type: 'string', $ref: '#/definitions/x' }), [`${f}.$ref`]],
  ['unique items', root({ type: 'array', items: { type: 'string' }, uniqueItems: true }), [`${f}.uniqueItems`]],
  ['two kinds of properties', root({ type: 'object', properties: {}, additionalProperties: { type: 'string' } }), [`${f}.additionalProperties`]],
  ['no additional properties', root({ type: 'object', additionalProperties: false }), [`${f}.additionalProperties`]],
  ['a pattern that is none', root({ type: 'string', pattern: '(' }), [`${f}.pattern`]],
  ['a keyword of the wrong type', root({ type: 'string', minLength: '1' }), [`${f}.minLength`]],
  ['names that are none', root({ type: 'object', required: 'x' }), [`${f}.required`]],
  ['an empty enum', root({ type: 'string', enum: [] }), [`${f}.enum`]],
  ['a map without keys', root({ type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' }), [`${f}.x-kubernetes-list-map-keys`]],
  ['a list type that is none', root({ type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'bag' }), [`${f}.x-kubernetes-list-type`]],
  ['a map type that is none', root({ type: 'object', 'x-kubernetes-map-type': 'bag' }), [`${f}.x-kubernetes-map-type`]],
  ['a default of the wrong type', root({ type: 'integer', default: 'x' }), [`${f}.default`]],
  ['a default that is too much', root({ type: 'object', properties: { a: { type: 'string' } }, default: { b: 1 } }), [`${f}.default.b`]],
  ['a default inside a condition', root({ type: 'string', anyOf: [{ default: 'x' }] }), [`${f}.anyOf[0].default`]],
  ['conditions that are none', root({ type: 'string', oneOf: {} }), [`${f}.oneOf`]],
  ['a condition that is none', root({ type: 'string', not: 1 }), [`${f}.not`]],
])('%s is not structural', (_, schema, fields) => {
  expect(checkSchema(schema, 's').map(({ field }) => field)).toEqual(fields);
});

it('a schema that is structural has nothing wrong', () => {
  const schema = {
    type: 'object',
    description: 'all kinds of things',
    required: ['a'],
    properties: {
      a: { type: 'string', pattern: '^[a-z]+$', default: 'x', anyOf: [{ minLength: 1 }, { maxLength: 3 }], not: { enum: ['no'] } },
      b: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      c: { 'x-kubernetes-preserve-unknown-fields': true },
      d: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } }, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
      e: { type: 'object', additionalProperties: { type: 'number', minimum: 0, exclusiveMinimum: true } },
      f: { type: 'object', properties: { g: { type: 'boolean', nullable: true } }, default: { g: true } },
    },
  };
  expect(checkSchema(schema, 's')).toEqual([]);
});

it('a schema that nests without end is refused, and not followed', () => {
  let schema: object = { type: 'string' };
  for (let depth = 0; depth < 5000; depth++) schema = { type: 'object', properties: { p: schema } };
  expect(checkSchema(schema, 's')).toHaveLength(1);
  let condition: object = { type: 'string' };
  for (let depth = 0; depth < 5000; depth++) condition = { allOf: [condition] };
  expect(checkSchema(root({ type: 'string', allOf: [condition] }), 's')).toHaveLength(1);
});
