import { describe, expect, it } from 'vitest';
import { closingLine, combine } from '../../tools/suiteResult.ts';
import { mayPassAgain, readReport, type VitestReport, withSecondTry } from '../../tools/vitestSuite.ts';

type File = VitestReport['testResults'][number];
type Status = File['assertionResults'][number]['status'];

const file = (status: File['status'], ...statuses: Status[]): File => ({
  name: 'a.test.ts',
  status,
  assertionResults: statuses.map((each, index) => ({ fullName: `test ${index}`, status: each })),
});

describe('readReport', () => {
  it('counts what passed, failed and was skipped', () => {
    const result = readReport('unit', { testResults: [file('failed', 'passed', 'failed', 'skipped'), file('passed', 'passed', 'todo')] }, 1);
    expect(result).toEqual({ passed: 2, failures: ['unit: test 1'], skips: ['unit: test 2', 'unit: test 1'] });
  });

  it('says what a test failed with, without colours and the stack, and not without end', () => {
    const testResults = [{ name: 'a.test.ts', status: 'failed' as const, assertionResults: [
      { fullName: 'a', status: 'failed' as const, failureMessages: ['\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n    at file.ts:3:4\nseed 7'] },
      { fullName: 'b', status: 'failed' as const, failureMessages: ['x'.repeat(10_000)] },
      { fullName: 'c', status: 'failed' as const, failureMessages: null },
    ] }];
    expect(readReport('unit', { testResults }, 1).failures).toEqual(['unit: a: AssertionError: expected 1 to be 2 seed 7', `unit: b: ${'x'.repeat(600)}…`, 'unit: c']);
  });

  it('counts a file that could not be run as failed, with its reason', () => {
    const broken = { ...file('failed'), message: 'Cannot find module x\n  at y' };
    const { passed, failures } = readReport('unit', { testResults: [broken, file('passed', 'passed')] }, 1);
    expect(passed).toBe(1);
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatch(/Cannot find module x$/);
  });

  it('counts a file whose hooks failed after its tests passed as failed', () => {
    expect(readReport('unit', { testResults: [{ ...file('failed', 'passed'), message: 'afterAll failed' }] }, 1).failures).toHaveLength(1);
  });

  it('counts a run without a test, and one that failed beside its tests, as failed', () => {
    expect(readReport('unit', { testResults: [] }, 0).failures).toEqual(['unit: no test was run.']);
    expect(readReport('unit', { testResults: [file('passed', 'passed')] }, 1).failures).toHaveLength(1);
  });
});

describe('a second try', () => {
  const named = (name: string, status: File['status']): File => ({ ...file(status, status), name });

  it('is given to the few files that failed, and to none where many did, or all', () => {
    const passing = ['e', 'f', 'g'].map((name) => named(name, 'passed'));
    const failing = ['a', 'b', 'c', 'd'].map((name) => named(name, 'failed'));
    expect(mayPassAgain({ testResults: [...failing.slice(1), ...passing] })).toHaveLength(3);
    expect(mayPassAgain({ testResults: [...failing, ...passing] })).toEqual([]);
    expect(mayPassAgain({ testResults: failing.slice(0, 1) })).toEqual([]);
    expect(mayPassAgain({ testResults: passing })).toEqual([]);
  });

  it('counts what it gave, names what was unsteady, and saves nothing that fails again', () => {
    const steady = { passed: 5, failures: [], skips: ['s'] };
    const first = { passed: 6, failures: ['workbench: a', 'workbench: b'], skips: ['s'] };
    expect(withSecondTry(steady, first, { passed: 3, failures: [], skips: [] })).toEqual({ passed: 8, failures: [], skips: ['s'], unsteady: first.failures });
    expect(withSecondTry(steady, first, { passed: 2, failures: ['workbench: a'], skips: [] })).toEqual({ passed: 7, failures: ['workbench: a'], skips: ['s'], unsteady: [] });
  });
});

describe('closingLine', () => {
  it('names skipped ones only where there are any', () => {
    const ok = { passed: 3, failures: [], skips: [] };
    expect(closingLine(ok)).toBe('3 passed, 0 failed');
    expect(closingLine(combine([ok, { passed: 1, failures: ['a'], skips: ['b', 'c'] }]))).toBe('4 passed, 1 failed, 2 skipped');
  });
});
