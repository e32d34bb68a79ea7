import { describe, expect, it } from 'vitest';
import { lineText } from '../../../extension/trace/lineText.ts';

/** @param levels how many lists stand in each other */
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;

describe('a line as text', () => {
  it('is JSON, as ever', () => {
    expect(lineText({ kind: 'cache', key: 'd/a', object: { a: [1] } })).toEqual({ text: '{"kind":"cache","key":"d/a","object":{"a":[1]}}', curtailed: false });
  });

  it('is whole as long as it can be, however deep', () => {
    expect(lineText({ object: nested(1000) })).toEqual({ text: `{"object":${'['.repeat(1000)}${']'.repeat(1000)}}`, curtailed: false });
  });

  it('leaves out what is nested too deep, where it stands, and nothing beside it', () => {
    const { text, curtailed } = lineText({ kind: 'input.list', page: { items: [{ a: 1 }, { spec: nested(100_000), name: 'b' }, JSON.parse('{"__proto__":1}')] } });
    expect(curtailed).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ kind: 'input.list', page: { items: [{ a: 1 }, { name: 'b' }, {}] } });
    expect(text).toContain('["<nested deeper than 500 levels>"]');
    expect(text).toContain('{"__proto__":1}');
  });

  it('keeps the outline of what is longer than any text can be', () => {
    // What V8 throws for more than half a gigabyte, which a test had better not make.
    const toJSON = (): never => {
      throw new RangeError('Invalid string length');
    };
    expect(lineText({ kind: 'cache', key: 'd/a', object: { toJSON } })).toEqual({ text: '{"kind":"cache","key":"d/a","object":"<too long to be written>"}', curtailed: true });
  });
});
