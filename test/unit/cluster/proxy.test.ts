import { describe, expect, it, vi } from 'vitest';
import type { Cluster, ClusterOptions } from '../../../extension/cluster/cluster.ts';
import { ConnectionError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openCluster } from '../../support/openCluster.ts';
import { ownedByTest } from '../../support/ownedByTest.ts';
import { startHttpProxy, startSocksProxy, type TestProxy } from '../../support/proxies.ts';
import { kubeconfigFor, ScriptedServer } from '../../support/scriptedServer.ts';
import { TestAuthority } from '../../support/testCertificates.ts';
import { TlsServers } from '../../support/tlsServers.ts';

const never = new AbortController().signal;
const script = { routes: { '/version': { list: [{ json: { gitVersion: 'v1' } }] } } };
const own = ownedByTest();
const tls = new TlsServers();
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const tlsServer = () => own(tls.start());

function open(server: string, cluster: object, user: object = {}, options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  const trusted = server.startsWith('https:') ? tls.trust : {};
  return own(openCluster(kubeconfigFor(server, user, { ...trusted, ...cluster }), { clock: new FakeClock(), ...options }));
}

async function failure<T>(promise: Promise<T>): Promise<ConnectionError> {
  const error = await promise.then(() => expect.unreachable('it should have failed'), (reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConnectionError);
  return error as ConnectionError;
}

const kinds: readonly [name: string, start: (login?: string) => Promise<TestProxy>, tunnels: string][] = [
  ['http', (login) => startHttpProxy({ ...(login !== undefined && { login }) }), 'CONNECT'],
  ['https', (login) => startHttpProxy({ tls: tls.pair, ...(login !== undefined && { login }) }), 'CONNECT'],
  ['socks5', (login) => startSocksProxy({ ...(login !== undefined && { login }) }), 'SOCKS'],
];

describe.each(kinds)('K10: proxy-url of the kind %s', (kind, start, tunnels) => {
  it('leads to the server, by a name that only the proxy knows, with the certificate and token of the user', async () => {
    const [server, proxy, pair] = [await tlsServer(), await own(start()), await tls.authority.client('jane')];
    const user = { 'client-certificate-data': base64(pair.cert), 'client-key-data': base64(pair.key), token: 'abc' };
    const cluster = await open(`https://api.example:${server.port}`, { 'proxy-url': proxy.url }, user);
    expect(await cluster.version(never)).toEqual({ gitVersion: 'v1' });
    expect(proxy.asked).toEqual([`${tunnels} api.example:${server.port}`]);
    expect(server.requests[0]).toMatchObject({ clientName: 'jane', headers: { authorization: 'Bearer abc' } });
  });

  it('is told the user and password of its address, and nobody else is', async () => {
    const [server, proxy] = [await tlsServer(), await own(start('me:h@:u/sh'.replace(':u', '_u')))];
    await (await open(server.url, { 'proxy-url': proxy.url })).version(never);
    expect(proxy.credentials).toEqual(['me:h@_u/sh']);
    expect(server.requests[0]!.headers).not.toHaveProperty('proxy-authorization');
  });

  it('says that it wants a password, and shows none', async () => {
    const [server, proxy] = [await tlsServer(), await own(start('me:hush'))];
    const error = await failure((await open(server.url, { 'proxy-url': proxy.url.replace('me:hush', 'me:wrong') })).version(never));
    expect(error.message).toMatch(/^the proxy \w+:\/\/127\.0\.0\.1:\d+: it .*(a user and a password|the user and the password)/);
    expect(`${error.message} ${JSON.stringify(error.data)}`).not.toMatch(/wrong|hush/);
    expect(server.requests).toEqual([]);
  });

  it('keeps one connection for request after request, and none when the cluster is closed', async () => {
    const [server, proxy] = [await tlsServer(), await own(start())];
    const cluster = await open(server.url, { 'proxy-url': proxy.url });
    await cluster.version(never);
    await cluster.version(never);
    expect(proxy.asked).toHaveLength(1);
    await cluster.close();
    await vi.waitFor(() => expect([proxy.openSockets(), server.openSockets]).toEqual([0, 0]), { timeout: 20_000 });
  });

  // Over TLS it would have to be trusted by the machine: kubectl reads no CA for a plain http server either.
  it.skipIf(kind === 'https')('leads to a plain http server, which is told nobody', async () => {
    const [server, proxy] = [await own(ScriptedServer.start(script)), await own(start())];
    await (await open(`http://api.example:${server.port}`, { 'proxy-url': proxy.url }, { token: 'hush' })).version(never);
    expect(proxy.asked).toEqual([tunnels === 'SOCKS' ? `SOCKS api.example:${server.port}` : `GET http://api.example:${server.port}/version`]);
    expect(server.requests[0]!.headers).toMatchObject({ host: `api.example:${server.port}` });
    expect(server.requests[0]!.headers).not.toHaveProperty('authorization');
  });
});

describe('K10: a proxy that cannot be gone through', () => {
  it('over TLS is held to the CA of the cluster, as kubectl holds it', async () => {
    const other = await TestAuthority.create('other');
    const [server, proxy] = [await tlsServer(), await own(startHttpProxy({ tls: await other.server() }))];
    const error = await failure((await open(server.url, { 'proxy-url': proxy.url })).version(never));
    expect(error.message).toMatch(/certificate/);
    expect(error.data.proxy).toBe(proxy.url);
    await (await open(server.url, { 'proxy-url': proxy.url, 'certificate-authority-data': undefined, 'insecure-skip-tls-verify': true })).version(never);
  });

  it('is named when it is not there, and when the server behind it is not', async () => {
    const dead = await failure((await open('https://10.0.0.1', { 'proxy-url': 'http://me:hush@127.0.0.1:1' })).version(never));
    expect(dead).toMatchObject({ code: 'other', message: 'the proxy http://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1', data: { server: 'https://10.0.0.1', proxy: 'http://127.0.0.1:1' } });
    const socks = await own(startSocksProxy());
    const behind = await failure((await open('https://127.0.0.1:1', { 'proxy-url': socks.url })).version(never));
    expect(behind.message).toBe(`the proxy ${socks.url}: it cannot connect to 127.0.0.1:1: connection refused`);
  });

  it('and says nothing costs no socket when it is given up', async () => {
    const proxy = await own(startHttpProxy({ stalls: true }));
    const cluster = await open('https://10.0.0.1', { 'proxy-url': proxy.url });
    const stop = new AbortController();
    const asking = cluster.version(stop.signal).catch((error: unknown) => error);
    await vi.waitFor(() => expect(proxy.asked).toEqual(['CONNECT 10.0.0.1:443']), { timeout: 20_000 });
    stop.abort();
    expect((await asking as Error).name).toBe('AbortError');
    await cluster.close();
    await vi.waitFor(() => expect(proxy.openSockets()).toBe(0), { timeout: 20_000 });
  });

  it('speaks something else than SOCKS', async () => {
    const http = await own(startHttpProxy());
    const error = await failure((await open('https://10.0.0.1', { 'proxy-url': http.url.replace('http:', 'socks5:') })).version(never));
    expect(error.message).toMatch(/^the proxy socks5:\/\/127\.0\.0\.1:\d+: it (does not speak SOCKS 5|ended the connection)$/);
  });
});

describe('K10: a proxy of the environment', () => {
  it('HTTPS_PROXY leads to the server, unless NO_PROXY excepts it by name or by range', async () => {
    const [server, proxy] = [await tlsServer(), await own(startHttpProxy())];
    const env = { HTTPS_PROXY: proxy.url };
    const named = `https://api.example:${server.port}`;
    await (await open(named, {}, {}, { env })).version(never);
    expect(proxy.asked).toEqual([`CONNECT api.example:${server.port}`]);
    const direct = await failure((await open(named, {}, {}, { env: { ...env, NO_PROXY: '.example' } })).version(never));
    expect(ConnectionError.is(direct, 'unresolved')).toBe(true);
    expect(proxy.asked).toHaveLength(1);
  });

  it('is not gone through where the cluster has one of its own', async () => {
    const [server, ofCluster, ofEnvironment] = [await tlsServer(), await own(startSocksProxy()), await own(startHttpProxy())];
    await (await open(`https://api.example:${server.port}`, { 'proxy-url': ofCluster.url }, {}, { env: { HTTPS_PROXY: ofEnvironment.url } })).version(never);
    expect([ofCluster.asked.length, ofEnvironment.asked.length]).toEqual([1, 0]);
  });

  it.each([
    ['http://me:hush@[', 'http://['],
    ['http://me:hush%@a', 'http://a'],
    ['ftp://me:hush@a', 'ftp://a'],
  ])('that is no address is named without its password: %s', async (address, shown) => {
    const error = await failure((await open('https://10.0.0.1', {}, {}, { env: { HTTPS_PROXY: address } })).version(never));
    expect(error.message.startsWith(`the proxy ${shown} cannot be used: `)).toBe(true);
    expect(error.message).not.toContain('hush');
  });
});
