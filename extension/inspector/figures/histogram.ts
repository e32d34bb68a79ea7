/** Upper bounds in milliseconds, from what a busy queue needs to what makes people ask. */
export const durationBounds: readonly number[] = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000];

/** How many durations fell between which bounds. */
export class Histogram {
  readonly bounds: readonly number[];
  /** One more than the bounds: the last has none. Not cumulative. */
  readonly counts: number[];
  count = 0;
  sum = 0;

  constructor(bounds: readonly number[] = durationBounds) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** One that goes on by itself. */
  copy(): Histogram {
    const copy = new Histogram(this.bounds);
    copy.counts.splice(0, copy.counts.length, ...this.counts);
    copy.count = this.count;
    copy.sum = this.sum;
    return copy;
  }

  observe(value: number): void {
    let place = 0;
    while (place < this.bounds.length && value > this.bounds[place]!) place++;
    this.counts[place]!++;
    this.count++;
    this.sum += value;
  }
}
