import { expect, it } from 'vitest';
import { checkSchema } from '../../../../extension/playground/customResources/checkSchema.ts';
import type { StructuralSchema } from '../../../../extension/playground/customResources/structuralSchema.ts';
import { validateValue } from '../../../../extension/playground/customResources/validateValue.ts';

function errors(schema: StructuralSchema, value: unknown): string[] {
  return validateValue(schema, value, 'f').map(({ field, reason }) => `${field} ${reason}`);
}

it.each(['^(a+)+$', '^(a|a)*$', '(x+x+)+y', '^([a-z]+)*[0-9]$'])('a pattern that backtracks without end elsewhere is as quick as any other: %s', (pattern) => {
  const schema: StructuralSchema = { type: 'string', pattern };
  expect(checkSchema({ type: 'object', properties: { s: schema } }, 's')).toEqual([]);
  expect(errors(schema, `${'a'.repeat(20_000)}!`)).toEqual(['f FieldValueInvalid']);
});

it.each([
  ['(?=a)', 'invalid or unsupported Perl syntax'],
  ['(a)\\1', 'invalid escape sequence'],
  ['a{1001}', 'invalid repeat count'],
  ['((a{0,99}){0,99}){0,99}', ''],
])('a pattern that the API server does not know, or that is too large, makes the schema invalid: %s', (pattern, why) => {
  expect(checkSchema({ type: 'object', properties: { s: { type: 'string', pattern } } }, 's')).toEqual([
    { reason: 'FieldValueInvalid', field: 's.properties[s].pattern', message: expect.stringContaining(`must be a valid regular expression, but isn't: `) },
  ]);
  expect(checkSchema({ type: 'object', properties: { s: { type: 'string', pattern } } }, 's')[0]!.message).toContain(why);
});

it('patterns are in the dialect of the API server', () => {
  expect(errors({ type: 'string', pattern: '(?i)^abc$' }, 'ABC')).toEqual([]);
  expect(errors({ type: 'string', pattern: '^[[:alpha:]]+$' }, 'a1')).toEqual(['f FieldValueInvalid']);
});

it('names of members are only names, whatever they are elsewhere', () => {
  const member: StructuralSchema = { type: 'integer', maximum: 1 };
  const schema = JSON.parse(JSON.stringify({ type: 'object', required: ['toString'], properties: { constructor: member, $id: member, $ref: member, 'a/b~c': member } })) as StructuralSchema;
  const proto = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"}}}') as StructuralSchema;
  expect(errors(schema, { constructor: 2, $id: 2, $ref: 2, 'a/b~c': 2 }).toSorted()).toEqual(
    ['f.toString FieldValueRequired', 'f.constructor FieldValueInvalid', 'f.$id FieldValueInvalid', 'f.$ref FieldValueInvalid', 'f.a/b~c FieldValueInvalid'].toSorted(),
  );
  expect(errors(proto, JSON.parse('{"__proto__":"x"}'))).toEqual(['f.__proto__ FieldValueInvalid']);
  const listed: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, enum: [{ valueOf: 1 }] };
  expect([errors(listed, { valueOf: 1 }), errors(listed, { valueOf: 2 }), errors({ type: 'string', format: 'constructor' }, 'x')]).toEqual([[], ['f FieldValueNotSupported'], []]);
});

it('a value of the wrong type is told so, and nothing else', () => {
  expect(errors({ type: 'integer', minimum: 5, enum: [7], anyOf: [{ minimum: 9 }] }, 1.5)).toEqual(['f FieldValueInvalid']);
  expect(errors({ type: 'string', nullable: true, enum: ['a'], not: {} }, null)).toEqual([]);
});

it('too many is told as such', () => {
  expect(validateValue({ type: 'array', items: { type: 'string' }, maxItems: 1 }, ['a', 'b'], 'f')).toEqual([{ reason: 'FieldValueTooMany', field: 'f', message: 'Too many: 2: must have at most 1 items' }]);
  expect(errors({ type: 'object', maxProperties: 0 }, { a: 1 })).toEqual(['f FieldValueTooMany']);
});

it('a schema that is compiled in parts says of each where it was', () => {
  const leaf: StructuralSchema = { type: 'string' };
  const wide = (inner: StructuralSchema): StructuralSchema => ({ type: 'object', properties: { ...Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`p${index}`, leaf])), inner } });
  const schema = wide({ type: 'array', items: wide({ type: 'object', additionalProperties: wide(leaf) }) });
  expect(errors(schema, { p1: 1, inner: [{ p2: 2 }, { inner: { k: { p3: 3, inner: 4 } } }] })).toEqual([
    'f.p1 FieldValueInvalid',
    'f.inner[0].p2 FieldValueInvalid',
    'f.inner[1].inner.k.p3 FieldValueInvalid',
    'f.inner[1].inner.k.inner FieldValueInvalid',
  ]);
  expect(errors({ type: 'object', anyOf: [{ properties: { q: { allOf: [schema] } } }, schema] }, { q: {}, p1: 1 })).toEqual([]);
});

it('a schema of more parts than anybody writes is refused', () => {
  const properties = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { type: 'string' }]));
  expect(checkSchema({ type: 'object', properties }, 's')).toMatchObject([{ field: 's', reason: 'FieldValueInvalid' }]);
});
