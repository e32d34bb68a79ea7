import { Buffer } from 'node:buffer';
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { isRecord } from '../../kube/object.ts';
import { serviceAccountUser } from '../../kube/serviceAccount.ts';
import { storagePrefix } from '../registry/resourceDefinition.ts';
import { serviceAccounts } from '../registry/resources/serviceAccounts.ts';
import type { Storage } from '../storage/storage.ts';
import type { Authenticator } from './authenticator.ts';
import { serviceAccountInfo } from './systemUsers.ts';
import { bearerToken } from './tokenAuthenticator.ts';
import type { UserInfo } from './userInfo.ts';

export interface TokenSubject {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

export const tokenAudience = 'https://kubernetes.default.svc.cluster.local';
/** In the extra of whoever has such a token. */
const credentialIdKey = 'authentication.kubernetes.io/credential-id';
const header = encoded({ alg: 'HS256', typ: 'JWT' });
/** Longer ones are nobody's. */
const maxLength = 4096;

/**
 * Tokens by which a program is a ServiceAccount. They look as those of an API server do, and are good for one run of the playground: the key is made
 * anew each time. A token ends by its time, or with its account.
 */
export class ServiceAccountTokens implements Authenticator {
  readonly #key = randomBytes(32);
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** @param expires wall time in seconds */
  issue({ namespace, name, uid }: TokenSubject, audiences: readonly string[], expires: number): string {
    const now = Math.floor(this.#clock.wallTime() / 1000);
    const claims = {
      aud: audiences,
      exp: expires,
      iat: now,
      iss: tokenAudience,
      jti: randomUUID(),
      'kubernetes.io': { namespace, serviceaccount: { name, uid } },
      nbf: now,
      sub: serviceAccountUser({ namespace, name }),
    };
    const content = `${header}.${encoded(claims)}`;
    return `${content}.${this.#signature(content).toString('base64url')}`;
  }

  authenticate(authorization: string): UserInfo | undefined {
    const token = bearerToken(authorization) ?? '';
    const at = token.lastIndexOf('.');
    const content = token.slice(0, Math.max(at, 0));
    if (token.length > maxLength || !content.startsWith(`${header}.`)) return undefined;
    const expected = this.#signature(content);
    const given = Buffer.from(token.slice(at + 1), 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    return this.#subjectOf(JSON.parse(Buffer.from(content.slice(header.length + 1), 'base64url').toString()));
  }

  /** Signed by us, so what is in there is what we have put there. */
  #subjectOf(claims: unknown): UserInfo | undefined {
    if (!isRecord(claims)) return undefined;
    const { exp, aud, jti, 'kubernetes.io': of } = claims as { exp: number; aud: readonly string[]; jti: string; 'kubernetes.io': { namespace: string; serviceaccount: { name: string; uid: string } } };
    const { namespace, serviceaccount } = of;
    const { name, uid } = serviceaccount;
    const account = this.#storage.read(`${storagePrefix(serviceAccounts)}${namespace}/${name}`);
    const isGood = exp * 1000 > this.#clock.wallTime() && aud.includes(tokenAudience) && account?.object.metadata.uid === uid;
    return isGood ? { ...serviceAccountInfo(namespace, name, uid), extra: { [credentialIdKey]: [`JTI=${jti}`] } } : undefined;
  }

  #signature(content: string): Buffer {
    return createHmac('sha256', this.#key).update(content).digest();
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
