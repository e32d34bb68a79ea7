/** Texts of the page. */
export const itemStrings = {
  itemPage: 'Item',
} as const;
