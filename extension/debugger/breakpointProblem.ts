import { CodedError } from '../base/codedError.ts';
import type { ExpressionFault } from '../base/expressionError.ts';

/** Why a breakpoint does not work. `text`: what it says there. */
export type BreakpointProblem =
  /** It asks for a field that is changed and for an error: no entry is both. */
  | { readonly kind: 'pathAndError' }
  | { readonly kind: 'attempts' }
  | { readonly kind: 'point'; readonly text: string }
  | { readonly kind: 'hitCondition'; readonly text: string }
  /** It is no expression, or no text with expressions. */
  | { readonly kind: 'condition' | 'logMessage'; readonly text: string; readonly why: ExpressionFault }
  /** It had no answer, or looked at too much: it would fail at each step from then on, and nobody would know. */
  | { readonly kind: 'conditionFailed' | 'logMessageFailed'; readonly text: string; readonly why: ExpressionFault }
  /** What expressions are written in could not be loaded. `why`: as it was thrown. */
  | { readonly kind: 'language'; readonly why: string };

/** `data` says it for whoever shows it. */
export class BreakpointProblemError extends CodedError<BreakpointProblem['kind'], BreakpointProblem> {
  override readonly name = 'BreakpointProblemError';

  constructor(problem: BreakpointProblem, options?: ErrorOptions) {
    super(problem.kind, `a breakpoint does not work: ${problem.kind}`, problem, options);
  }

  static is(error: unknown): error is BreakpointProblemError {
    return error instanceof BreakpointProblemError;
  }
}
