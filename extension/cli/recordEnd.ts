/** 0: condition met and synced; 1: it was not; 2: it could not be tried; 3: something has occurred for which it was to fail. */
export type ExitStatus = 0 | 1 | 2 | 3;

/** Ends a recording before its condition is met, and remembers why. */
export class RecordEnd {
  readonly #abort = new AbortController();
  #verdict: { readonly status: ExitStatus; readonly sentence: string } | undefined;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Set when trying on would have been of no use. */
  get verdict(): { readonly status: ExitStatus; readonly sentence: string } | undefined {
    return this.#verdict;
  }

  /** The first reason counts. */
  giveUp(status: ExitStatus, sentence: string): void {
    if (this.#abort.signal.aborted) return;
    this.#verdict = { status, sentence };
    this.#abort.abort();
  }

  /** The person, or whoever reads the recording, has had enough of it. */
  readonly interrupt = (): void => this.#abort.abort();
}
