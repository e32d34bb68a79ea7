import type { ActivityView } from '../protocol/messages.ts';

/** Seconds that are kept. */
export const activitySeconds = 30;

const none: readonly number[] = [];

/** How many entries there were in each of the last seconds, and when the last one was. A few dozen bytes; times are session milliseconds, never falling. */
export class ActivityRing {
  readonly #counts = new Uint32Array(activitySeconds);
  /** The newest second that has been written to. */
  #second = 0;
  #lastAt = Number.NEGATIVE_INFINITY;

  copy(): ActivityRing {
    const copy = new ActivityRing();
    copy.#counts.set(this.#counts);
    copy.#second = this.#second;
    copy.#lastAt = this.#lastAt;
    return copy;
  }

  /** Does constant work but after a silence: it runs for each entry of a session. */
  add(t: number): void {
    const second = Math.floor(t / 1000);
    if (second > this.#second) this.#moveTo(second);
    this.#counts[second % activitySeconds]!++;
    this.#lastAt = t;
  }

  /** As it is at session time `t`. */
  at(t: number): ActivityView {
    const second = Math.max(this.#second, Math.floor(t / 1000));
    const lastMs = this.#lastAt < 0 ? null : Math.max(0, t - this.#lastAt);
    if (lastMs === null || second - this.#second >= activitySeconds) return { rates: none, lastMs };
    const rates: number[] = [];
    for (let each = Math.max(0, second - activitySeconds + 1); each <= second; each++) {
      rates.push(each > this.#second ? 0 : this.#counts[each % activitySeconds]!);
    }
    return { rates, lastMs };
  }

  #moveTo(second: number): void {
    if (second - this.#second >= activitySeconds) this.#counts.fill(0);
    else for (let each = this.#second + 1; each <= second; each++) this.#counts[each % activitySeconds] = 0;
    this.#second = second;
  }
}

/** Several as one: their rates added up, and the last entry of all of them. */
export function joinedActivity(views: readonly ActivityView[]): ActivityView {
  if (views.length === 1) return views[0]!;
  const length = Math.max(0, ...views.map(({ rates }) => rates.length));
  const rates = Array.from({ length }, (_, index) => views.reduce((sum, view) => sum + (view.rates[index - length + view.rates.length] ?? 0), 0));
  const ages = views.flatMap(({ lastMs }) => (lastMs === null ? [] : [lastMs]));
  return { rates, lastMs: ages.length === 0 ? null : Math.min(...ages) };
}

/** Of what has done nothing yet. */
export const noActivity: ActivityView = { rates: none, lastMs: null };
