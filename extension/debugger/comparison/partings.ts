import type { Step, Stories } from './stories.ts';

/** Where the stories of one key part. */
export interface Parting {
  readonly owner: string;
  readonly key: string;
  /** So many steps are the same in all of them. */
  readonly same: number;
  /** Of each run the step that comes next; undefined: its story ends there, or it has none. */
  readonly next: readonly (Step | undefined)[];
  /** How long each story is. */
  readonly lengths: readonly number[];
}

/** Every key whose story is not the same in all runs, in the order in which they are met. */
export function partingsOf(runs: readonly Stories[]): readonly Parting[] {
  const partings: Parting[] = [];
  for (const id of idsIn(runs)) {
    const stories = runs.map((run) => run.all.get(id));
    const { owner, key } = stories.find((story) => story !== undefined)!;
    const steps = stories.map((story) => story?.steps ?? []);
    const same = firstDifference(steps);
    if (same !== undefined) partings.push({ owner, key, same, next: steps.map((each) => each[same]), lengths: steps.map(({ length }) => length) });
  }
  return partings;
}

/** How many keys have a story in any of the runs. */
export function keysIn(runs: readonly Stories[]): number {
  return idsIn(runs).size;
}

function idsIn(runs: readonly Stories[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const run of runs) for (const id of run.all.keys()) ids.add(id);
  return ids;
}

/** Undefined: they are the same to their ends. */
function firstDifference(stories: readonly (readonly Step[])[]): number | undefined {
  const longest = Math.max(...stories.map(({ length }) => length));
  for (let index = 0; index < longest; index++) {
    const [first, ...others] = stories;
    if (others.some((story) => story[index]?.text !== first?.[index]?.text)) return index;
  }
  return undefined;
}
