import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { ServiceAccountTokens, tokenAudience } from '../../../../extension/playground/access/serviceAccountTokens.ts';
import { TokenAuthenticator } from '../../../../extension/playground/access/tokenAuthenticator.ts';
import { userInfo } from '../../../../extension/playground/access/userInfo.ts';
import { Storage } from '../../../../extension/playground/storage/storage.ts';
import { FakeClock } from '../../../support/fakeClock.ts';

describe('static tokens', () => {
  const users = new TokenAuthenticator([
    { token: 'one', user: userInfo('jane', ['x']) },
    { token: 'two', user: userInfo('joe', ['system:authenticated']) },
  ]);

  it.each([
    ['Bearer one', 'jane'],
    ['bearer   two', 'joe'],
    ['BEARER two', 'joe'],
  ])('%s is %s', (header, name) => {
    expect(users.authenticate(header)?.name).toBe(name);
  });

  it('their users are authenticated, once', () => {
    expect(users.authenticate('Bearer one')?.groups).toEqual(['x', 'system:authenticated']);
    expect(users.authenticate('Bearer two')?.groups).toEqual(['system:authenticated']);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Bearer o', 'Bearer onetwo', 'Bearer one two', 'Bearer one ', ' Bearer one', 'Basic one', 'one', 'Bearer ONE'])('%j is nobody', (header) => {
    expect(users.authenticate(header)).toBeUndefined();
    expect(new TokenAuthenticator([]).authenticate(header)).toBeUndefined();
  });
});

describe('tokens of ServiceAccounts', () => {
  const account = { namespace: 'a', name: 'robot', uid: 'u1' };
  const key = '/registry/serviceaccounts/a/robot';

  function setUp() {
    const storage = new Storage();
    const clock = new FakeClock();
    storage.put(key, { metadata: { name: 'robot', namespace: 'a', uid: 'u1' } });
    const tokens = new ServiceAccountTokens(storage, clock);
    const inSeconds = (seconds: number): number => Math.floor(clock.wallTime() / 1000) + seconds;
    return { storage, clock, tokens, issue: (seconds = 600, audiences = [tokenAudience]) => tokens.issue(account, audiences, inSeconds(seconds)) };
  }

  it('are the account, with its groups', () => {
    const { tokens, issue } = setUp();
    expect(tokens.authenticate(`Bearer ${issue()}`)).toEqual({
      name: 'system:serviceaccount:a:robot',
      uid: 'u1',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
      extra: { 'authentication.kubernetes.io/credential-id': [expect.stringMatching(/^JTI=[0-9a-f-]{36}$/)] },
    });
  });

  it('say what those of an API server say', () => {
    const { issue, clock } = setUp();
    const [head, claims] = issue().split('.').map((part) => Buffer.from(part, 'base64url').toString());
    const now = Math.floor(clock.wallTime() / 1000);
    expect(JSON.parse(head!)).toEqual({ alg: 'HS256', typ: 'JWT' });
    expect(JSON.parse(claims!)).toMatchObject({ aud: [tokenAudience], iat: now, nbf: now, exp: now + 600, sub: 'system:serviceaccount:a:robot', 'kubernetes.io': { namespace: 'a', serviceaccount: { name: 'robot', uid: 'u1' } } });
  });

  it('end by their time', async () => {
    const { tokens, clock, issue } = setUp();
    const token = issue(600);
    await clock.advance(599_000);
    expect(tokens.authenticate(`Bearer ${token}`)).toBeDefined();
    await clock.advance(1_000);
    expect(tokens.authenticate(`Bearer ${token}`)).toBeUndefined();
  });

  it('end with their account, also when there is another one of its name', () => {
    const { tokens, storage, issue } = setUp();
    const token = `Bearer ${issue()}`;
    storage.delete(key);
    expect(tokens.authenticate(token)).toBeUndefined();
    storage.put(key, { metadata: { name: 'robot', namespace: 'a', uid: 'u2' } });
    expect(tokens.authenticate(token)).toBeUndefined();
  });

  it('that are for somebody else are nobody here, nor are those of another playground', () => {
    const { tokens, issue } = setUp();
    expect(tokens.authenticate(`Bearer ${issue(600, ['vault'])}`)).toBeUndefined();
    expect(tokens.authenticate(`Bearer ${setUp().issue()}`)).toBeUndefined();
  });

  it('that somebody has changed are nobody', () => {
    const { tokens, issue } = setUp();
    const token = issue();
    const [head, claims, signature] = token.split('.') as [string, string, string];
    const forged = Buffer.from(Buffer.from(claims, 'base64url').toString().replaceAll('robot', 'admin')).toString('base64url');
    const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
    for (const wrong of [`${head}.${forged}.${signature}`, `${none}.${claims}.`, `${none}.${claims}.${signature}`, `${head}.${claims}.`, `${head}.${claims}`, `${token}A`, `.${token}`, '..', `${head}..${signature}`]) {
      expect(tokens.authenticate(`Bearer ${wrong}`), wrong).toBeUndefined();
    }
    expect(tokens.authenticate(`Bearer ${token}`)).toBeDefined();
  });
});
