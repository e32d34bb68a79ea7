const minute = 60_000;
/** From the largest down; the first that an age holds at least once is what it is told in. */
const units = [
  ['y', 365 * 24 * 60 * minute],
  ['d', 24 * 60 * minute],
  ['h', 60 * minute],
  ['m', minute],
] as const;

export interface CoarseAge {
  readonly text: string;
  /** In how many milliseconds it is another one. */
  readonly changesInMs: number;
}

/** `<1m`, `7m`, `3h`, `12d`: an age as kubectl has it, but in one unit and without seconds, so that what tells it stands still. */
export function coarseAge(ms: number): CoarseAge {
  const [name, length] = units.find(([, each]) => ms >= each) ?? units[units.length - 1]!;
  const count = Math.floor(ms / length);
  return { text: count < 1 ? `<1${name}` : `${count}${name}`, changesInMs: length - (((ms % length) + length) % length) };
}
