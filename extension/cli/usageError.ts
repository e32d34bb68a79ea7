/** The command line, or a file that it names, cannot be used. The message is one sentence: what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
