import { type Check, count, list, name, oneOf, prose, record, word } from './checks.ts';

/** The filter of the stream: what is wrong with one, how one can go on, and those that a person has kept. */

/** Names of the fields of a filter, in the order in which they are offered. */
export const filterFields = [
  'stage', 'key', 'namespace', 'informer', 'kind', 'delta', 'type', 'changed', 'cause', 'handler', 'queue', 'controller', 'verb', 'user', 'code', 'rv', 'seq',
] as const;

export type FilterField = (typeof filterFields)[number];

/**
 * Why a part of a filter does not mean what it seems to. `unknownField`: it is looked for as text. The others: it is left out, and the rest holds.
 */
export type FilterFaultCode = 'unknownField' | 'emptyValue' | 'unclosedQuote' | 'notANumber' | 'notARange' | 'unknownValue';

export interface FilterFault {
  readonly code: FilterFaultCode;
  /** Where in the text, in characters. */
  readonly at: number;
  readonly length: number;
  /** The field or value that is meant. */
  readonly what: string;
  /** The field that the value belongs to; empty where there is none. */
  readonly field: string;
  /** What may have been meant; empty: nothing is near. */
  readonly suggestion: string;
}

/** How the text can go on at its caret. */
export interface FilterCompletions {
  /** The question that this answers. */
  readonly text: string;
  readonly caret: number;
  /** The part of the text that a choice replaces. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly FilterCompletion[];
}

export interface FilterCompletion {
  readonly kind: 'field' | 'value';
  /** What is put in the place: `stage:`, `queue `. */
  readonly insert: string;
  /** What is shown: `stage`, `queue`. */
  readonly label: string;
}

export interface SavedFilter {
  readonly name: string;
  readonly filter: string;
}

/** Kept filters, of a workspace. */
export const mostSavedFilters = 50;
/** Characters of the name of one. */
export const longestFilterName = 60;
/** Characters of a filter; more than anybody types, less than a message may carry. */
export const longestFilter = 1000;

/** A value as it must be written in a filter. */
export function quotedName(value: string): string {
  return /[\s",]/.test(value) ? `"${value.replace(/["\\]/g, String.raw`\$&`)}"` : value;
}

export interface FilterHostMessages {
  /** The answer to `filter/complete`. */
  'filter/completions': FilterCompletions;
  /** Sent on `panel/ready`, and whenever they change. */
  'filter/saved': { readonly filters: readonly SavedFilter[] };
}

export interface FilterMessages {
  'filter/complete': { readonly text: string; readonly caret: number };
  /** One of that name is replaced. */
  'filter/save': SavedFilter;
  'filter/delete': { readonly name: string };
}

export const filterFault: Check<FilterFault> = record<FilterFault>({
  code: oneOf('unknownField', 'emptyValue', 'unclosedQuote', 'notANumber', 'notARange', 'unknownValue'),
  at: count,
  length: count,
  what: prose,
  field: word,
  suggestion: word,
});

const savedFilter = record<SavedFilter>({ name, filter: prose });

export const filterHostChecks: { readonly [Name in keyof FilterHostMessages]: Check<FilterHostMessages[Name]> } = {
  'filter/completions': record<FilterCompletions>({
    text: prose,
    caret: count,
    from: count,
    to: count,
    items: list(record<FilterCompletion>({ kind: oneOf('field', 'value'), insert: prose, label: prose })),
  }),
  'filter/saved': record<FilterHostMessages['filter/saved']>({ filters: list(savedFilter, mostSavedFilters) }),
};

export const filterChecks: { readonly [Name in keyof FilterMessages]: Check<FilterMessages[Name]> } = {
  'filter/complete': record<FilterMessages['filter/complete']>({ text: prose, caret: count }),
  'filter/save': savedFilter,
  'filter/delete': record<FilterMessages['filter/delete']>({ name }),
};
