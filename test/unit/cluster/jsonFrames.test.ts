import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameError, JsonFrames } from '../../../extension/cluster/jsonFrames.ts';

function frames(...chunks: (string | Buffer)[]): unknown[] {
  const reader = new JsonFrames<unknown>((bytes) => JSON.parse(bytes.toString()));
  const into: unknown[] = [];
  for (const chunk of chunks) reader.push(Buffer.from(chunk), into);
  return into;
}

describe('frames of a watch stream', () => {
  it('case 9a: two on a line, and one without an end of line', () => {
    expect(frames('{"a":1}{"a":2}\n{"a":3}')).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  });

  it('case 9b: one over many lines', () => {
    expect(frames(JSON.stringify({ a: { b: [1, '}'] } }, null, 2), '\n', JSON.stringify({ c: 1 }, null, 2))).toEqual([{ a: { b: [1, '}'] } }, { c: 1 }]);
  });

  it('case 9c: U+2028 raw in a string', () => {
    expect(frames('{"a":"x\u2028y"}\n{"a":"z"}\n')).toEqual([{ a: 'x\u2028y' }, { a: 'z' }]);
  });

  it('case 9d: CRLF, tabs and blank lines between them', () => {
    expect(frames('{"a":1}\r\n\r\n\t {"a":2}\r\n')).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('case 8: a character cut in two', () => {
    const bytes = Buffer.from('{"note":"é漢😀"}\n');
    for (let cut = 1; cut < bytes.length; cut++) expect(frames(bytes.subarray(0, cut), bytes.subarray(cut))).toEqual([{ note: 'é漢😀' }]);
  });

  it('a frame is there as soon as its last byte is', () => {
    expect(frames('{"a":', '1}')).toEqual([{ a: 1 }]);
  });

  it('quotes, backslashes and brackets in strings do not end it', () => {
    const value = { a: '\\"}{][', b: ['\\\\', { '{': '"' }] };
    expect(frames(`${JSON.stringify(value)}${JSON.stringify(value)}`)).toEqual([value, value]);
  });

  it('however the bytes are cut and joined, the same values come out', { timeout: 20_000 }, () => {
    const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
    const separator = fc.constantFrom('', '\n', '\r\n', ' \n\t');
    fc.assert(
      fc.property(fc.array(fc.tuple(value, fc.boolean(), separator)), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (values, sizes) => {
        const text = values.map(([one, pretty, gap]) => JSON.stringify(one, null, pretty ? 1 : 0) + gap).join('');
        const bytes = Buffer.from(text);
        const reader = new JsonFrames<unknown>((frame) => JSON.parse(frame.toString()));
        const into: unknown[] = [];
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value;
          reader.push(bytes.subarray(at, at + size), into);
          at += size;
        }
        expect(into).toEqual(JSON.parse(JSON.stringify(values.map(([one]) => one))));
        expect(reader.isBetweenFrames).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each(['<html>', 'null\n', '"text"', '{"a":1}}', '{"a":1,}\n'])('refuses %j', (text) => {
    expect(() => frames(text)).toThrow(FrameError);
  });

  it('hands out what came before the fault', () => {
    const reader = new JsonFrames<unknown>((bytes) => JSON.parse(bytes.toString()));
    const into: unknown[] = [];
    expect(() => reader.push(Buffer.from('{"a":1}\nnonsense'), into)).toThrow(FrameError);
    expect(into).toEqual([{ a: 1 }]);
  });

  it('bounds a frame that never ends', { timeout: 30_000 }, () => {
    const reader = new JsonFrames<unknown>((bytes) => JSON.parse(bytes.toString()));
    const megabytes = Buffer.alloc(8 * 1024 * 1024, 'x');
    reader.push(Buffer.from('{"a":"'), []);
    expect(() => {
      for (let count = 0; count < 10; count++) reader.push(megabytes, []);
    }).toThrow(/longer than/);
  });
});
