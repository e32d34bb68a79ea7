import type { LintDraft, Stamp, TraceEntry } from '../trace/entry.ts';

/** So many that are gone are remembered. */
const mostCleared = 50;

export type LintEntry = LintDraft & Stamp;

export interface ClearedLint {
  readonly raised: LintEntry;
  readonly cleared: LintEntry;
}

/** What is raised at a time, and what was. */
export interface KnownLints {
  /** The newest first. */
  readonly raised: readonly LintEntry[];
  /** Those that went last first; bounded. */
  readonly cleared: readonly ClearedLint[];
}

/** Folds the entries of lints; of all others nothing. */
export class LintLog implements KnownLints {
  readonly #raised = new Map<number, LintEntry>();
  #cleared: readonly ClearedLint[] = [];

  /** One that goes on by itself. */
  copy(): LintLog {
    const copy = new LintLog();
    for (const [seq, raised] of this.#raised) copy.#raised.set(seq, raised);
    copy.#cleared = this.#cleared;
    return copy;
  }

  get raised(): readonly LintEntry[] {
    return [...this.#raised.values()].toReversed();
  }

  get cleared(): readonly ClearedLint[] {
    return this.#cleared;
  }

  note(entry: TraceEntry): void {
    if (entry.kind === 'lint.raised') this.#raised.set(entry.seq, entry);
    else if (entry.kind === 'lint.cleared') this.#clear(entry);
  }

  #clear(cleared: LintEntry): void {
    for (const seq of cleared.cause ?? []) {
      const raised = this.#raised.get(seq);
      if (!raised) continue;
      this.#raised.delete(seq);
      this.#cleared = [{ raised, cleared }, ...this.#cleared].slice(0, mostCleared);
    }
  }
}
