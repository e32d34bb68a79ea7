/** Texts of going back in time. */
export const timeStrings = {
  timeNow: 'Live',
} as const;
