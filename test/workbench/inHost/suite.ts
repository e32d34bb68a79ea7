import { writeFileSync } from 'node:fs';

export interface TestResult {
  readonly name: string;
  /** Empty when it passed. */
  readonly error: string;
}

/** What the suite leaves for the process that started VS Code. */
export interface InHostReport {
  readonly tests: readonly TestResult[];
  /** From the call of `activate` to its answer, in milliseconds; undefined when that was not reached. */
  readonly activationMs: number | undefined;
}

const tests: { readonly name: string; readonly body: () => unknown }[] = [];
let activationMs: number | undefined;

/** Adds a test. They run in order and build on each other: there is one window, and activation happens once in it. */
export function test(name: string, body: () => unknown): void {
  tests.push({ name, body });
}

export function reportActivation(ms: number): void {
  activationMs = ms;
}

/** Runs every test, whatever became of those before it, and writes the report to `file`. Throws when one failed. */
export async function runAll(file: string): Promise<void> {
  const results: TestResult[] = [];
  for (const { name, body } of tests) {
    try {
      await body();
      results.push({ name, error: '' });
    } catch (error) {
      results.push({ name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
  const report: InHostReport = { tests: results, activationMs };
  writeFileSync(file, JSON.stringify(report));
  const failed = results.filter((result) => result.error);
  if (failed.length > 0) throw new Error(`${failed.length} of ${results.length} tests failed.`);
}
