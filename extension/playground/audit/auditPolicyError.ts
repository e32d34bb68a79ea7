/** Something in an audit policy cannot be meant. The message says where, as the rest of a sentence. */
export class AuditPolicyError extends Error {
  override readonly name = 'AuditPolicyError';

  static is(error: unknown): error is AuditPolicyError {
    return error instanceof AuditPolicyError;
  }
}
