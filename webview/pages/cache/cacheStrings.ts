/** Texts of the page. */
export const cacheStrings = {
  cachePage: 'Cache',
} as const;
