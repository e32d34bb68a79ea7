import type { Seq, TraceDraft } from './entry.ts';

/** Where the engine reports each of its steps. */
export interface Probe {
  /**
   * Gives the entry its place and returns its number, to be handed on as a cause. Never throws. The draft is
   * handed over: it becomes the entry itself, so that none is copied, and must be new in each call.
   */
  record(draft: TraceDraft): Seq;
}

/** Records nothing; every entry has number 0. */
export const noProbe: Probe = { record: () => 0 };
