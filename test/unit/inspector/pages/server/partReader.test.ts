import { beforeEach, describe, expect, it } from 'vitest';
import type { IntrospectionClient } from '../../../../../extension/inspector/introspection/introspectionClient.ts';
import { IntrospectionError } from '../../../../../extension/inspector/introspection/introspectionError.ts';
import { PartReader, type Question } from '../../../../../extension/inspector/pages/server/partReader.ts';
import { FakeClock } from '../../../../support/fakeClock.ts';

const client = {} as IntrospectionClient;

let clock: FakeClock;
let up: boolean;
let answers: number;
let asked: string[];
let reader: PartReader<string>;

beforeEach(() => {
  clock = new FakeClock();
  up = true;
  answers = 0;
  asked = [];
  reader = new PartReader<string>(() => Promise.resolve(up ? client : undefined), clock, () => answers++);
});

function question(key: string, answer: () => Promise<string> = () => Promise.resolve(`${key} ${asked.length}`)): Question<string> {
  return {
    key,
    ask: () => {
      asked.push(key);
      return answer();
    },
  };
}

describe('one part of the inside', () => {
  it('is asked for at once, then each second, and not while nobody looks', async () => {
    expect(asked).toEqual([]);
    reader.ask(question('a'));
    await clock.advance(0);
    expect([asked.length, reader.answer]).toEqual([1, { value: 'a 1', fault: null }]);
    await clock.advance(3000);
    expect([asked.length, answers]).toEqual([4, 4]);
    reader.ask(undefined);
    await clock.advance(60_000);
    expect(asked.length).toBe(4);
    // Who comes back sees what was there, until there is something newer.
    reader.ask(question('a'));
    expect(reader.answer).toEqual({ value: 'a 4', fault: null });
    await clock.advance(0);
    expect(reader.answer).toEqual({ value: 'a 5', fault: null });
  });

  it('is not asked for twice by who says the same again', async () => {
    reader.ask(question('a'));
    reader.ask(question('a'));
    await clock.advance(500);
    reader.ask(question('a'));
    await clock.advance(499);
    expect(asked).toEqual(['a']);
  });

  it('is never told by the answer to another question', async () => {
    const late = Promise.withResolvers<string>();
    reader.ask(question('a', () => late.promise));
    await clock.advance(0);
    reader.ask(question('b'));
    await clock.advance(0);
    late.resolve('of a');
    await clock.advance(10);
    expect(reader.answer).toEqual({ value: 'b 2', fault: null });
    reader.ask(question('c'));
    expect(reader.answer).toBeUndefined();
  });

  it('waits for an answer that takes long before it asks again', async () => {
    const late = Promise.withResolvers<string>();
    reader.ask(question('a', () => late.promise));
    await clock.advance(5000);
    expect(asked.length).toBe(1);
    late.resolve('at last');
    await clock.advance(0);
    expect(reader.answer).toEqual({ value: 'at last', fault: null });
    expect(asked.length).toBe(2);
  });

  it('says why there is nothing newer, keeps what there was, and tries again', async () => {
    let error: unknown = new IntrospectionError('unreachable', 'hangs', { status: 0 });
    let fails = false;
    reader.ask(question('a', () => (fails ? Promise.reject(error as Error) : Promise.resolve('well'))));
    await clock.advance(0);
    fails = true;
    const next = async (): Promise<unknown> => {
      await clock.advance(1000);
      return reader.answer;
    };
    expect(await next()).toEqual({ value: 'well', fault: { why: 'gone', message: 'hangs' } });
    error = new IntrospectionError('refused', 'no such path', { status: 404 });
    expect(await next()).toMatchObject({ value: 'well', fault: { why: 'missing' } });
    error = new IntrospectionError('refused', 'no', { status: 500 });
    expect(await next()).toMatchObject({ fault: { why: 'refused', message: 'no' } });
    error = new IntrospectionError('unreadable', 'x'.repeat(9000), { status: 0 });
    expect(await next()).toMatchObject({ fault: { why: 'unreadable', message: 'x'.repeat(4096) } });
    up = false;
    expect(await next()).toEqual({ value: 'well', fault: { why: 'gone', message: '' } });
    [up, fails] = [true, false];
    expect(await next()).toEqual({ value: 'well', fault: null });
  });

  it('is asked anew where somebody has changed it', async () => {
    reader.askNow();
    expect(asked).toEqual([]);
    reader.ask(question('a'));
    await clock.advance(100);
    reader.askNow();
    await clock.advance(0);
    expect(asked.length).toBe(2);
    await clock.advance(999);
    expect(asked.length).toBe(2);
    reader.dispose();
    await clock.advance(5000);
    expect(asked.length).toBe(2);
  });
});
