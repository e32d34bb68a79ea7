import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from './process.ts';
import { artifacts, root } from './project.ts';
import { failed, type SuiteResult } from './suiteResult.ts';

/** The parts of vitest's JSON report that are read here. */
export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: 'passed' | 'failed';
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled';
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

/** What a suite prints goes to the terminal as it comes, or is handed over when the suite has ended. */
export type Printing = 'now' | ((output: string) => void);

/** Runs vitest with a configuration of this project, on the files whose path contains one of `filters`. */
export async function vitestSuite(name: string, config: string, filters: readonly string[] = [], printing: Printing = 'now'): Promise<SuiteResult> {
  if (!existsSync(path.join(root, config))) return failed(`${name}: ${config} does not exist.`);
  const report = path.join(artifacts, `vitest-${name}.json`);
  await mkdir(artifacts, { recursive: true });
  await rm(report, { force: true });
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--config', config, ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status, output } = await run(process.execPath, args, { cwd: root, stdio: printing === 'now' ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  if (printing !== 'now') printing(output);
  if (!existsSync(report)) return failed(`${name}: vitest ended with status ${status} and left no report.`);
  return readReport(name, JSON.parse(await readFile(report, 'utf8')) as VitestReport, status);
}

/** A file that could not be run, a run without a test and a run that failed beside its tests each count as a failure. */
export function readReport(name: string, { testResults }: VitestReport, status: number): SuiteResult {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = tests.filter((test) => test.status === 'passed').length;
  const failures = tests.filter((test) => test.status === 'failed').map(({ fullName, failureMessages }) => `${name}: ${fullName}${why(failureMessages?.[0])}`);
  for (const file of testResults) {
    const told = file.assertionResults.some((test) => test.status === 'failed');
    if (file.status === 'failed' && !told) failures.push(`${name}: ${path.relative(root, file.name)}: ${firstLine(file.message) || 'could not be run.'}`);
  }
  const skips = tests.filter((test) => test.status !== 'passed' && test.status !== 'failed').map(({ fullName }) => `${name}: ${fullName}`);
  if (tests.length === 0 && failures.length === 0) failures.push(`${name}: no test was run.`);
  if (status !== 0 && failures.length === 0) failures.push(`${name}: vitest ended with status ${status}, though no test failed: see above.`);
  return { passed: count, failures, skips };
}

/** As much of what a test failed with as says what it was, without the stack: a property's seed and counterexample stand in its first lines. */
function why(message = ''): string {
  const said = stripVTControlCharacters(message).trim().split('\n').filter((line) => !/^\s*at /.test(line)).slice(0, 12).join(' ').replace(/\s+/g, ' ');
  return said === '' ? '' : `: ${said.length > 600 ? `${said.slice(0, 600)}…` : said}`;
}

function firstLine(text: string | undefined): string {
  return text?.trim().split('\n')[0] ?? '';
}
