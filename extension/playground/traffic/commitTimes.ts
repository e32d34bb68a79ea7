/** Commits that are remembered: more than happen while an event waits for its watcher. */
const remembered = 65_536;

/** When which version was committed, the latest of them. */
export class CommitTimes {
  readonly #revisions = new Float64Array(remembered);
  readonly #at = new Float64Array(remembered);

  add(revision: number, at: number): void {
    const slot = revision % remembered;
    this.#revisions[slot] = revision;
    this.#at[slot] = at;
  }

  /** Undefined for one that is forgotten, or that was committed before `since`. */
  get(revision: number, since: number): number | undefined {
    const slot = revision % remembered;
    return this.#revisions[slot] === revision && this.#at[slot]! >= since ? this.#at[slot] : undefined;
  }
}
