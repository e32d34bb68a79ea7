import { type FilterFault, type FilterField, filterFields, longestFilter } from '../../protocol/filters.ts';
import { fieldValues, stageAliases } from './fieldValues.ts';
import { nearest } from './nearest.ts';
import { type NumberRange, parseRange } from './range.ts';
import { type FilterToken, tokensOf } from './tokensOf.ts';

/** One part of a filter. */
export type FilterTerm =
  /** The text must appear somewhere in the row; lower case. */
  | { readonly type: 'word'; readonly not: boolean; readonly text: string }
  /** Any of the patterns. */
  | { readonly type: 'text'; readonly not: boolean; readonly field: Exclude<FilterField, 'cause' | 'code' | 'seq'>; readonly patterns: readonly string[] }
  | { readonly type: 'range'; readonly not: boolean; readonly field: 'code' | 'seq'; readonly ranges: readonly NumberRange[] }
  /** What led to this entry, and what came of it. */
  | { readonly type: 'cause'; readonly not: boolean; readonly seq: number };

export interface ParsedFilter {
  readonly terms: readonly FilterTerm[];
  /** From left to right. What has one is left out, but for an unknown field, which is looked for as text. */
  readonly faults: readonly FilterFault[];
}

/**
 * Reads `stage:queue -key:web/* "already dirty"`: fields and words, each of which may be turned round by `-`. Every part must hold; of several
 * values of one field (with commas, or the field again) one is enough. Never throws.
 */
export function parseFilter(text: string): ParsedFilter {
  const terms: FilterTerm[] = [];
  const faults: FilterFault[] = [];
  for (const token of tokensOf(text.slice(0, longestFilter))) {
    if (token.unclosed) faults.push(fault('unclosedQuote', token, token.value));
    if (token.field === undefined) {
      if (token.value !== '') terms.push(wordOf(token.value, token));
      continue;
    }
    const field = filterFields.find((each) => each === token.field!.toLowerCase());
    if (field === undefined) {
      faults.push(fault('unknownField', token, token.field, '', nearest(token.field, filterFields)));
      terms.push(wordOf(`${token.field}:${token.value}`, token));
      continue;
    }
    const read = termOf(field, token);
    if ('term' in read) terms.push(read.term);
    else faults.push(read.fault);
  }
  return { terms, faults };
}

function termOf(field: FilterField, token: FilterToken): { readonly term: FilterTerm } | { readonly fault: FilterFault } {
  const { not, values } = token;
  if (values.length === 0) return { fault: fault('emptyValue', token, field, field) };
  if (field === 'cause') {
    const seq = Number(values[0]!.replace(/^#/, ''));
    return Number.isSafeInteger(seq) && seq > 0 && values.length === 1 ? { term: { type: 'cause', not, seq } } : { fault: fault('notANumber', token, token.value, field) };
  }
  if (field === 'code' || field === 'seq') {
    const ranges = values.map(parseRange);
    return ranges.every((range) => range !== undefined) ? { term: { type: 'range', not, field, ranges } } : { fault: fault('notARange', token, token.value, field) };
  }
  const patterns = field === 'stage' ? values.map((value) => stageAliases[value.toLowerCase()] ?? value) : values;
  const known = fieldValues[field];
  const unknown = known && patterns.find((value) => !value.includes('*') && !known.some((each) => each.toLowerCase() === value.toLowerCase()));
  if (known && unknown !== undefined) return { fault: fault('unknownValue', token, unknown, field, nearest(unknown, known)) };
  return { term: { type: 'text', not, field, patterns } };
}

function wordOf(text: string, { not }: FilterToken): FilterTerm {
  return { type: 'word', not, text: text.toLowerCase() };
}

function fault(code: FilterFault['code'], { at, length }: FilterToken, what: string, field = '', suggestion = ''): FilterFault {
  return { code, at, length, what, field, suggestion };
}
