/** How many values fell between which bounds: at most each of them, and above the one before. */
export class Histogram {
  readonly bounds: readonly number[];
  /** One more than the bounds: the last has none. Not cumulative. */
  readonly counts: number[];
  count = 0;
  sum = 0;

  /** @param bounds upper ones, rising; beyond the last is one class more */
  constructor(bounds: readonly number[]) {
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
