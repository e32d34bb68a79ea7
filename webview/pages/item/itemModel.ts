import { toggled } from '../../store/toggled.ts';

/** Parts of the page that fold up. */
export type ItemPart = 'entry' | 'object' | 'diff' | 'queues' | 'history';

/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface ItemModel {
  /** A key that was asked for by its name; empty: the chosen entry's is meant. */
  readonly informer: string;
  readonly key: string;
  /** `yaml`, `json` */
  readonly format: string;
  readonly folded: readonly ItemPart[];
  /** Parts of the object's text that are shown, of those that are folded at first. */
  readonly unfolded: readonly string[];
}

export type ItemAction =
  /** Show this key, whatever entry is chosen. */
  | { readonly type: 'show'; readonly informer: string; readonly key: string }
  | { readonly type: 'fold'; readonly part: ItemPart }
  | { readonly type: 'unfold'; readonly name: string }
  | { readonly type: 'format'; readonly format: 'yaml' | 'json' };

export const initialItem: ItemModel = { informer: '', key: '', format: 'yaml', folded: [], unfolded: [] };

export function reduceItem(model: ItemModel, action: ItemAction): ItemModel {
  switch (action.type) {
    case 'show':
      return action.informer === model.informer && action.key === model.key ? model : { ...model, informer: action.informer, key: action.key };
    case 'fold':
      return { ...model, folded: toggled(model.folded, action.part) };
    case 'unfold':
      return { ...model, unfolded: toggled(model.unfolded, action.name) };
    case 'format':
      return { ...model, format: action.format };
  }
}
