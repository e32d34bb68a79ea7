/** What became of one suite. Each reason is one sentence, for people. */
export interface SuiteResult {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly skips: readonly string[];
  /** What failed first and passed the second time, where a suite is given one. */
  readonly unsteady?: readonly string[];
}

export const passed = (count = 1): SuiteResult => ({ passed: count, failures: [], skips: [] });
export const failed = (reason: string): SuiteResult => ({ passed: 0, failures: [reason], skips: [] });
export const skipped = (reason: string): SuiteResult => ({ passed: 0, failures: [], skips: [reason] });

export function combine(results: readonly SuiteResult[]): SuiteResult {
  return {
    passed: results.reduce((sum, result) => sum + result.passed, 0),
    failures: results.flatMap(({ failures }) => failures),
    skips: results.flatMap(({ skips }) => skips),
    unsteady: results.flatMap(({ unsteady = [] }) => unsteady),
  };
}

/** The line that a run closes with. */
export function closingLine({ passed: count, failures, skips }: SuiteResult): string {
  return `${count} passed, ${failures.length} failed${skips.length > 0 ? `, ${skips.length} skipped` : ''}`;
}
