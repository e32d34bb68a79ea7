import type { FilterFault } from '../../extension/protocol/filters.ts';
import type { StringKey, Texts } from '../strings.ts';

const sentences: Readonly<Record<FilterFault['code'], StringKey>> = {
  unknownField: 'faultUnknownField',
  emptyValue: 'faultEmptyValue',
  unclosedQuote: 'faultUnclosedQuote',
  notANumber: 'faultNotANumber',
  notARange: 'faultNotARange',
  unknownValue: 'faultUnknownValue',
};

/** What is wrong with a part of a filter, and what to write instead. */
export function faultText({ code, what, field, suggestion }: FilterFault, { t }: Texts): string {
  const sentence = t(sentences[code], { what, field });
  return suggestion === '' ? sentence : `${sentence} ${t('didYouMean', { suggestion })}`;
}
