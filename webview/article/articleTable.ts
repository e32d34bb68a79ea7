import type { BothLanguages } from '../bothLanguages.ts';

/** One thing that the article and the sources tell differently, by its number in the contract's section 16. */
export interface ArticleText {
  readonly row: number;
  readonly article: BothLanguages;
  readonly source: BothLanguages;
  readonly rules: readonly string[];
}

export type ArticleTable = ReadonlyMap<number, ArticleText>;

/** What the host has put into the page; whatever is not of this shape is left out. */
export function articleTable(given: unknown): ArticleTable {
  const rows = typeof given === 'object' && given !== null ? Object.entries(given) : [];
  return new Map(rows.flatMap(([number, value]) => (isText(value) ? [[Number(number), { ...value, row: Number(number) }] as const] : [])));
}

function isText(value: unknown): value is Omit<ArticleText, 'row'> {
  if (typeof value !== 'object' || value === null) return false;
  const { article, source, rules } = value as Record<string, unknown>;
  return isBoth(article) && isBoth(source) && Array.isArray(rules) && rules.every((rule) => typeof rule === 'string');
}

function isBoth(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { en, zh } = value as Record<string, unknown>;
  return typeof en === 'string' && typeof zh === 'string';
}
