/** 与文章不同之处的文字。 */
export const article = {
  articleNote: '与文章所述不同',
  'articleNotes.other': '有 {count} 处与文章所述不同',
  articleSays: '文章说',
  articleSource: 'client-go 的做法',
  articleInstead: '而 client-go 的做法是',
  articleServer: '实际上',
} as const;
