import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { LineSink } from '../../../extension/cli/lineSink.ts';
import { FakeClock } from '../../support/fakeClock.ts';

/** A reader who takes one write at a time, when told to. */
class SlowReader extends Writable {
  text = '';
  #taken: ((error?: Error) => void) | undefined;

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error) => void): void {
    this.text += chunk.toString();
    this.#taken = callback;
  }

  take(error?: Error): boolean {
    const taken = this.#taken;
    this.#taken = undefined;
    taken?.(error);
    return taken !== undefined;
  }
}

const clock = new FakeClock();
const line = (key: string, size = 0) => ({ kind: 'cache', key, object: { filler: 'x'.repeat(size) } }) as const;

describe('the lines of a recording', () => {
  it('are handed on together, in order, a long one by itself', async () => {
    const reader = new SlowReader();
    const sink = new LineSink(reader, clock);
    sink.write(line('a'));
    sink.write(line('b'));
    expect(reader.text).toBe('');
    sink.write(line('c', 100_000));
    sink.write(line('d'));
    const closed = sink.close(true);
    while (reader.take()) await clock.settle();
    await closed;
    expect(reader.text.trimEnd().split('\n').map((text) => (JSON.parse(text) as { key: string }).key)).toEqual(['a', 'b', 'c', 'd']);
    expect(clock.pending).toBe(0);
  });

  it('find no room when more is held than a reader should be waited for, until that has been read', async () => {
    const reader = new SlowReader();
    const sink = new LineSink(reader, clock);
    while (!sink.room) sink.write(line('a', 1_000_000));
    expect(reader.writableLength).toBeLessThan(10_000_000);
    let found = false;
    void sink.room.then(() => (found = true));
    reader.take();
    await clock.settle();
    expect(found).toBe(false);
    while (reader.take()) await clock.settle();
    expect(found).toBe(true);
    expect(sink.room).toBeUndefined();
  });

  it('find room again when nobody reads any more: nothing is held', async () => {
    const reader = new SlowReader();
    const sink = new LineSink(reader, clock);
    while (!sink.room) sink.write(line('a', 1_000_000));
    const { room } = sink;
    reader.take(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    await room;
    expect(await sink.failed).toMatchObject({ code: 'EPIPE' });
    sink.write(line('b'));
    await sink.close(true);
    expect(sink.room).toBeUndefined();
  });

  it('counts what could not be written whole', () => {
    const sink = new LineSink(new SlowReader(), clock);
    sink.write({ kind: 'cache', key: 'a', object: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as object });
    sink.write(line('b'));
    expect(sink.curtailed).toBe(1);
  });
});
