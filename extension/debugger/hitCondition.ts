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

/** `5`, `>= 5`, `% 5` … @throws an Error that says what is wrong with it; it goes on from "it" */
export function parseHitCondition(text: string): HitCondition {
  const [, operator = '', digits = ''] = /^\s*(>=|<=|==|[=<>%])?\s*(\d{1,9})\s*$/.exec(text) ?? [];
  const n = Number(digits);
  const compare = comparisons[operator];
  if (digits === '' || !compare || n === 0) throw new Error('it is written as 5 (the fifth time), >= 5 (from the fifth time on) or % 5 (each fifth time)');
  return (hits) => compare(hits, n);
}
