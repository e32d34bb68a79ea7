import { causesOf } from '../../debugger/chain/causeWalk.ts';
import { EffectWalk } from '../../debugger/chain/effectWalk.ts';
import type { Trace } from '../../debugger/chain/links.ts';
import type { Seq, TraceEntry } from '../../trace/entry.ts';

/**
 * What led to one entry, and what came of it: the same as its chain shows. What is yet to come is found on the way, so entries are asked about from the oldest
 * to the newest; a watch event that overtakes the answer to its write is found only when both are there before one asks.
 */
export class RelatedEntries {
  readonly #seq: Seq;
  readonly #led: ReadonlySet<Seq>;
  readonly #effects: EffectWalk | undefined;
  #came: ReadonlySet<Seq> = new Set();
  #cameOf: readonly TraceEntry[] | undefined;

  constructor(trace: Trace, seq: Seq) {
    const start = trace.at(seq);
    this.#seq = seq;
    this.#led = new Set(start ? causesOf(trace, start).entries.map((entry) => entry.seq) : []);
    this.#effects = start && new EffectWalk(trace, start);
  }

  includes({ seq }: TraceEntry): boolean {
    return seq === this.#seq || this.#led.has(seq) || this.#hasCome(seq);
  }

  #hasCome(seq: Seq): boolean {
    if (!this.#effects) return false;
    while (!this.#effects.isDone) this.#effects.catchUp();
    const { entries } = this.#effects;
    if (entries !== this.#cameOf) {
      this.#cameOf = entries;
      this.#came = new Set(entries.map((entry) => entry.seq));
    }
    return this.#came.has(seq);
  }
}
