import { textOfFault } from '../../base/expressionError.ts';
import type { SharedInformer } from '../../informer/sharedInformer.ts';
import type { FilteredKeys, FilterFailure } from './filteredKeys.ts';

/** What a filter has done, over all informers. */
export interface FilterFigures {
  /** Objects that it lets through, as far as it has looked. */
  readonly shown: number;
  /** Objects that are cached. */
  readonly total: number;
  /** Objects that it has not looked at since they changed. */
  readonly pending: number;
  /** Objects for which its expression has no answer. */
  readonly failed: number;
  /** One of them, and why. */
  readonly failure: FilterFailure | undefined;
}

interface Filtered {
  readonly informer: Pick<SharedInformer, 'indexer'>;
  readonly filtered: Pick<FilteredKeys, 'size' | 'pending' | 'failed' | 'failure'> | undefined;
}

export function sumFigures(trees: readonly Filtered[]): FilterFigures {
  let [shown, total, pending, failed] = [0, 0, 0, 0];
  let failure: FilterFigures['failure'];
  for (const { informer, filtered } of trees) {
    shown += filtered?.size ?? 0;
    total += informer.indexer.size;
    pending += filtered?.pending ?? 0;
    failed += filtered?.failed ?? 0;
    failure ??= filtered?.failure;
  }
  return { shown, total, pending, failed, failure };
}

export function sameFigures(one: FilterFigures | undefined, other: FilterFigures | undefined): boolean {
  if (!one || !other) return one === other;
  return one.shown === other.shown && one.total === other.total && one.pending === other.pending && one.failed === other.failed && isSameFailure(one.failure, other.failure);
}

function isSameFailure(one: FilterFailure | undefined, other: FilterFailure | undefined): boolean {
  if (!one || !other) return one === other;
  return one.key === other.key && textOfFault(one.why) === textOfFault(other.why);
}
