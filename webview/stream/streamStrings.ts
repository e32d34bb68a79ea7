/** Texts of the list of entries. */
export const streamStrings = {
  stream: 'Trace entries',
  filter: 'Filter entries',
  filterPlaceholder: 'Filter by key, kind or what happened',
  follow: 'Follow',
  'newEntries.one': '{count} new entry',
  'newEntries.other': '{count} new entries',
  noEntries: 'Nothing has happened yet. Entries appear here as soon as an informer runs.',
  noMatch: 'No entry matches “{filter}”.',
  clearFilter: 'Clear Filter',
  columnNumber: '#',
  columnTime: 'Time',
  columnStage: 'Stage',
  columnWhat: 'What',
  columnKey: 'Key',
  columnChange: 'Change',
  columnVersion: 'RV',
} as const;
