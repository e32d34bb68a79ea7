import { ExpressionError } from './expressionError.ts';

/** What an expression asks for was stopped: it looks at more, or takes longer, than it may. */
export class OverrunError extends ExpressionError {
  override readonly name = 'OverrunError';
  /** How long it took, where that was too long. The machine may have been busy with something else. */
  readonly ms: number | undefined;

  constructor(kind: 'values' | 'characters' | 'ms', most: number, ms?: number) {
    super({ kind, most });
    this.ms = ms;
  }

  static override is(error: unknown): error is OverrunError {
    return error instanceof OverrunError;
  }
}
