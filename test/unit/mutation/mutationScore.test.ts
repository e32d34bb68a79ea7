import { describe, expect, it } from 'vitest';
import { missedIn, type MutationReport, percentage, scoreOf, scoreTable, totalOf } from '../../mutation/mutationScore.ts';

type Mutant = MutationReport['files'][string]['mutants'][number];

function mutant(status: Mutant['status'], location: Mutant['location'] = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } }): Mutant {
  return { mutatorName: 'ConditionalExpression', replacement: 'true', status, location };
}

const mutants = (statuses: Partial<Record<Mutant['status'], number>>): Mutant[] =>
  Object.entries(statuses).flatMap(([status, count]) => Array.from({ length: count }, () => mutant(status as Mutant['status'])));

describe('the mutation score', () => {
  it('counts what a test found, in whichever way; what broke the run or was left alone counts for nothing', () => {
    const score = scoreOf(mutants({ Killed: 5, Timeout: 1, Survived: 1, NoCoverage: 1, Ignored: 3, RuntimeError: 2, CompileError: 1 }));
    expect(score).toEqual({ killed: 5, timedOut: 1, survived: 1, notCovered: 1, ignored: 3, invalid: 3 });
    expect(percentage(score)).toBe(75);
  });

  it('is full where there is nothing to find', () => {
    expect(percentage(scoreOf(mutants({ Ignored: 2 })))).toBe(100);
  });

  it('is taken over all mutants, not over the files', () => {
    const files = { 'a.ts': { source: '', mutants: mutants({ Killed: 9 }) }, 'longer.ts': { source: '', mutants: mutants({ Survived: 1 }) } };
    expect(percentage(totalOf({ files }))).toBe(90);
    expect(scoreTable({ files }).split('\n').map((line) => line.trim().split(/\s{2,}/).slice(0, 3))).toEqual([
      ['file', 'score', 'killed'],
      ['a.ts', '100.0 %', '9'],
      ['longer.ts', '0.0 %', '0'],
      ['total', '90.0 %', '9'],
    ]);
  });

  it('names what was missed: where it is, what stood there, what took its place', () => {
    const source = 'first\n  if (one\n    && other) return;\nlast';
    const missed = mutant('Survived', { start: { line: 2, column: 7 }, end: { line: 3, column: 13 } });
    const unreached = mutant('NoCoverage', { start: { line: 4, column: 1 }, end: { line: 4, column: 5 } });
    expect(missedIn({ files: { 'a.ts': { source, mutants: [missed, mutant('Killed'), unreached] } } })).toEqual([
      'a.ts:2:7  one && other → true  (ConditionalExpression)',
      'a.ts:4:1  last → true  (ConditionalExpression, which no test reaches)',
    ]);
  });
});
