import type { LatencyView } from '../../introspection/traffic.ts';

/** Each class is wider than the one before by a tenth: what is read from it is right to a twentieth. */
const factor = 1.1;
const leastMs = 0.01;
const classes = 260;

/** How long something took, counted in classes: as much memory however often it happens. */
export class LatencyCounts {
  readonly #counts = new Uint32Array(classes);
  #count = 0;
  #max = 0;

  add(ms: number): void {
    const at = ms <= leastMs ? 0 : Math.min(classes - 1, Math.ceil(Math.log(ms / leastMs) / Math.log(factor)));
    this.#counts[at]!++;
    this.#count++;
    this.#max = Math.max(this.#max, ms);
  }

  view(): LatencyView {
    return { count: this.#count, p50: this.#quantile(0.5), p99: this.#quantile(0.99), max: this.#max };
  }

  #quantile(part: number): number {
    let left = Math.ceil(this.#count * part);
    if (left === 0) return 0;
    let at = 0;
    for (; at < classes; at++) if ((left -= this.#counts[at]!) <= 0) break;
    return Math.min(this.#max, leastMs * factor ** (at - 0.5));
  }
}
