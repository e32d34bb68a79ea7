import { BreakpointProblemError } from './breakpointProblem.ts';

/** Whether a breakpoint that holds for the nth time is to do something. */
export type HitCondition = (hits: number) => boolean;

const comparisons: Readonly<Record<string, (hits: number, n: number) => boolean>> = {
  '': (hits, n) => hits === n,
  '=': (hits, n) => hits === n,
  '==': (hits, n) => hits === n,
  '>': (hits, n) => hits > n,
  '>=': (hits, n) => hits >= n,
  '<': (hits, n) => hits < n,
  '<=': (hits, n) => hits <= n,
  '%': (hits, n) => hits % n === 0,
};

/** `5`, `>= 5`, `% 5` … @throws BreakpointProblemError */
export function parseHitCondition(text: string): HitCondition {
  const [, operator = '', digits = ''] = /^\s*(>=|<=|==|[=<>%])?\s*(\d{1,9})\s*$/.exec(text) ?? [];
  const n = Number(digits);
  const compare = comparisons[operator];
  if (digits === '' || !compare || n === 0) throw new BreakpointProblemError({ kind: 'hitCondition', text });
  return (hits) => compare(hits, n);
}
