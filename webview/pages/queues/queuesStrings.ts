/** Texts of the page. */
export const queuesStrings = {
  queuesPage: 'Queues',
} as const;
