import { randomBytes } from 'node:crypto';

/** For one page, from the machine's own randomness: whoever cannot guess it cannot add a script. */
export function newNonce(): string {
  return randomBytes(18).toString('base64url');
}
