import { describe, expect, it } from 'vitest';
import { environmentProxy } from '../../../extension/cluster/environmentProxy.ts';

const proxy = 'http://proxy:3128';
const at = (server: string, NO_PROXY = ''): string | undefined => environmentProxy(new URL(server), { HTTPS_PROXY: proxy, NO_PROXY });

describe('K10: the proxy of the environment', () => {
  it('is the one for the scheme, in either case', () => {
    expect(environmentProxy(new URL('https://a'), { https_proxy: 'proxy:1' })).toBe('http://proxy:1');
    expect(environmentProxy(new URL('http://a'), { HTTP_PROXY: proxy })).toBe(proxy);
    expect(environmentProxy(new URL('http://a'), { HTTPS_PROXY: proxy })).toBeUndefined();
    expect(environmentProxy(new URL('https://a'), {})).toBeUndefined();
  });

  it('may be socks5h, which is socks5 to Go', () => {
    expect(environmentProxy(new URL('https://a'), { HTTPS_PROXY: 'socks5h://me:pw@proxy:1080' })).toBe('socks5://me:pw@proxy:1080');
  });

  it.each(['https://localhost:6443', 'https://127.0.0.1', 'https://127.1.2.3', 'https://[::1]:6443'])('is never used for %s', (server) => {
    expect(at(server)).toBeUndefined();
  });

  it.each([
    ['*', 'https://a.b'],
    ['a.b', 'https://a.b'],
    ['.b', 'https://a.b'],
    ['b', 'https://x.a.b'],
    ['*.b', 'https://a.b'],
    ['A.B', 'https://a.b'],
    ['other, a.b:6443', 'https://a.b:6443'],
    ['10.0.0.0/8', 'https://10.1.2.3:6443'],
    ['10.1.2.3', 'https://10.1.2.3'],
    ['fd00::/8', 'https://[fd00::1]:6443'],
  ])('NO_PROXY=%s excepts %s', (exceptions, server) => {
    expect(at(server, exceptions)).toBeUndefined();
  });

  it.each([
    ['b', 'https://ab'],
    ['.b', 'https://b'],
    ['*.b', 'https://b'],
    ['a.b:443', 'https://a.b:6443'],
    ['10.0.0.0/8', 'https://11.0.0.1'],
    ['10.0.0.0/8', 'https://a.b'],
    ['0.1', 'https://10.0.0.1'],
    ['10.0.0.0/99', 'https://10.0.0.1'],
    ['', 'https://a.b'],
  ])('NO_PROXY=%s does not except %s', (exceptions, server) => {
    expect(at(server, exceptions)).toBe(proxy);
  });
});
