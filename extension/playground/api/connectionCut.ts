/** Thrown by a body in whose middle the connection is to break: no end of the answer is sent. */
export class ConnectionCut extends Error {
  override readonly name = 'ConnectionCut';

  constructor() {
    super('the connection is cut in the middle of the answer');
  }

  static is(error: unknown): error is ConnectionCut {
    return error instanceof ConnectionCut;
  }
}
