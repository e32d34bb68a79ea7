import { toggled } from '../../store/toggled.ts';

/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface ServerModel {
  readonly folded: readonly ServerPart[];
}

export type ServerPart = 'requests' | 'refusals' | 'watches';

export type ServerAction = { readonly type: 'fold'; readonly part: ServerPart };

export const initialServer: ServerModel = { folded: [] };

export function reduceServer({ folded }: ServerModel, { part }: ServerAction): ServerModel {
  return { folded: toggled(folded, part) };
}
