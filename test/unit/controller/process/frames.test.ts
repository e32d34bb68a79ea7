import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameError, FrameReader, writeFrames } from '../../../../extension/controller/process/frames.ts';

describe('frames', () => {
  it('bring every message, in whatever pieces they arrive', () => {
    const messages = fc.array(fc.jsonValue(), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(messages, fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 }), (sent, limit, piece) => {
        const text = writeFrames(sent, limit);
        const reader = new FrameReader(Infinity);
        const got: unknown[] = [];
        for (let start = 0; start < text.length; start += piece) for (const batch of reader.read(text.slice(start, start + piece))) got.push(...(batch as readonly unknown[]));
        expect(got).toEqual(sent.map((message) => JSON.parse(JSON.stringify(message)) as unknown));
      }),
    );
  });

  it('pass over a line that is none, and read on', () => {
    const reader = new FrameReader();
    const batches = [...reader.read('nonsense\n{"type":1}\n[1]\n')];
    expect(batches.map((batch) => (FrameError.is(batch) ? batch.code : batch))).toEqual(['notJson', 'notJson', [1]]);
  });

  it('keep no more of a line than it may have', () => {
    const reader = new FrameReader(10);
    expect([...reader.read('[1,2]\n[1,')]).toEqual([[1, 2]]);
    expect(() => [...reader.read('2,3,4,5,6,7')]).toThrow(FrameError);
  });
});
