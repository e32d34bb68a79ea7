import type { KeyColumn } from '../../../extension/protocol/pages/queues.ts';
import { toggled } from '../../store/toggled.ts';

export const queueSections = ['handlers', 'workers', 'keys'] as const;

export type QueueSection = (typeof queueSections)[number];

/** What the page keeps of its own: what a person has chosen on it. It outlives a hidden panel, so it is JSON. */
export interface QueuesModel {
  readonly folded: readonly QueueSection[];
  /** Whose keys are shown; empty: the first controller's. */
  readonly controller: string;
  readonly filter: string;
  readonly sort: KeyColumn;
  readonly descending: boolean;
  readonly first: number;
}

export type QueuesAction =
  | { readonly type: 'fold'; readonly section: QueueSection }
  | { readonly type: 'controller'; readonly controller: string }
  | { readonly type: 'filter'; readonly text: string }
  /** The same column once more: the other way round. */
  | { readonly type: 'sort'; readonly column: KeyColumn }
  | { readonly type: 'page'; readonly first: number };

export const initialQueues: QueuesModel = { folded: [], controller: '', filter: '', sort: 'state', descending: false, first: 0 };

export function reduceQueues(model: QueuesModel, action: QueuesAction): QueuesModel {
  switch (action.type) {
    case 'fold':
      return { ...model, folded: toggled(model.folded, action.section) };
    case 'controller':
      return { ...model, controller: action.controller, first: 0 };
    case 'filter':
      return { ...model, filter: action.text, first: 0 };
    case 'sort':
      return { ...model, sort: action.column, descending: action.column === model.sort && !model.descending, first: 0 };
    case 'page':
      return { ...model, first: action.first };
  }
}
