/** Ends the program with one sentence. */
export class Failure extends Error {
  /** Exit status. */
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
