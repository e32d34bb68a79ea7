/** What an expression asks for was stopped: it looks at more, or takes longer, than it may. The text goes on from "it". */
export class OverrunError extends Error {
  override readonly name = 'OverrunError';
  /** How long it took, where that was too long. The machine may have been busy with something else. */
  readonly ms: number | undefined;

  constructor(message: string, ms?: number) {
    super(message);
    this.ms = ms;
  }

  static is(error: unknown): error is OverrunError {
    return error instanceof OverrunError;
  }
}
