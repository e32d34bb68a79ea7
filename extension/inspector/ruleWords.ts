import type { Rule } from '../trace/entry.ts';

/** What a rule says, in the words of a person who meets it for the first time. */
const words: Readonly<Record<string, string>> = {
  'D-06': 'nobody knows the object',
  'D-09': 'of two deletions in a row one is kept',
  'D-19': 'listed',
  'D-21': 'queued, but not listed any more',
  'D-22': 'stored, but not listed any more',
  'D-28': 'resync of what has no delta in the queue',
  'F-12': 'queued, but not listed any more',
  'F-13': 'stored, but not listed any more',
  'F-15': 'listed, after the deletions',
  'F-17': 'resync of what has no delta in the queue',
  'F-20': 'the list is one entry',
  'F-21': 'the resync is one entry',
  'P-12': 'the store first, then each change is told',
  'row 2': 'the queue was emptied, as the article says',
};

/** `stored, but not listed any more (D-22)`; empty for no rule. */
export function ruleWords(rule: Rule | undefined): string {
  if (rule === undefined) return '';
  return Object.hasOwn(words, rule) ? `${words[rule]} (${rule})` : rule;
}
