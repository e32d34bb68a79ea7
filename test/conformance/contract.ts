/**
 * `npm run contract [-- --sections R,D,W]`: which rules of the contract are held by a test that ran and passed just
 * now, which are excepted and why, and which are open. Ends with status 1 when one is open, 2 for a wrong argument.
 */
import { globSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../tools/process.ts';
import { artifacts, root } from '../tools/project.ts';
import type { VitestReport } from '../tools/vitestSuite.ts';
import { deviations, exceptions } from './exceptions.ts';
import { judge, readRules, type Rule, rulesNamedIn, sectionOf, type TestOutcome } from './rules.ts';

/** Without `--sections`. The API server's watch cache (A) is the playground's affair and counts when it is asked for. */
const defaultSections = 'R,L,D,F,P,I,S,X,M,W,K,C,T';

const rules = readRules(await readFile(path.join(import.meta.dirname, 'contract.md'), 'utf8'));
const known = new Set(rules.map(({ id }) => id));

const unknownException = Object.keys({ ...exceptions, ...deviations }).find((id) => !known.has(id));
if (unknownException !== undefined) refuse(`exceptions.ts names ${unknownException}, which is no rule of the contract. Remove it.`);

const chosen = chosenRules(process.argv.slice(2));
const tests = await runTests(await filesThatName(chosen));
for (const { title } of tests) {
  for (const id of rulesNamedIn(title)) if (!known.has(id)) console.log(`no such rule: ${id}, named by “${title}”`);
}

const verdicts = judge(chosen, tests, exceptions);
for (const verdict of verdicts) {
  const { rule } = verdict;
  if (verdict.is !== 'held') say(verdict.is, rule, verdict.why);
  else if (deviations[rule.id] !== undefined) say('held, but', rule, deviations[rule.id]!);
}
const count = (is: 'held' | 'excepted' | 'open'): number => verdicts.filter((verdict) => verdict.is === is).length;
console.log(`${verdicts.length} rules: ${count('held')} held, ${count('excepted')} excepted, ${count('open')} open`);
process.exitCode = count('open') > 0 ? 1 : 0;

function chosenRules(args: string[]): Rule[] {
  let sections: string[];
  try {
    const { values } = parseArgs({ args, options: { sections: { type: 'string', default: defaultSections } } });
    sections = values.sections.split(',').map((section) => section.trim());
  } catch (error) {
    return refuse(`${(error as Error).message} Say for example: npm run contract -- --sections R,D,W`);
  }
  const unknown = sections.find((section) => !rules.some((rule) => sectionOf(rule) === section));
  if (unknown !== undefined) return refuse(`The contract has no section ${JSON.stringify(unknown)}. It has ${[...new Set(rules.map(sectionOf))].join(', ')}.`);
  return rules.filter((rule) => sections.includes(sectionOf(rule)));
}

/** Only what can hold one of the rules is run. */
async function filesThatName(wanted: readonly Rule[]): Promise<string[]> {
  const ids = new Set(wanted.map(({ id }) => id));
  const files = globSync('test/{unit,conformance,property}/**/*.test.ts', { cwd: root });
  const texts = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  return files.filter((_, index) => rulesNamedIn(texts[index]!).some((id) => ids.has(id)));
}

async function runTests(files: readonly string[]): Promise<TestOutcome[]> {
  if (files.length === 0) return [];
  const report = path.join(artifacts, 'contract.json');
  await mkdir(artifacts, { recursive: true });
  await rm(report, { force: true });
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--config', 'vitest.config.ts', ...files, '--reporter=json', `--outputFile=${report}`];
  const { output } = await run(process.execPath, args, { cwd: root });
  const { testResults } = JSON.parse(await readFile(report, 'utf8').catch(() => refuse(`vitest left no report:\n${output}`))) as VitestReport;
  for (const { name, message, assertionResults } of testResults) {
    if (assertionResults.length === 0) console.log(`not run: ${path.relative(root, name)}: ${message}`);
  }
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({ title: fullName, status: status === 'passed' || status === 'failed' ? status : 'skipped' })),
  );
}

function say(verdict: string, rule: Rule, why: string): void {
  console.log(`${verdict.padEnd(9)}  ${rule.id}  ${why}\n${' '.repeat(11)}${firstSentence(rule)}`);
}

function firstSentence({ text }: Rule): string {
  return /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text;
}

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(2);
}
