/** Texts of what the article tells otherwise. The notes themselves come with the page, in both languages. */
export const articleStrings = {
  articleNote: 'The article tells it otherwise',
  'articleNotes.one': 'The article tells {count} thing otherwise',
  'articleNotes.other': 'The article tells {count} things otherwise',
  articleSays: 'The article says',
  articleSource: 'client-go does',
  articleInstead: 'client-go instead',
  articleServer: 'In truth',
} as const;
