import { combine, closingLine, failed, type SuiteResult } from './suiteResult.ts';
import { suites } from './suites.ts';

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

const results = new Map<string, { readonly result: SuiteResult; readonly seconds: number }>();
for (const name of named.length > 0 ? named : Object.keys(suites)) {
  console.log(`\n──── ${name} ────`);
  const started = performance.now();
  const result = await suites[name]!().catch((error: unknown) => {
    console.error(error);
    return failed(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  });
  results.set(name, { result, seconds: (performance.now() - started) / 1000 });
}

console.log('\n──── results ────');
for (const [name, { result, seconds }] of results) {
  const counts = `${result.passed} ok${result.failures.length > 0 ? `, ${result.failures.length} FAILED` : ''}${result.skips.length > 0 ? `, ${result.skips.length} left out` : ''}`;
  console.log(`${name.padEnd(14)} ${counts.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s`);
}
const total = combine([...results.values()].map(({ result }) => result));
for (const reason of total.skips) console.log(`Skipped: ${reason}`);
for (const reason of total.failures) console.log(`Failed: ${reason}`);
console.log(closingLine(total));
process.exitCode = total.failures.length > 0 ? 1 : 0;
