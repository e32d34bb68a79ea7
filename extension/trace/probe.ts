import type { Seq, TraceDraft } from './entry.ts';
import type { Happening } from './happening.ts';

/** Where the engine reports each of its steps. */
export interface Probe {
  /**
   * Gives the entry its place and returns its number, to be handed on as a cause. Never throws. The draft is
   * handed over: it becomes the entry itself, so that none is copied, and must be new in each call.
   */
  record(draft: TraceDraft): Seq;

  /** Takes note of what is no entry. For whoever runs the engine again; nobody else needs it. */
  note?(happening: Happening): void;
}

/** Records nothing; every entry has number 0. */
export const noProbe: Probe = { record: () => 0 };
