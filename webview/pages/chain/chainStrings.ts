/** Texts of the page. */
export const chainStrings = {
  chainPage: 'Chain',
} as const;
