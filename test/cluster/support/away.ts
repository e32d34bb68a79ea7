import { expect } from 'vitest';
import type { Trial } from './trial.ts';

/** `uid resourceVersion` by key. */
type State = ReadonlyMap<string, string>;

/** How a trial stood when it was cut off: what came while it was away is held to this. */
export class Away {
  readonly #trial: Trial;
  readonly #before: State;
  readonly #seq: number;
  readonly #calls: readonly Trial['witnesses'][number]['calls'][];

  constructor(trial: Trial) {
    this.#trial = trial;
    this.#before = stateOf(trial);
    this.#seq = trial.trace.lastSeq;
    this.#calls = trial.witnesses.map(({ calls }) => ({ ...calls }));
  }

  /**
   * That one list has told of everything: what went meanwhile as tombstones, what came as adds, and what is another object now, or another version, as one
   * update. For a trial at rest.
   * @returns how many of each
   */
  expectOneList(): { readonly added: number; readonly gone: number; readonly recreated: number; readonly changed: number } {
    const { name, witnesses } = this.#trial;
    const [before, after] = [this.#before, stateOf(this.#trial)];
    const both = [...after].filter(([key]) => before.has(key)).map(([key, value]) => [before.get(key)!, value] as const);
    const recreated = both.filter(([one, other]) => uidOf(one) !== uidOf(other)).length;
    const changed = both.filter(([one, other]) => uidOf(one) === uidOf(other) && one !== other).length;
    const added = [...after.keys()].filter((key) => !before.has(key)).length;
    const gone = [...before.keys()].filter((key) => !after.has(key)).length;
    for (const [index, { calls }] of witnesses.entries()) {
      const had = this.#calls[index]!;
      expect({ add: calls.add - had.add, update: calls.update - had.update, delete: calls.delete - had.delete, tombstone: calls.tombstone - had.tombstone }, `calls of ${name}`).toEqual({
        add: added,
        update: recreated + changed,
        delete: 0,
        tombstone: gone,
      });
    }
    expect(this.#trial.entries('store.update', this.#seq).filter(({ uidChanged }) => uidChanged), `updates of ${name} that are of another object`).toHaveLength(recreated);
    expect(this.#trial.entries('reflector.listed', this.#seq), `lists of ${name}`).toHaveLength(1);
    expect(this.#trial.entries('reflector.error', this.#seq).map(({ code }) => code), `errors of ${name}`).toContain(410);
    return { added, gone, recreated, changed };
  }
}

function stateOf({ cached }: Trial): State {
  return new Map(cached.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

const uidOf = (value: string): string => value.slice(0, value.indexOf(' '));
