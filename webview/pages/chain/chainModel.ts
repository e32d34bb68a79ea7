/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export type ChainModel = Readonly<Record<string, never>>;

export type ChainAction = { readonly type: 'none' };

export const initialChain: ChainModel = {};

export function reduceChain(model: ChainModel, _action: ChainAction): ChainModel {
  return model;
}
