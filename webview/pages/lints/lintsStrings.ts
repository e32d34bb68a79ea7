/** Texts of the page. */
export const lintsStrings = {
  lintsPage: 'Lints',
} as const;
