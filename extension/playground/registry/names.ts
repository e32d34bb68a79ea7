import type { Random } from '../../base/random.ts';

/** No vowels and nothing that looks alike, so that no words come out. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** What is put behind a `generateName`, and behind a ReplicaSet's name for its pods. */
export function randomSuffix(random: Random, length = 5): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

/** A version 4 UUID. */
export function randomUid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16));
  digits[12] = 4;
  digits[16] = 8 + (digits[16]! % 4);
  return digits.map((digit) => digit.toString(16)).join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
