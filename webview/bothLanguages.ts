/** A text that comes in English and in Simplified Chinese. */
export interface BothLanguages {
  readonly en: string;
  readonly zh: string;
}

/** Which of them the panel is in. @param language of its texts, as BCP 47 has it */
export function languageOf({ language }: { readonly language: string }): keyof BothLanguages {
  return language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
