import type { Random } from '../../../../extension/base/random.ts';

export function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!;
}

/** In so many of a hundred cases. */
export function chance(random: Random, percent: number): boolean {
  return random() * 100 < percent;
}
