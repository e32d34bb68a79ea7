/** How many buckets a window has: the rate moves in steps of a tenth of the window. */
const buckets = 10;

/** Events per second over a sliding window, in constant space. Times are session milliseconds, never falling. */
export class RateMeter {
  readonly #counts = Array.from({ length: buckets }, () => 0);
  readonly #bucketMs: number;
  /** Number of the newest bucket, counted from session time 0. */
  #newest = 0;

  constructor(windowMs = 5000) {
    this.#bucketMs = windowMs / buckets;
  }

  copy(): RateMeter {
    const copy = new RateMeter(this.#bucketMs * buckets);
    for (const [index, count] of this.#counts.entries()) copy.#counts[index] = count;
    copy.#newest = this.#newest;
    return copy;
  }

  add(t: number, events = 1): void {
    this.#moveTo(t);
    this.#counts[this.#newest % buckets]! += events;
  }

  /** The mean over the window that ends at `t`, in events per second. */
  perSecond(t: number): number {
    this.#moveTo(t);
    const total = this.#counts.reduce((sum, count) => sum + count, 0);
    // The newest bucket is still being filled; a session younger than the window has a mean over its own age.
    const spanMs = (buckets - 1) * this.#bucketMs + (t - this.#newest * this.#bucketMs);
    return (total * 1000) / Math.max(Math.min(spanMs, t), this.#bucketMs);
  }

  #moveTo(t: number): void {
    const bucket = Math.floor(t / this.#bucketMs);
    const steps = Math.min(bucket - this.#newest, buckets);
    for (let step = 1; step <= steps; step++) this.#counts[(this.#newest + step) % buckets] = 0;
    if (bucket > this.#newest) {
      if (steps === buckets) this.#counts.fill(0);
      this.#newest = bucket;
    }
  }
}
