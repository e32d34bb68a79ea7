/**
 * An error told apart by its code, never by its text. `data` holds what a sentence about it needs;
 * turning both into a sentence is the business of whoever shows it.
 */
export class CodedError<Code extends string = string, Data = unknown> extends Error {
  override readonly name: string = 'CodedError';
  readonly code: Code;
  readonly data: Data;

  constructor(code: Code, message: string, data: Data, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.data = data;
  }
}

/** The message of anything that was thrown, which may be anything at all. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'something was thrown that has no text'; // no prototype, or a `toString` that throws
  }
}
