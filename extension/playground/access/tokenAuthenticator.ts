import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { Authenticator } from './authenticator.ts';
import { type UserInfo, withAuthenticated } from './userInfo.ts';

/** A bearer token, and whose it is. */
export interface UserToken {
  readonly token: string;
  readonly user: UserInfo;
}

/**
 * Knows users by static bearer tokens. What is given is compared with every one that is known, so the time that it takes tells nothing
 * of a token but its length, which is no secret.
 */
export class TokenAuthenticator implements Authenticator {
  readonly #known: readonly { readonly token: Buffer; readonly user: UserInfo }[];

  constructor(tokens: readonly UserToken[]) {
    this.#known = tokens.map(({ token, user }) => ({ token: Buffer.from(token), user: withAuthenticated(user) }));
  }

  authenticate(authorization: string): UserInfo | undefined {
    const text = bearerToken(authorization);
    if (text === undefined) return undefined;
    const given = Buffer.from(text);
    let found: UserInfo | undefined;
    for (const { token, user } of this.#known) if (given.length === token.length && timingSafeEqual(given, token)) found = user;
    return found;
  }
}

/** Undefined for a header that carries none. Only the word before it may be written in any case. */
export function bearerToken(authorization: string): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}
