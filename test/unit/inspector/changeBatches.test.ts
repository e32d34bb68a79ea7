import { expect, it } from 'vitest';
import { ChangeBatches } from '../../../extension/inspector/changeBatches.ts';
import { FakeClock } from '../../support/fakeClock.ts';

function batches() {
  const clock = new FakeClock();
  const told: string[][] = [];
  return { clock, told, batches: new ChangeBatches<string>(clock, (changed) => void told.push([...changed])) };
}

it('tells of what changes within one batch together, and once', async () => {
  const { clock, told, batches: own } = batches();
  for (const node of ['a', 'b', 'a']) own.change(node);
  expect(own.isChanging).toBe(true);
  await clock.advance(200);
  expect(told).toEqual([['a', 'b']]);
  expect(own.isChanging).toBe(false);
  await clock.advance(10_000);
  expect(told).toHaveLength(1);
});

it('tells later of what has other figures alone, and not of what was told of meanwhile or has gone', async () => {
  const { clock, told, batches: own } = batches();
  for (const node of ['a', 'b', 'c']) own.count(node);
  own.forget('c');
  own.change('a');
  await clock.advance(200);
  expect(told).toEqual([['a']]);
  await clock.advance(10_000);
  expect(told).toEqual([['a'], ['b']]);
});

it('tells of nothing any more when it is disposed', async () => {
  const { clock, told, batches: own } = batches();
  own.change('a');
  own.count('b');
  own.dispose();
  await clock.advance(10_000);
  expect(told).toEqual([]);
});
