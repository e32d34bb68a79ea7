import type { WordsView } from '../../../extension/protocol/pages/scenario.ts';
import { languageOf } from '../../bothLanguages.ts';
import type { View } from '../../views/view.ts';

/** In the language of the panel. */
export function inWords(words: WordsView, { texts }: Pick<View, 'texts'>): string {
  return words[languageOf(texts)];
}
