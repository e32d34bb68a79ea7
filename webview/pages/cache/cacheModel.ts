import { toggled } from '../../store/toggled.ts';

export const cacheSections = ['index', 'check', 'staleness', 'reads'] as const;

export type CacheSection = (typeof cacheSections)[number];

/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. Empty names: what is first. */
export interface CacheModel {
  readonly folded: readonly CacheSection[];
  /** Whose cache; empty: that of the informer that is selected. */
  readonly informer: string;
  readonly index: string;
  /** Whose keys are shown, as long as `open` says that some are: the empty value is one, too. */
  readonly value: string;
  readonly open: boolean;
  readonly values: string;
  readonly keys: string;
  readonly firstValue: number;
  readonly firstKey: number;
}

export type CacheAction =
  | { readonly type: 'fold'; readonly section: CacheSection }
  | { readonly type: 'informer'; readonly informer: string }
  | { readonly type: 'index'; readonly index: string }
  /** The value that is open once more: it is closed. */
  | { readonly type: 'value'; readonly value: string }
  | { readonly type: 'values'; readonly text: string }
  | { readonly type: 'keys'; readonly text: string }
  | { readonly type: 'valuePage'; readonly first: number }
  | { readonly type: 'keyPage'; readonly first: number };

export const initialCache: CacheModel = { folded: [], informer: '', index: '', value: '', open: false, values: '', keys: '', firstValue: 0, firstKey: 0 };

export function reduceCache(model: CacheModel, action: CacheAction): CacheModel {
  switch (action.type) {
    case 'fold':
      return { ...model, folded: toggled(model.folded, action.section) };
    case 'informer':
      return { ...initialCache, folded: model.folded, informer: action.informer };
    case 'index':
      return { ...model, index: action.index, value: '', open: false, values: '', keys: '', firstValue: 0, firstKey: 0 };
    case 'value':
      return { ...model, value: action.value, open: !model.open || model.value !== action.value, keys: '', firstKey: 0 };
    case 'values':
      return { ...model, values: action.text, firstValue: 0 };
    case 'keys':
      return { ...model, keys: action.text, firstKey: 0 };
    case 'valuePage':
      return { ...model, firstValue: action.first };
    case 'keyPage':
      return { ...model, firstKey: action.first };
  }
}
