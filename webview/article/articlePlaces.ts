import type { StageId } from '../views/stages.ts';

/** Which stages the article tells otherwise, and in which rows of the contract's section 16. */
export const articleStages = {
  apiserver: [4, 5, 6, 7, 8, 28],
  reflector: [1, 3, 10],
  queue: [2, 9, 11, 13, 14, 15, 16],
  store: [18, 19, 20, 25],
  handler: [12, 17],
  workqueue: [21, 22, 23],
  reconcile: [24, 26],
} as const satisfies Readonly<Record<StageId, readonly number[]>>;

const { apiserver, reflector, queue, store, handler, workqueue, reconcile } = articleStages;

/** The pages that show these stages. */
export const articlePlaces = {
  server: [...reflector, ...apiserver].toSorted(inOrder),
  queues: [...queue, ...handler, ...workqueue, ...reconcile].toSorted(inOrder),
  cache: store,
  /** The whole way of a change. */
  chain: [27],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type ArticlePlace = keyof typeof articlePlaces;

function inOrder(one: number, other: number): number {
  return one - other;
}
