import { expect, it } from 'vitest';
import { channelSize } from '../../../../extension/playground/watchCache/channelSize.ts';

it.each([
  ['the smallest ring', 100, false, false, 10],
  ['one second of what the ring holds', 1_500, false, false, 20],
  ['rounded up', 1_501, false, false, 21],
  ['not indexed', 102_400, false, false, 100],
  ['indexed, without its trigger', 102_400, true, false, 1000],
  ['indexed, without its trigger, in a smaller ring', 12_800, true, false, 171],
  ['indexed, with its trigger', 102_400, true, true, 10],
] as const)('A-42: the channel of a watcher: %s', (_, capacity, indexed, triggerUsed, size) => {
  expect(channelSize(capacity, 75_000, indexed, triggerUsed)).toBe(size);
});
