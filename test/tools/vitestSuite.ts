import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from './process.ts';
import { artifacts, root } from './project.ts';
import { combine, failed, type SuiteResult } from './suiteResult.ts';

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

interface Ran {
  readonly result: SuiteResult;
  /** Absent where vitest left none. */
  readonly report?: VitestReport;
}

/** Runs vitest with a configuration of this project, on the files whose path contains one of `filters`. */
export async function vitestSuite(name: string, config: string, filters: readonly string[] = [], printing: Printing = 'now'): Promise<SuiteResult> {
  if (!existsSync(path.join(root, config))) return failed(`${name}: ${config} does not exist.`);
  return (await runVitest(name, config, filters, printing)).result;
}

/** More files than these do not fail by chance. */
const filesOfSecondTry = 3;

/**
 * The same, in a real browser: there the focus, a frame or a menu is late once in thousands of times, with nothing wrong here. A few files
 * that failed are run once more, each in a new window, and what fails again has failed. What passes then is told of by name.
 */
export async function windowSuite(name: string, config: string): Promise<SuiteResult> {
  const first = await runVitest(name, config, [], 'now');
  const files = first.report ? mayPassAgain(first.report) : [];
  if (!first.report || files.length === 0) return first.result;
  console.log(`\n${name}: once more, in new windows: ${files.join(', ')}`);
  const second = await runVitest(`${name}-again`, config, files, 'now');
  return withSecondTry(readReport(name, passedFiles(first.report), 0), first.result, second.result);
}

/** @param steady of the files that are not run again */
export function withSecondTry(steady: SuiteResult, first: SuiteResult, second: SuiteResult): SuiteResult {
  const isSteady = second.failures.length === 0;
  return { ...combine([steady, second]), ...(isSteady && { unsteady: first.failures }) };
}

/** The files that failed, from the project's folder; none where it was more than chance. */
export function mayPassAgain({ testResults }: VitestReport): readonly string[] {
  const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => path.relative(root, name));
  return files.length <= filesOfSecondTry && files.length < testResults.length ? files : [];
}

async function runVitest(name: string, config: string, filters: readonly string[], printing: Printing): Promise<Ran> {
  const report = path.join(artifacts, `vitest-${name}.json`);
  await mkdir(artifacts, { recursive: true });
  await rm(report, { force: true });
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--config', config, ...filters, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status, output } = await run(process.execPath, args, { cwd: root, stdio: printing === 'now' ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
  if (printing !== 'now') printing(output);
  if (!existsSync(report)) return { result: failed(`${name}: vitest ended with status ${status} and left no report.`) };
  const read = JSON.parse(await readFile(report, 'utf8')) as VitestReport;
  return { result: readReport(name, read, status), report: read };
}

function passedFiles({ testResults }: VitestReport): VitestReport {
  return { testResults: testResults.filter(({ status }) => status === 'passed') };
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
