/**
 * The rules of the contract as data, and the judgement over them. A rule is held by a test that names it: kept
 * promises are found by running tests, not by reading a list of them.
 */

export interface Rule {
  /** `R-22` */
  readonly id: string;
  readonly text: string;
}

export interface TestOutcome {
  /** With the titles of the groups that it stands in. */
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
}

export type Verdict =
  | { readonly rule: Rule; readonly is: 'held' }
  | { readonly rule: Rule; readonly is: 'excepted' | 'open'; readonly why: string };

const ruleLine = /^(?:\* |\| )\*\*(?<id>[A-Z]-\d\d)\*\*[ |]*(?<text>.*)$/;

/** Every rule of a contract in Markdown: list items and rows of tables that begin with a bold id. */
export function readRules(markdown: string): Rule[] {
  return markdown.split('\n').flatMap((line) => {
    const { id, text } = ruleLine.exec(line)?.groups ?? {};
    return id ? [{ id, text: text! }] : [];
  });
}

/** The section of a rule: its letter. */
export function sectionOf({ id }: Rule): string {
  return id[0]!;
}

const mention = /\b(?<section>[A-Z])-(?<from>\d\d)\b(?:\s*(?:…|–|to)\s*(?:\k<section>-)?(?<to>\d\d)\b)?/g;

/** The ids that a title names: `R-22`, `D-21, D-22`, `W-50…W-55`, `W-50…55`. */
export function rulesNamedIn(title: string): string[] {
  return [...title.matchAll(mention)].flatMap(({ groups }) => {
    const { section, from, to = from } = groups!;
    const ids: string[] = [];
    for (let number = Number(from); number <= Number(to); number++) ids.push(`${section}-${String(number).padStart(2, '0')}`);
    return ids;
  });
}

/**
 * One verdict a rule. An exception comes first: what it excepts is not held, whatever its tests say. A test that
 * fails opens every rule that it names, also those that other tests hold.
 */
export function judge(rules: readonly Rule[], tests: readonly TestOutcome[], exceptions: Readonly<Record<string, string>>): Verdict[] {
  const byRule = new Map<string, TestOutcome[]>();
  for (const test of tests) {
    for (const id of new Set(rulesNamedIn(test.title))) byRule.set(id, [...(byRule.get(id) ?? []), test]);
  }
  return rules.map((rule) => {
    const exception = exceptions[rule.id];
    if (exception !== undefined) return { rule, is: 'excepted', why: exception };
    const named = byRule.get(rule.id) ?? [];
    const failed = named.find(({ status }) => status === 'failed');
    if (failed) return { rule, is: 'open', why: `fails: ${failed.title}` };
    if (named.some(({ status }) => status === 'passed')) return { rule, is: 'held' };
    return { rule, is: 'open', why: named.length > 0 ? 'its tests were skipped' : 'no test names it' };
  });
}
