import { beforeEach, describe, expect, it } from 'vitest';
import { checkRules, unheededRules } from '../../../../../extension/playground/customResources/rules/checkRules.ts';
import { RuleProgram } from '../../../../../extension/playground/customResources/rules/ruleProgram.ts';
import type { StructuralSchema } from '../../../../../extension/playground/customResources/structuralSchema.ts';
import { bringGadgets, gadget, gadgetDefinition, gadgets } from '../../../../support/customKinds.ts';
import { PlaygroundHarness } from '../../../../support/playgroundHarness.ts';

/** A kind whose `spec` has these fields and rules. */
function kindOf(properties: object, ...rules: object[]): StructuralSchema {
  return { type: 'object', properties: { spec: { type: 'object', properties, 'x-kubernetes-validations': rules } } } as StructuralSchema;
}

function broken(schema: StructuralSchema, spec: object, old?: object): string[] {
  expect(checkRules(schema, 's')).toEqual([]);
  return new RuleProgram(schema).broken({ spec }, old && { spec: old }).map(({ field, message }) => `${field}: ${message}`);
}

const int = { type: 'integer' };
const text = { type: 'string' };

describe('a rule', () => {
  it('holds, or is told with its message, its reason and the field that it names', () => {
    const sizes = { min: int, max: int, size: int };
    const rule = 'self.min <= self.size && self.size <= self.max';
    const good = { min: 1, size: 2, max: 3 };
    const bad = { min: 1, size: 4, max: 3 };
    expect(broken(kindOf(sizes, { rule }), good)).toEqual([]);
    expect(broken(kindOf(sizes, { rule }), bad)).toEqual([`spec: Invalid value: "object": failed rule: ${rule}`]);
    expect(broken(kindOf(sizes, { rule, message: 'size out of range' }), bad)).toEqual(['spec: Invalid value: "object": size out of range']);
    expect(broken(kindOf(sizes, { rule, message: 'm', messageExpression: `'size is ' + string(self.size)` }), bad)).toEqual(['spec: Invalid value: "object": size is 4']);
    expect(broken(kindOf(sizes, { rule, message: 'm', messageExpression: `string(1 / (self.size - 4))` }), bad)).toEqual(['spec: Invalid value: "object": m']);
    expect(broken(kindOf(sizes, { rule, reason: 'FieldValueForbidden', fieldPath: '.size', message: 'm' }), bad)).toEqual(['spec.size: Forbidden: m']);
  });

  it('stands at any value: an element, an entry, a text', () => {
    const even = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self % 2 == 0', message: 'odd' }] };
    const schema = kindOf({ list: { type: 'array', items: even }, map: { type: 'object', additionalProperties: even } });
    expect(broken(schema, { list: [2, 3], map: { a: 1, b: 2 } })).toEqual(['spec.list[1]: Invalid value: "integer": odd', 'spec.map.a: Invalid value: "integer": odd']);
  });

  it('at the object itself sees its name and its kind, and no more of its metadata', () => {
    const schema = (rule: string): StructuralSchema => ({ type: 'object', 'x-kubernetes-validations': [{ rule }] });
    const program = new RuleProgram(schema(`self.metadata.name.startsWith('a') && self.kind == 'K'`));
    expect([program.broken({ kind: 'K', metadata: { name: 'ab' } }), program.broken({ kind: 'K', metadata: { name: 'b' } }).length]).toEqual([[], 1]);
    expect(checkRules(schema('has(self.metadata.labels)'), 's')).toMatchObject([{ message: expect.stringContaining(`compilation failed: undefined field 'labels'`) }]);
  });

  it('takes numbers, times and texts for what the schema says that they are', () => {
    const fields = { ratio: { type: 'number' }, from: { type: 'string', format: 'date-time' }, every: { type: 'string', format: 'duration' }, 'a-b': text, namespace: text };
    const schema = kindOf(fields, { rule: 'self.ratio * 2.0 == 4.0' }, { rule: `self.from + self.every == timestamp('2026-01-01T01:30:00Z')` }, { rule: `self.a__dash__b == 'x' && self.__namespace__ == 'y'` });
    expect(broken(schema, { ratio: 2, from: '2026-01-01T00:00:00Z', every: '1h30m', 'a-b': 'x', namespace: 'y' })).toEqual([]);
  });

  it('that cannot be evaluated refuses the object, and says why', () => {
    expect(broken(kindOf({ x: int }, { rule: 'self.x > 0' }), {})).toEqual([expect.stringMatching(/^spec: Invalid value: "object": .*evaluating rule: self\.x > 0$/)]);
  });
});

describe('a rule that compares with what was before', () => {
  const immutable = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'immutable' }] };

  it('is skipped at the creation, and where there was no value', () => {
    const schema = kindOf({ x: immutable });
    expect([broken(schema, { x: 1 }), broken(schema, { x: 1 }, {}), broken(schema, { x: 1 }, { x: 1 })]).toEqual([[], [], []]);
    expect(broken(schema, { x: 2 }, { x: 1 })).toEqual(['spec.x: Invalid value: "integer": immutable']);
  });

  it('finds the element of before by its keys', () => {
    const parts = { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'], items: { type: 'object', properties: { name: text, x: immutable } } };
    const old = { parts: [{ name: 'a', x: 1 }, { name: 'b', x: 2 }] };
    expect(broken(kindOf({ parts }), { parts: [{ name: 'c', x: 9 }, { name: 'b', x: 3 }, { name: 'a', x: 1 }] }, old)).toEqual(['spec.parts[1].x: Invalid value: "integer": immutable']);
  });

  it('may not stand where nobody knows which value it was', () => {
    expect(checkRules(kindOf({ list: { type: 'array', items: immutable } }), 's')).toMatchObject([{ message: expect.stringContaining('oldSelf cannot be used on the uncorrelatable portion') }]);
  });
});

