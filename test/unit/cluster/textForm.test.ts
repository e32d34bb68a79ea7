import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextForm, TextMatch } from '../../../extension/cluster/textForm.ts';

/** A form of texts that are like these. */
function formOf(first: string, ...others: readonly string[]): TextForm {
  return others.reduce((form, text) => {
    const wider = form.widened(Buffer.from(text));
    expect(wider, text).toBeDefined();
    return wider!;
  }, new TextForm(Buffer.from(first)));
}

/** The text as the form keeps it; undefined when it is not of this form. */
function kept(form: TextForm, text: string, base: string): string | undefined {
  const match = new TextMatch();
  // Anything may follow.
  const bytes = Buffer.from(`  ${text},{`);
  if (!form.matches(bytes, 2, match)) return undefined;
  expect(bytes.toString('utf8', 2, match.end)).toBe(text);
  return form.between(match.values, form.placeOf(0), form.placeOf(Buffer.byteLength(base)));
}

/** Long enough for their differences to be small. */
const padded = (text: string): string => text.replace(/^{/, `{"padding":"${'.'.repeat(80)}",`);

describe('the form of texts', () => {
  it('has what they have in common; each of them is its own values', () => {
    const text = (name: string, count: number): string => padded(`{"m":{"f":{"k:{\\"ip\\":\\"${name}\\"}":{},"count":${count}},"é":"${name}é"}}`);
    const base = text('10.0.0.22', 20);
    const form = formOf(text('10.0.0.1', 1), base);
    for (const [name, count] of [['', 0], ['é漢', 300], ['a b', 7]] as const) expect(kept(form, text(name, count), base)).toBe(text(name, count));
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
    ['no end', '{"a":"x","b":[1],"c":'],
  ])('is not that of a text with %s', (_, text) => {
    const base = padded('{"a":"yy","b":[22],"c":333}');
    const form = formOf(padded('{"a":"x","b":[1],"c":1}'), base);
    expect(kept(form, padded('{"a":"zzz","b":[4],"c":5}'), base)).toBeDefined();
    expect(kept(form, padded(text), base)).toBeUndefined();
  });

  it.each([
    ['an object', '{"spec":1}', '{"data":1}'],
    ['its metadata', '{"metadata":{"labels":1}}', '{"metadata":{"finalizers":1}}'],
  ])('has the names of the fields of %s', (_, one, other) => {
    expect(new TextForm(Buffer.from(padded(one))).widened(Buffer.from(padded(other)))).toBeUndefined();
  });

  it.each([
    ['say something else altogether', '{"a":"something"}', '{"a":"completely different"}'],
    ['have numbers that are not whole', padded('{"a":1.5}'), padded('{"a":2.5}')],
    ['have other escapes', padded('{"a":"x\\ny"}'), padded('{"a":"x\\ty"}')],
    ['are of several structures', padded('{"a":{}}'), padded('{"a":[]}')],
    ['end earlier', padded('{"a":1,"b":2}'), padded('{"a":1}')],
  ])('is not there for texts that %s', (_, one, other) => {
    expect(new TextForm(Buffer.from(one)).widened(Buffer.from(other))).toBeUndefined();
  });

  it('gives what stands between any two of its places', () => {
    const text = (name: string): string => padded(`{"é":"${name}","b":["${name}",{"c":"漢"}]}`);
    const base = text('one');
    const form = formOf(text('other'), base);
    const match = new TextMatch();
    const bytes = Buffer.from(text('é'));
    expect(form.matches(bytes, 0, match)).toBe(true);
    const starts = ['"one"', '["one"', '{"c"'].map((part) => Buffer.from(base).indexOf(part));
    const ends = ['","b"', '}]}', ']}'].map((part, index) => Buffer.from(base).indexOf(part) + (index === 2 ? 1 : 1));
    for (const [index, expected] of ['"é"', '["é",{"c":"漢"}', '{"c":"漢"}]'].entries()) {
      const from = form.placeOf(starts[index]!);
      const to = form.placeOf(ends[index]!);
      expect(form.between(match.values, from, to)).toBe(expected);
      expect(bytes.toString('utf8', match.positionOf(from), match.positionOf(to))).toBe(expected);
    }
  });

  it('whatever they are, they come back as they were, and only what is valid matches', () => {
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null));
    const object = fc.record({ a: value, b: fc.array(value, { maxLength: 2 }), c: fc.record({ d: value, padding: fc.constant('.'.repeat(40)) }) });
    const match = new TextMatch();
    fc.assert(
      fc.property(fc.array(object, { minLength: 2, maxLength: 12 }), fc.nat(), fc.constantFrom('"', '\\', '}', '0', '\u0001', 'é'), ([first, ...others], at, instead) => {
        let base = JSON.stringify(first);
        let form = new TextForm(Buffer.from(base));
        for (const each of others) {
          const text = JSON.stringify(each);
          const wider = form.matches(Buffer.from(text), 0, match) ? undefined : form.widened(Buffer.from(text));
          if (wider) [form, base] = [wider, text];
          const known = kept(form, text, base);
          if (wider) expect(known).toBe(text);
          if (known !== undefined) expect(known).toBe(text);
          expect(kept(form, base, base)).toBe(base);
          // In UTF-8 and back: half of a character is another one.
          const spoilt = Buffer.from(text.slice(0, at % text.length) + instead + text.slice((at % text.length) + 1)).toString();
          const odd = kept(form, spoilt, base);
          if (odd !== undefined) expect(() => JSON.parse(odd)).not.toThrow();
        }
      }),
      { numRuns: 100 },
    );
  });
});
