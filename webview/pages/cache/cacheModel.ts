/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export type CacheModel = Readonly<Record<string, never>>;

export type CacheAction = { readonly type: 'none' };

export const initialCache: CacheModel = {};

export function reduceCache(model: CacheModel, _action: CacheAction): CacheModel {
  return model;
}