describe('a definition', () => {
  it.each([
    [{ rule: 'self.x >' }, 'rule', 'compilation failed: '],
    [{ rule: 'self.y > 1' }, 'rule', `compilation failed: undefined field 'y'`],
    [{ rule: 'self.list.all(each, each.z)' }, 'rule', `compilation failed: undefined field 'z'`],
    [{ rule: 'other > 1' }, 'rule', 'compilation failed: `other` is unknown'],
    [{ rule: 'nothing(self.x)' }, 'rule', 'compilation failed: there is no function `nothing`'],
    [{ rule: 'self.x' }, 'rule', 'compilation failed: it must evaluate to a bool'],
    [{ rule: '1' }, 'rule', 'compilation failed: it must evaluate to a bool'],
    [{ rule: ' ' }, 'rule', 'Required value'],
    [{}, 'rule', 'Required value'],
    [{ rule: `${'!'.repeat(6000)}true` }, 'rule', 'compilation failed: it has 6004 characters'],
    [{ rule: `${'('.repeat(500)}true${')'.repeat(500)}` }, 'rule', 'compilation failed: its brackets'],
    [{ rule: 'true', message: ' ' }, 'message', 'non-empty'],
    [{ rule: 'true', message: 'a\nb' }, 'message', 'line breaks'],
    [{ rule: 'true', messageExpression: 'self.x' }, 'messageExpression', 'must evaluate to a string'],
    [{ rule: 'true', reason: 'Wrong' }, 'reason', 'Unsupported value: "Wrong"'],
    [{ rule: 'true', fieldPath: '.y' }, 'fieldPath', 'valid path'],
    [{ rule: 5 }, 'rule', 'must be of type string'],
  ])('with the rule %j is invalid', (rule, field, why) => {
    const list = { type: 'array', items: { type: 'object', properties: { x: int } } };
    expect(checkRules(kindOf({ x: int, list }, rule), 's')).toEqual([
      { reason: expect.any(String), field: `s.properties[spec].x-kubernetes-validations[0].${field}`, message: expect.stringContaining(why) },
    ]);
  });

  it('has so many rules at most, which are a list', () => {
    expect(checkRules(kindOf({}, ...Array.from({ length: 501 }, () => ({ rule: 'true' }))), 's')).toMatchObject([{ field: 's', message: expect.stringContaining('500 rules') }]);
    expect(checkRules({ type: 'object', 'x-kubernetes-validations': 'x' as never }, 's')).toHaveLength(1);
  });

  it('may have a rule with what is not here: it is told, and not evaluated', () => {
    const schema = kindOf({ x: text }, { rule: 'isURL(self.x)' });
    expect(unheededRules(schema)).toEqual(['properties[spec].x-kubernetes-validations[0].rule needs isURL, which the playground does not have: it is kept, and not evaluated']);
    expect(broken(schema, { x: 'none' })).toEqual([]);
  });
});

it('the rules of one object have one bound together: what goes beyond it is told once, and the rest is not looked at', () => {
  const list = { type: 'array', items: { type: 'string', 'x-kubernetes-validations': [{ rule: `self.matches('(a+)+b')` }] } };
  const found = broken(kindOf({ list }), { list: Array.from({ length: 500 }, () => 'a'.repeat(10_000)) });
  expect(found.at(-1)).toContain('it looks for patterns in more than 200000 characters evaluating rule');
  expect(found.length).toBeLessThan(25);
  const loops = kindOf({ list: { type: 'array', items: text } }, { rule: 'self.list.all(a, self.list.all(b, self.list.all(c, a + b + c != "")))' });
  expect(broken(loops, { list: Array.from({ length: 1000 }, () => 'x') })).toEqual([expect.stringContaining('it looks at more than 200000 values')]);
});

describe('over the API', () => {
  let harness: PlaygroundHarness;
  beforeEach(() => {
    harness = new PlaygroundHarness();
  });

  it('a rule holds for who creates, changes and scales, and a definition with a wrong one is refused', async () => {
    const spec = (rule: string): object => ({ type: 'object', properties: { size: text, replicas: int }, 'x-kubernetes-validations': [{ rule }, { rule: 'self.size == oldSelf.size', message: 'size is immutable' }] });
    const definition = (rule: string): object => gadgetDefinition({}, { schema: { openAPIV3Schema: { type: 'object', properties: { spec: spec(rule), status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } } } });
    await expect(bringGadgets(harness, definition('self.colour'))).rejects.toThrow('spec.versions[0].schema.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule');
    await bringGadgets(harness, definition('self.replicas < 5'));
    expect((await harness.ask('POST', gadgets, { body: gadget('a', { replicas: 9 }) })).json.details.causes).toEqual([{ reason: 'FieldValueInvalid', field: 'spec', message: 'Invalid value: "object": failed rule: self.replicas < 5' }]);
    expect((await harness.ask('POST', gadgets, { body: gadget('a', { replicas: 1 }) })).status).toBe(201);
    expect((await harness.patch(`${gadgets}/a`, { spec: { size: 'large' } })).json.details.causes).toEqual([{ reason: 'FieldValueInvalid', field: 'spec', message: 'Invalid value: "object": size is immutable' }]);
    expect((await harness.patch(`${gadgets}/a/scale`, { spec: { replicas: 7 } })).status).toBe(422);
    expect((await harness.patch(`${gadgets}/a`, { spec: { replicas: 4 } })).status).toBe(200);
    expect(harness.errors).toEqual([]);
  });
});
