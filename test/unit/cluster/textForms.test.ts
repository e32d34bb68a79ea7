import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextForms } from '../../../extension/cluster/textForms.ts';
import type { KeptText } from '../../../extension/kube/keptFields.ts';
import { podItem } from '../../bench/pods.ts';

const around = ['<', '>'] as const;

/** As their reader does: what is known is found by the bytes at its start, and anything may follow. */
function keep(forms: TextForms, text: string): KeptText {
  const bytes = Buffer.from(`  ${text},{`);
  const known = forms.match(bytes, 2);
  if (!known) return forms.keep(Buffer.from(text), []);
  expect(bytes.toString('utf8', 2, known.end)).toBe(text);
  return known.text;
}

describe('texts that are alike', () => {
  it('are kept as what they differ in, once that is known', () => {
    const forms = new TextForms(around);
    const pods = Array.from({ length: 50 }, (_, index) => podItem(index, index));
    const kept = pods.map((pod) => keep(forms, pod));
    expect(kept.map(String)).toEqual(pods.map((pod) => `<${pod}>`));
    const known = pods.map((pod) => forms.match(Buffer.from(pod), 0) !== undefined);
    expect(known.filter(Boolean).length).toBeGreaterThan(45);
  });

  it('differ in strings, whole numbers and names within them', () => {
    const forms = new TextForms(around);
    const text = (name: string, count: number): string => `{"a":{"k:{\\"ip\\":\\"${name}\\"}":{},"count":${count},"rest":"${'the same '.repeat(10)}"}}`;
    keep(forms, text('10.0.0.1', 1));
    keep(forms, text('10.0.0.22', 20));
    for (const [name, count] of [['', 0], ['é漢', 300], ['a b', 7]] as const) {
      expect(forms.match(Buffer.from(text(name, count)), 0)?.text.toString()).toBe(`<${text(name, count)}>`);
    }
  });

  it.each([
    ['another structure', '{"a":"x","b":[1],"c":{}}'],
    ['a number of another kind', '{"a":"x","b":[1.5],"c":1}'],
    ['a negative number', '{"a":"x","b":[-1],"c":1}'],
    ['a number with a zero before it', '{"a":"x","b":[01],"c":1}'],
    ['no number', '{"a":"x","b":[],"c":1}'],
    ['an escape', '{"a":"x\\"","b":[1],"c":1}'],
    ['a control character', '{"a":"x\n","b":[1],"c":1}'],
    ['another name of a field', '{"z":"x","b":[1],"c":1}'],
    ['an end', '{"a":"x","b":[1],"c":'],
  ])('do not have %s', (_, text) => {
    const forms = new TextForms(around);
    // Long enough for their differences to be small.
    const padded = (each: string): Buffer => Buffer.from(each.replace(/^{/, `{"padding":"${'.'.repeat(50)}",`));
    forms.keep(padded('{"a":"x","b":[1],"c":1}'), []);
    forms.keep(padded('{"a":"yy","b":[22],"c":333}'), []);
    expect(forms.match(padded('{"a":"zzz","b":[4],"c":5}'), 0)).toBeDefined();
    expect(forms.match(padded(text), 0)).toBeUndefined();
  });

  it('do not differ in the names of the outermost fields', () => {
    const forms = new TextForms(around);
    const rest = `"x":"${'.'.repeat(100)}"`;
    forms.keep(Buffer.from(`"spec":1,${rest}}`), ['spec', 'x']);
    forms.keep(Buffer.from(`"data":1,${rest}}`), ['data', 'x']);
    expect(forms.match(Buffer.from(`"data":2,${rest}}`), 0)).toBeUndefined();
    expect(forms.match(Buffer.from(`"spec":1,${rest}}`), 0)?.names).toEqual(['spec', 'x']);
    expect(forms.match(Buffer.from(`"data":1,${rest}}`), 0)?.names).toEqual(['data', 'x']);
  });

  it('whatever they are, they come back as they were, and only valid ones match', () => {
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
    const object = fc.record({ a: value, b: fc.array(value, { maxLength: 2 }), c: fc.record({ d: value, padding: fc.constant('.'.repeat(40)) }) });
    fc.assert(
      fc.property(fc.array(object, { minLength: 2, maxLength: 12 }), fc.nat(), fc.constantFrom('"', '\\', '}', '0', '\u0001', 'é'), (objects, at, instead) => {
        const forms = new TextForms(around);
        for (const each of objects) {
          const text = JSON.stringify(each);
          expect(keep(forms, text).toString()).toBe(`<${text}>`);
          const spoilt = text.slice(0, at % text.length) + instead + text.slice((at % text.length) + 1);
          const match = forms.match(Buffer.from(spoilt), 0);
          if (match) expect(() => JSON.parse(match.text.toString().slice(1, -1))).not.toThrow();
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are looked for now and then only, where hardly any are', () => {
    const forms = new TextForms(around);
    const odd = (index: number): string => `{${Array.from({ length: 1 + (index % 40) }, (_, at) => `"f${index}-${at}":${at % 2 ? '[]' : '{}'}`).join(',')}}`;
    for (let index = 0; index < 300; index++) expect(keep(forms, odd(index)).toString()).toBe(`<${odd(index)}>`);
    const known = Array.from({ length: 300 }, (_, index) => forms.match(Buffer.from(odd(index)), 0) !== undefined);
    expect(known.filter(Boolean).length).toBeLessThanOrEqual(8);
  });
});
