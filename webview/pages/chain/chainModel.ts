import { toggled } from '../../store/toggled.ts';

/** Parts of the page that fold up. */
export type ChainPart = 'waterfall' | 'sequence' | 'causes' | 'effects';

/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface ChainModel {
  readonly folded: readonly ChainPart[];
}

export type ChainAction = { readonly type: 'fold'; readonly part: ChainPart };

export const initialChain: ChainModel = { folded: [] };

export function reduceChain({ folded }: ChainModel, { part }: ChainAction): ChainModel {
  return { folded: toggled(folded, part) };
}
