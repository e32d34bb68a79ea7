import type { Random } from '../../extension/base/random.ts';
import { type HistoryStep, randomStep } from '../support/history.ts';

/** What is no change of an object. */
export type Fault = Exclude<HistoryStep['do'], 'put' | 'delete' | 'recreate'>;

export type FaultCounts = Readonly<Record<Fault, number>>;

/**
 * How many bursts a storm lasts, and the quiet after it. The article's informer may wait for five minutes when a storm is over, and twice;
 * what happens meanwhile comes to it with a list.
 */
const stormBursts = 20;
const quietBursts = 100;

/** Faults come in storms, so that they meet each other; in between an informer has the time to find its way back and to watch. */
export class Storms {
  readonly #random: Random;
  readonly #keys: number;
  readonly #counts: Record<Fault, number> = { expire: 0, drop: 0, break: 0, gap: 0, bookmark: 0, failList: 0, failWatch: 0, hold: 0, release: 0, wait: 0 };
  /** Faults to come; each kind comes once before any comes again. */
  #deck: HistoryStep[] = [];
  #burst = 0;

  /** @param keys how many objects there may be */
  constructor(random: Random, keys: number) {
    this.#random = random;
    this.#keys = keys;
  }

  get counts(): FaultCounts {
    return this.#counts;
  }

  /** What happens after the next burst of changes; undefined while it is quiet. */
  next(): HistoryStep | undefined {
    const inCycle = this.#burst++ % (stormBursts + quietBursts);
    if (inCycle < quietBursts / 2 || inCycle >= quietBursts / 2 + stormBursts) return undefined;
    if (this.#deck.length === 0) this.#deck = this.#shuffled();
    const step = this.#deck.pop()!;
    this.#counts[step.do as Fault]++;
    return step;
  }

  /** One of each kind, drawn like any other step. */
  #shuffled(): HistoryStep[] {
    const wanted = new Set<string>(Object.keys(this.#counts));
    const deck: HistoryStep[] = [];
    while (wanted.size > 0) {
      const step = randomStep(this.#random, this.#keys);
      if (wanted.delete(step.do)) deck.push(step);
    }
    return deck;
  }
}
