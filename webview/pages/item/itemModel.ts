/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export type ItemModel = Readonly<Record<string, never>>;

export type ItemAction = { readonly type: 'none' };

export const initialItem: ItemModel = {};

export function reduceItem(model: ItemModel, _action: ItemAction): ItemModel {
  return model;
}
