/** What an expression of a breakpoint may speak of. */
export const variableNames = ['object', 'oldObject', 'delta', 'key', 'attempt'] as const;
export type VariableName = (typeof variableNames)[number];
export type Variables = { readonly [Name in VariableName]: unknown };

/** An expression that is ready to be evaluated, with bounds on how much it looks at and how long that takes. */
export interface Expression {
  /** Those that it speaks of. */
  readonly uses: ReadonlySet<VariableName>;
  /** A value of JSON; anything that is none is given as text. @throws an Error that says why there is none, `OverrunError` when it has used up what it may */
  evaluate(variables: Variables): unknown;
}

/** The language of expressions as a port. @throws an Error that says what is wrong with the expression; it goes on from "it" */
export type CompileExpression = (expression: string) => Expression;
