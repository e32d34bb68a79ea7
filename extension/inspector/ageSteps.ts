/** Ages at which a person wants to know more, in milliseconds: between two of them nothing new is said. */
const steps = [4000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000, 3_600_000] as const;

/** The first step: what is younger is fresh. */
export const firstStepMs: number = steps[0];

/** The step that an age has passed last; 0 before the first. */
export function stepOf(ageMs: number): number {
  return steps.findLast((step) => ageMs >= step) ?? 0;
}

/** In how many milliseconds an age passes the next one; infinite where there is none, or no age. */
export function nextStepIn(ageMs: number | undefined): number {
  return ageMs === undefined ? Infinity : (steps.find((step) => step > ageMs) ?? Infinity) - ageMs;
}

/** In how many milliseconds a wait is told anew: what is long in coming by fives of seconds, so that its row stays still long enough to be read. */
export function nextCountIn(waitMs: number): number {
  return waitMs > 10_000 ? waitMs % 5000 || 5000 : 1000;
}
