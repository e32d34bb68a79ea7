import type { WordsView } from '../../../extension/protocol/pages/scenario.ts';
import type { View } from '../../views/view.ts';

/** In the language of the panel. */
export function inWords({ en, zh }: WordsView, { texts }: Pick<View, 'texts'>): string {
  return texts.language.startsWith('zh') ? zh : en;
}
