import { describeEntry } from '../describeEntry.ts';
import type { Trace } from '../sessionPicture.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import { fieldTexts } from './fieldTexts.ts';
import { patternInAnyCase } from '../../base/pattern.ts';
import type { FilterTerm } from './parseFilter.ts';
import { RelatedEntries } from './relatedEntries.ts';

export type EntryTest = (entry: TraceEntry) => boolean;

/**
 * Whether an entry is what all these terms ask for; undefined: they ask for nothing. It has a memory where causes are asked for, so it is asked
 * about each entry once, from the oldest to the newest.
 */
export function filterMatcher(terms: readonly FilterTerm[], trace: Trace): EntryTest | undefined {
  const groups = new Map<string, EntryTest[]>();
  const all: { readonly cost: number; readonly test: EntryTest }[] = [];
  for (const term of terms) {
    const test = testOf(term, trace);
    if (term.not) all.push({ cost: costOf(term), test: (entry) => !test(entry) });
    else if (term.type === 'word') all.push({ cost: costOf(term), test });
    else groups.set(fieldOf(term), [...(groups.get(fieldOf(term)) ?? []), test]);
  }
  for (const [field, tests] of groups) {
    const cost = field === 'changed' ? 2 : 0;
    all.push({ cost, test: tests.length === 1 ? tests[0]! : (entry) => some(tests, entry) });
  }
  if (all.length === 0) return undefined;
  // One that remembers what it was asked must be asked about each.
  const remembering = terms.some(({ type }) => type === 'cause');
  const tests = all.toSorted((one, other) => one.cost - other.cost).map(({ test }) => test);
  return remembering ? (entry) => every(tests, entry) : (entry) => tests.every((test) => test(entry));
}

function testOf(term: FilterTerm, trace: Trace): EntryTest {
  switch (term.type) {
    case 'word':
      return (entry) => hasText(entry, term.text);
    case 'range':
      return rangeTest(term);
    case 'cause': {
      const related = new RelatedEntries(trace, term.seq);
      return (entry) => related.includes(entry);
    }
    default: {
      const texts = fieldTexts[term.field];
      const globs = term.patterns.map(patternInAnyCase);
      const isOne = globs.length === 1 ? globs[0]! : (text: string): boolean => globs.some((glob) => glob(text));
      return (entry) => {
        const value = texts(entry);
        if (value === undefined) return false;
        return typeof value === 'string' ? isOne(value) : value.some(isOne);
      };
    }
  }
}

function rangeTest({ field, ranges }: Extract<FilterTerm, { readonly type: 'range' }>): EntryTest {
  return (entry) => {
    const value = field === 'seq' ? entry.seq : 'code' in entry ? entry.code : undefined;
    return value !== undefined && ranges.some(({ from, to }) => value >= from && value <= to);
  };
}

/** Somewhere in the row. What is at hand is looked at before what has to be put into words. */
function hasText(entry: TraceEntry, text: string): boolean {
  const { seq, kind, key, informer, rv } = entry;
  if (kind.includes(text) || key?.toLowerCase().includes(text) || informer?.toLowerCase().includes(text) || rv?.includes(text) || String(seq).includes(text)) return true;
  if ('resourceVersion' in entry && entry.resourceVersion.includes(text)) return true;
  return describeEntry(entry).toLowerCase().includes(text);
}

function costOf(term: FilterTerm): number {
  if (term.type === 'word') return 3;
  return term.type === 'text' && term.field === 'changed' ? 2 : 0;
}

function fieldOf(term: Exclude<FilterTerm, { readonly type: 'word' }>): string {
  return term.type === 'cause' ? 'cause' : term.field;
}

function some(tests: readonly EntryTest[], entry: TraceEntry): boolean {
  let holds = false;
  for (const test of tests) if (test(entry)) holds = true;
  return holds;
}

function every(tests: readonly EntryTest[], entry: TraceEntry): boolean {
  let holds = true;
  for (const test of tests) if (!test(entry)) holds = false;
  return holds;
}
