import type { Random } from '../../base/random.ts';
import { formatTime } from '../registry/formatTime.ts';
import { inOnePiece, randomHex, randomSuffix, randomUid } from '../registry/names.ts';
import type { Service } from '../registry/serviceShapes.ts';

/** What everything in a new world is made with: chance from the seed, and one moment that counts as now. */
export class WorldContext {
  readonly random: Random;
  /** Made so far: no two have one address. */
  readonly services: Service[] = [];
  readonly #now: number;
  /** Addresses given out so far, per node. */
  readonly #addresses = new Map<number, number>();

  /** @param now wall time in milliseconds */
  constructor(random: Random, now: number) {
    this.random = random;
    this.#now = now;
  }

  uid(): string {
    return randomUid(this.random);
  }

  suffix(length?: number): string {
    return randomSuffix(this.random, length);
  }

  hex(length: number): string {
    return randomHex(this.random, length);
  }

  /** An RFC 3339 time so many milliseconds ago, in whole seconds. */
  ago(ms: number): string {
    return formatTime(this.#now - ms);
  }

  /** At least `min`, less than `max`. */
  between(min: number, max: number): number {
    return Math.floor(min + this.random() * (max - min));
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.random() * choices.length)]!;
  }

  /** The next free address in the pod network of the node with that index. */
  podAddress(node: number): string {
    const next = (this.#addresses.get(node) ?? 1) + 1;
    this.#addresses.set(node, next);
    return inOnePiece('10.244.', String(node), '.', String(next));
  }
}
