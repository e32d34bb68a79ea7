/** Texts of the page. */
export const serverStrings = {
  serverPage: 'API Server',
} as const;
