/** Where something is shown of which the article tells otherwise, and in which rows of the contract's section 16. */
export const articlePlaces = {
  /** The API server, its watch cache, and the Reflector that asks it. */
  server: [1, 3, 4, 5, 6, 7, 8, 10, 28],
  /** Delta queues, handlers, work queues, workers. */
  queues: [2, 9, 11, 12, 13, 14, 15, 16, 17, 21, 22, 23, 24, 26],
  cache: [18, 19, 20, 25],
  /** The whole way of a change. */
  chain: [27],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type ArticlePlace = keyof typeof articlePlaces;
