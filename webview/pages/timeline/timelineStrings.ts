/** Texts of the page. */
export const timelineStrings = {
  timelinePage: 'Timeline',
} as const;
