import type { Buffer } from 'node:buffer';
import { hash, timingSafeEqual } from 'node:crypto';
import type { Authenticator } from './authenticator.ts';
import { type UserInfo, withAuthenticated } from './userInfo.ts';

/** A bearer token, and whose it is. */
export interface UserToken {
  readonly token: string;
  readonly user: UserInfo;
}

/**
 * Knows users by static bearer tokens. Digests are compared, each with every one that is known, so the time that it takes tells
 * nothing of a token, nor of how many characters of it were right.
 */
export class TokenAuthenticator implements Authenticator {
  readonly #known: readonly { readonly digest: Buffer; readonly user: UserInfo }[];

  constructor(tokens: readonly UserToken[]) {
    this.#known = tokens.map(({ token, user }) => ({ digest: digestOf(token), user: withAuthenticated(user) }));
  }

  authenticate(authorization: string): UserInfo | undefined {
    const given = bearerToken(authorization);
    if (given === undefined) return undefined;
    const digest = digestOf(given);
    let found: UserInfo | undefined;
    for (const { digest: known, user } of this.#known) if (timingSafeEqual(digest, known)) found = user;
    return found;
  }
}

/** Undefined for a header that carries none. Only the word before it may be written in any case. */
export function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
