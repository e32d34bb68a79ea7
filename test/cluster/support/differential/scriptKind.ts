import type { Random } from '../../../../extension/base/random.ts';

// Bodies of many kinds, put together loosely.
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

/** A kind that both servers have, and what is sent of it. */
export interface ScriptKind {
  /** `/api/v1`, `/apis/apps/v1` */
  readonly root: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly subresources: readonly ('status' | 'scale')[];
  /** What field selectors know of it, with some values that occur. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** An object besides its metadata. */
  readonly body: (random: Random) => Loose;
  /** Merge patches of it, good ones and bad ones. */
  readonly patches: readonly Loose[];
  readonly jsonPatches: readonly Loose[];
  readonly strategicPatches: readonly Loose[];
  /** What no object of the kind may be, laid over a good one as a merge patch. */
  readonly faults: readonly Loose[];
  readonly status: readonly Loose[];
  /** In old releases they could not be deleted all at once, and PUT asked for what it does not ask for any more: neither is sent. */
  readonly hasOldVerbs?: boolean;
}

/** When something was said last, of a status. */
export const whenSaid = { lastTransitionTime: '2026-01-02T03:04:05Z' };
