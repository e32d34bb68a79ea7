import { combine, closingLine, failed, type SuiteResult } from './suiteResult.ts';
import { suites, waiting } from './suites.ts';

/**
 * `npm test`, behind its bootstrap: runs the suites that are named, or all, each whatever became of the others, and
 * closes with the counts of all of them. `--list` prints their names. Exit status 0: nothing failed. 2: there is no such
 * suite.
 */
const named = process.argv.slice(2);
if (named.includes('--list')) {
  console.log(Object.keys(suites).join('\n'));
  process.exit();
}
const unknown = named.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`There is no suite named ${unknown.join(', ')}: choose among ${Object.keys(suites).join(', ')}.`);
  process.exit(2);
}

interface Told {
  readonly result: SuiteResult;
  readonly seconds: number;
  /** Of a suite that ran beside others. */
  readonly output: string;
}

async function play(name: string, isBeside: boolean): Promise<Told> {
  const started = performance.now();
  let output = '';
  const result = await suites[name]!(isBeside ? (text) => (output = text) : 'now').catch((error: unknown) => {
    console.error(error);
    return failed(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  });
  return { result, seconds: (performance.now() - started) / 1000, output };
}

const names = named.length > 0 ? named : Object.keys(suites);
const beside = new Map(names.length > 1 ? names.filter((name) => waiting.has(name)).map((name) => [name, play(name, true)]) : []);
const results = new Map<string, Told>();
for (const name of names) {
  console.log(`\n──── ${name} ────`);
  const told = await (beside.get(name) ?? play(name, false));
  if (told.output !== '') console.log(told.output);
  results.set(name, told);
}

console.log('\n──── results ────');
for (const [name, { result, seconds }] of results) {
  const counts = `${result.passed} ok${result.failures.length > 0 ? `, ${result.failures.length} FAILED` : ''}${result.skips.length > 0 ? `, ${result.skips.length} left out` : ''}`;
  console.log(`${name.padEnd(14)} ${counts.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s`);
}
const total = combine([...results.values()].map(({ result }) => result));
for (const reason of total.skips) console.log(`Skipped: ${reason}`);
for (const reason of total.unsteady ?? []) console.log(`Unsteady, passed the second time: ${reason}`);
for (const reason of total.failures) console.log(`Failed: ${reason}`);
console.log(closingLine(total));
process.exitCode = total.failures.length > 0 ? 1 : 0;
