/** Texts of the page. */
export const lintsStrings = {
  lintsPage: 'Lints',
  lint: 'Lint',
} as const;
