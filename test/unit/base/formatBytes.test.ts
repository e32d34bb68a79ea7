import { expect, it } from 'vitest';
import { formatBytes } from '../../../extension/base/formatBytes.ts';

it.each([
  [0, '0 B'],
  [811.6, '812 B'],
  [999, '999 B'],
  [5300, '5.3 kB'],
  [999_940, '999.9 kB'],
  [999_960, '1 MB'],
  [26_400_000, '26.4 MB'],
  [1_200_000_000, '1.2 GB'],
  [1_200_000_000_000, '1200 GB'],
])('%d is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
