import type { UserInfo } from './userInfo.ts';

/** Finds out who sends a request. */
export interface Authenticator {
  /** @param authorization the header, as it came. @returns undefined: nobody has these credentials */
  authenticate(authorization: string): UserInfo | undefined;
}
