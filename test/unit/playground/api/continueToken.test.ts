import { describe, expect, it } from 'vitest';
import { decodeContinue, encodeContinue } from '../../../../extension/playground/api/continueToken.ts';

describe('continue token', () => {
  it('comes back as it was', () => {
    expect(decodeContinue(encodeContinue({ revision: 17, after: 'a/b' }))).toEqual({ revision: 17, after: 'a/b' });
  });

  it.each(['x', '', '!!', Buffer.from('{}').toString('base64url'), Buffer.from('{"v":"meta.k8s.io/v1","rv":"1","start":"a"}').toString('base64url')])('refuses %j', (text) => {
    expect(() => decodeContinue(text)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
