import type { Texts } from './strings.ts';

/** A text that comes in English and in Simplified Chinese. */
export interface BothLanguages {
  readonly en: string;
  readonly zh: string;
}

/** Which of them the panel is in. */
export function languageOf({ language }: Pick<Texts, 'language'>): keyof BothLanguages {
  return language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
