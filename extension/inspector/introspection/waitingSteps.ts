/** Steps that wait. */
const mostWaiting = 4000;
/** After this a step no longer waits. */
const patienceMs = 1000;

interface Queue {
  readonly steps: (() => void)[];
  /** Session time since which something waits. */
  readonly since: number;
}

/** Steps that wait for something each, in the order in which the first of each came. There is a bound to them: beyond that, those of the oldest are given up. */
export class WaitingSteps<For> {
  readonly #queues = new Map<For, Queue>();
  readonly #now: () => number;
  readonly #most: number;
  #count = 0;

  /** @param now session time */
  constructor(now: () => number, most = mostWaiting) {
    this.#now = now;
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#queues.size === 0;
  }

  has(what: For): boolean {
    return this.#queues.has(what);
  }

  /** @returns how many steps had to be given up for it */
  add(what: For, step: () => void): number {
    const lost = this.#count >= this.#most ? this.#giveUpOldest() : 0;
    let queue = this.#queues.get(what);
    if (!queue) this.#queues.set(what, (queue = { steps: [], since: this.#now() }));
    queue.steps.push(step);
    this.#count++;
    return lost;
  }

  /** They wait no longer. */
  take(what: For): readonly (() => void)[] {
    const steps = this.#queues.get(what)?.steps ?? [];
    this.#queues.delete(what);
    this.#count -= steps.length;
    return steps;
  }

  /** What has been waited for long enough. */
  overdue(): readonly For[] {
    const until = this.#now() - patienceMs;
    return [...this.#queues].filter(([, { since }]) => since <= until).map(([what]) => what);
  }

  all(): readonly For[] {
    return [...this.#queues.keys()];
  }

  #giveUpOldest(): number {
    for (const oldest of this.#queues.keys()) return this.take(oldest).length;
    return 0;
  }
}
