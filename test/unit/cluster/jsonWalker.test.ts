import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonWalker } from '../../../extension/cluster/jsonWalker.ts';

const walker = new JsonWalker();

/** Whether the text is one value and nothing else. */
function isWalkable(text: string): boolean {
  walker.begin(Buffer.from(text));
  try {
    walker.skip();
    walker.end();
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return false;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function fieldsOf(text: string): Record<string, string> {
  const bytes = Buffer.from(text);
  const fields: Record<string, string> = {};
  walker.begin(bytes);
  walker.enter();
  while (walker.next()) {
    const name = bytes.toString('utf8', walker.nameStart, walker.nameEnd);
    const start = walker.position;
    walker.skip();
    fields[name] = bytes.toString('utf8', start, walker.position);
  }
  walker.end();
  return fields;
}

describe('a walk through JSON', () => {
  it('takes what a parser takes, and refuses what it refuses', () => {
    const morsel = fc.constantFrom(
      '{', '}', '[', ']', '"', '\\', ':', ',', '"a"', '"a":', '0', '1', '-', '.', 'e', 'E', '+', '01', 'true', 'false', 'null', 'nul', ' ', '\n', '\t', '\r', '\u00a0', '\u0001', '\\u00e9', '\\u12', '\\n', '\\x', 'é', '{"a":1}', '[]', '1.5e-3',
    );
    fc.assert(
      fc.property(fc.array(morsel, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        expect(isWalkable(text)).toBe(isJson(text));
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    '', '{', '[1,]', '[,1]', '{"a":1,}', '{,}', '{"a"}', '{"a":}', '{1:2}', '[1 2]', '[1]]', '{}}', '{"a":1 "b":2}', '[}', '{]', 'tru', 'True', '01', '-', '1.', '.5', '1e', '1e+', '+1', '"', '"\\', '"\\u12"', '"\\q"', '"\n"', "'a'", 'NaN',
  ])('refuses %j, as a parser does', (text) => {
    expect(isJson(text)).toBe(false);
    expect(isWalkable(text)).toBe(false);
  });

  it('takes any JSON, plain or with white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.boolean(), (value, pretty) => {
        expect(isWalkable(JSON.stringify(value, undefined, pretty ? 2 : 0))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('leads from field to field, whatever stands in them', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ') }), fc.jsonValue()), fc.boolean(), (value, pretty) => {
        const fields = fieldsOf(JSON.stringify(value, undefined, pretty ? 2 : 0));
        expect(Object.keys(fields)).toEqual(Object.keys(value));
        for (const [name, text] of Object.entries(fields)) expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value[name])));
      }),
    );
  });

  it('goes on behind an object that was entered', () => {
    const text = Buffer.from('{"a":{"b":1,"c":2},"d":{},"e":3}');
    const seen: string[] = [];
    const walkObject = (path: string): void => {
      walker.enter();
      while (walker.next()) {
        const name = path + text.toString('utf8', walker.nameStart, walker.nameEnd);
        seen.push(name);
        if (text[walker.position] === 0x7b) walkObject(`${name}.`);
        else walker.skip();
      }
    };
    walker.begin(text);
    walkObject('');
    walker.end();
    expect(seen).toEqual(['a', 'a.b', 'a.c', 'd', 'e']);
  });

  it('leaves what nests deeper than anything to others', () => {
    expect(isWalkable('['.repeat(150) + ']'.repeat(150))).toBe(true);
    expect(isWalkable('['.repeat(10_000) + ']'.repeat(10_000))).toBe(false);
  });
});
