import type { Random } from '../../base/random.ts';

/** No vowels and nothing that looks alike, so that no words come out. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

/** What is put behind a `generateName`, and behind a ReplicaSet's name for its pods. */
export function randomSuffix(random: Random, length = 5): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

/** So many hexadecimal digits, eight at a time; in one piece, see {@link inOnePiece}. */
export function randomHex(random: Random, length: number): string {
  const eights: string[] = [];
  for (let digits = 0; digits < length; digits += 8) {
    const eight = Math.floor(random() * 0x1_0000_0000).toString(16).padStart(8, '0');
    eights.push(digits + 8 > length ? eight.slice(0, length - digits) : eight);
  }
  return inOnePiece(...eights);
}

/**
 * The parts one after the other. What `+` and templates put together is kept in its parts until somebody reads it, and in a pair around the whole from then on: for what each of
 * very many objects has, that is several times the text itself.
 */
export function inOnePiece(...parts: readonly string[]): string {
  return parts.join('');
}

/** A version 4 UUID. */
export function randomUid(random: Random): string {
  const hex = randomHex(random, 32);
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4]!;
  return inOnePiece(hex.slice(0, 8), '-', hex.slice(8, 12), '-4', hex.slice(13, 16), '-', variant, hex.slice(17, 20), '-', hex.slice(20));
}
