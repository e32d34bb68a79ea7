import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cluster, ClusterOptions } from '../../../extension/cluster/cluster.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { CredentialError } from '../../../extension/cluster/credentialError.ts';
import { ApiError, ConnectionError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openCluster } from '../../support/openCluster.ts';
import { ownedByTest } from '../../support/ownedByTest.ts';
import { kubeconfigFor, type Reply, ScriptedServer, type SeenRequest } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { TestAuthority } from '../../support/testCertificates.ts';
import { TlsServers } from '../../support/tlsServers.ts';

const never = new AbortController().signal;
const day = 86_400_000;
const folder = temporaryFolder();
const own = ownedByTest();
const tls = new TlsServers();
const base64 = (text: string): string => Buffer.from(text).toString('base64');

const tlsServer = (...versions: Reply[]): Promise<ScriptedServer> => own(tls.start(...versions));

function open(server: string, user: object = {}, cluster: object = tls.trust, options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  return own(openCluster(kubeconfigFor(server, user, cluster), { clock: new FakeClock(), ...options }));
}

/** What the server saw of one question by this user. */
async function seen(user: object, cluster?: object, options?: Partial<ClusterOptions>): Promise<SeenRequest> {
  const server = await tlsServer();
  const opened = await open(server.url, user, cluster, options);
  await opened.version(never);
  return server.requests[0]!;
}

async function pipe(): Promise<string> {
  const path = join(await folder.path(), 'pipe');
  execFileSync('mkfifo', [path]);
  return path;
}

async function failure<T>(promise: Promise<T>): Promise<Error> {
  return promise.then(() => expect.unreachable('it should have failed'), (error: unknown) => error as Error);
}

describe('who asks', () => {
  it('a token', async () => {
    expect((await seen({ token: 'abc' })).headers.authorization).toBe('Bearer abc');
  });

  it('a name and a password', async () => {
    expect((await seen({ username: 'jane', password: 'p:w' })).headers.authorization).toBe(`Basic ${base64('jane:p:w')}`);
  });

  it('a token of any letters, as UTF-8', async () => {
    const { headers } = await seen({ token: 'snow ☃' });
    expect(Buffer.from(headers.authorization!, 'latin1').toString('utf8')).toBe('Bearer snow ☃');
  });

  it('a name and a password that stand in the address of the server, and in no error', async () => {
    const server = await tlsServer();
    const cluster = await open(server.url.replace('://', '://jane:p%40w@'));
    await cluster.version(never);
    expect(server.requests[0]!.headers.authorization).toBe(`Basic ${base64('jane:p@w')}`);
    expect(cluster.server).toBe(server.url);
  });

  it('a client certificate, as data and as files', async () => {
    const pair = await tls.authority.client('jane');
    expect((await seen({ 'client-certificate-data': base64(pair.cert), 'client-key-data': base64(pair.key) })).clientName).toBe('jane');
    const files = { 'client-certificate': await folder.write('c', pair.cert), 'client-key': await folder.write('k', pair.key) };
    expect((await seen(files, { 'certificate-authority': await folder.write('ca', tls.authority.cert) })).clientName).toBe('jane');
  });

  it('nobody: a CA needs no user', async () => {
    expect((await seen({})).headers.authorization).toBeUndefined();
  });

  it('a token in a file, which is read again after a minute', async () => {
    const file = await folder.write('token', 'one\n');
    const server = await tlsServer();
    const clock = new FakeClock();
    const cluster = await open(server.url, { tokenFile: file }, undefined, { clock });
    await cluster.version(never);
    await writeFile(file, 'two');
    await cluster.version(never);
    await clock.advance(60_000);
    await cluster.version(never);
    expect(server.requests.map((request) => request.headers.authorization)).toEqual(['Bearer one', 'Bearer one', 'Bearer two']);
  });

  it('a token in a file stays in use while something stands there that cannot be sent', async () => {
    const file = await folder.write('token', 'one');
    const server = await tlsServer({ status: 401 }, { json: {} });
    const cluster = await open(server.url, { tokenFile: file });
    await failure(cluster.version(never));
    await writeFile(file, 'half\nwritten');
    await cluster.version(never);
    expect(server.requests[1]!.headers.authorization).toBe('Bearer one');
  });

  it('a token in a file is read again after a 401', async () => {
    const file = await folder.write('token', 'one');
    const server = await tlsServer({ status: 401 }, { json: {} });
    const cluster = await open(server.url, { tokenFile: file });
    await failure(cluster.version(never));
    await writeFile(file, 'two');
    await cluster.version(never);
    expect(server.requests[1]!.headers.authorization).toBe('Bearer two');
  });

  it.skipIf(process.platform === 'win32')('a token in a pipe: all who wait get what is written to it; and the last one stays in use while nobody writes to it again', async () => {
    const file = await pipe();
    const server = await tlsServer();
    const clock = new FakeClock();
    const cluster = await open(server.url, { tokenFile: file }, undefined, { clock });
    const both = Promise.all([cluster.version(never), cluster.version(never)]);
    await writeFile(file, 'one');
    await both;
    await clock.advance(60_000);
    const again = cluster.version(never);
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(5000);
    await again;
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer one', 'Bearer one']);
  });

  it.skipIf(process.platform === 'win32')('nobody can say it yet: a pipe to which nobody writes is waited for no longer than the request, nor after the end', async () => {
    const [file, server] = [await pipe(), await tlsServer()];
    for (const user of [{ tokenFile: file }, { 'client-certificate': file, 'client-key': file }]) {
      const cluster = await open(server.url, user);
      const stop = new AbortController();
      const first = cluster.version(stop.signal).catch((error: unknown) => error);
      const second = failure(cluster.version(never));
      stop.abort('enough');
      expect(await first).toBe('enough');
      await cluster.close();
      expect(await second).toMatchObject({ name: 'ConnectionError', message: 'the connection to the server has been closed' });
    }
    expect(server.requests).toEqual([]);
  });

  it.each(['tokenFile', 'client-certificate', 'certificate-authority'])('K9: a %s that is far too long is a sentence with its path', async (field) => {
    const file = await folder.write('long', 'x'.repeat(1_000_001));
    const server = await tlsServer();
    const isCluster = field === 'certificate-authority';
    const cluster = await open(server.url, isCluster ? {} : { [field]: file, ...(field === 'client-certificate' && { 'client-key': file }) }, isCluster ? { [field]: file } : undefined);
    const error = await failure(cluster.version(never));
    expect(CredentialError.is(error, 'unreadable')).toBe(true);
    expect(error.message).toMatch(/^The file .*long, which the kubeconfig names for the (user "test"|cluster ".*"), is longer than any certificate, key or token \(more than 1 MB\)\. Correct the path in the kubeconfig\.$/);
  });

  it('a client certificate in files is read again after a 401, and the last good one stays in use while it cannot be', async () => {
    const [jane, joe] = [await tls.authority.client('jane'), await tls.authority.client('joe')];
    const user = { 'client-certificate': await folder.write('c', jane.cert), 'client-key': await folder.write('k', jane.key) };
    const server = await tlsServer({ status: 401 }, { status: 401 }, { status: 401 }, { json: {} });
    const cluster = await open(server.url, user);
    await failure(cluster.version(never));
    await failure(cluster.version(never));
    // Half rewritten: the key is that of the old certificate still.
    await folder.write('c', joe.cert);
    await failure(cluster.version(never));
    await folder.write('k', joe.key);
    await cluster.version(never);
    expect(server.requests.map(({ clientName }) => clientName)).toEqual(['jane', 'jane', 'jane', 'joe']);
  });

  it.each([
    ['now', {}],
    ['noLonger', { notAfter: expect.closeTo(Date.now() - day, -6) }],
    ['notYet', { notBefore: expect.closeTo(Date.now() + day, -6) }],
  ] as const)('after a 401 it is said whether a client certificate is out of date: %s', async (holds, dated) => {
    const jane = await tls.authority.client('jane', [], holds);
    const server = await tlsServer({ status: 401 });
    const cluster = await open(server.url, { 'client-certificate-data': base64(jane.cert), 'client-key-data': base64(jane.key) }, tls.trust, { clock: systemClock });
    const error = await failure(cluster.version(never));
    expect(ApiError.is(error, 401) && error.credentials).toEqual({ how: 'refused', from: 'certificate', ...dated });
  });

  it('somebody else, by impersonation', async () => {
    const { headers } = await seen({ token: 't', as: 'bob', 'as-uid': '7', 'as-groups': ['a', 'b'], 'as-user-extra': { 'example.com/x': ['1'] } });
    expect(headers).toMatchObject({ 'impersonate-user': 'bob', 'impersonate-uid': '7', 'impersonate-group': 'a, b', 'impersonate-extra-example.com%2fx': '1' });
  });

  it('somebody else with extra of any name and letters, escaped as client-go does it', async () => {
    const { headers } = await seen({ as: 'jürgen', 'as-user-extra': { 'a%(ü#': ['☃', '2'] } });
    expect(Buffer.from(headers['impersonate-user'] as string, 'latin1').toString('utf8')).toBe('jürgen');
    expect(Buffer.from(headers['impersonate-extra-a%25%28%c3%bc#'] as string, 'latin1').toString('utf8')).toBe('☃, 2');
  });

  it('K5: nobody over plain http, and no plugin is run for it', async () => {
    const server = await own(ScriptedServer.start({ routes: { '/version': { list: [{ json: {} }] } } }));
    for (const user of [{ token: 'abc' }, { username: 'a', password: 'b' }, { exec: { command: '/not/there', apiVersion: 'client.authentication.k8s.io/v1', interactiveMode: 'Never' } }]) {
      const cluster = await open(server.url, user, {}, { allowExec: true });
      await cluster.version(never);
    }
    expect(server.requests.map((request) => request.headers.authorization)).toEqual([undefined, undefined, undefined]);
  });
});

describe('who answers', () => {
  it('must have a certificate of the CA', async () => {
    const server = await tlsServer();
    const other = await TestAuthority.create('other');
    const cluster = await open(server.url, {}, { 'certificate-authority-data': base64(other.cert) });
    expect(ConnectionError.is(await failure(cluster.version(never)), 'certificate')).toBe(true);
  });

  it('must be known to the machine where the cluster has no CA', async () => {
    const cluster = await open((await tlsServer()).url, {}, {});
    expect(ConnectionError.is(await failure(cluster.version(never)), 'certificate')).toBe(true);
  });

  it('may be anybody when the kubeconfig says so', async () => {
    expect((await seen({ token: 'abc' }, { 'insecure-skip-tls-verify': true })).headers.authorization).toBe('Bearer abc');
  });

  it('may have another name when the kubeconfig gives it', async () => {
    const ca = tls.trust;
    expect((await seen({}, { ...ca, 'tls-server-name': 'api.example' })).path).toBe('/version');
    const cluster = await open((await tlsServer()).url, {}, { ...ca, 'tls-server-name': 'wrong.example' });
    expect(ConnectionError.is(await failure(cluster.version(never)), 'certificateName')).toBe(true);
  });

  it('may have another address when the kubeconfig gives it, of which nothing is said to anybody', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error): number => warnings.push(warning);
    process.on('warning', onWarning);
    try {
      const byName = (await tlsServer()).url.replace('127.0.0.1', 'localhost');
      for (const name of ['127.0.0.1', '[127.0.0.1]']) expect(await (await open(byName, {}, { ...tls.trust, 'tls-server-name': name })).version(never)).toEqual({ gitVersion: 'v1' });
      const wrong = await open(byName, {}, { ...tls.trust, 'tls-server-name': '10.0.0.1' });
      const error = await failure(wrong.version(never));
      expect(ConnectionError.is(error, 'certificateName') && error.message).toContain('10.0.0.1');
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', onWarning);
    }
  });

  it('is asked below its own path', async () => {
    const server = await own(ScriptedServer.start({ routes: { '/k8s/clusters/c-1/version': { list: [{ json: { gitVersion: 'v1.2.3' } }] } } }));
    const cluster = await open(`${server.url}/k8s/clusters/c-1/`, {}, {});
    expect(await cluster.version(never)).toEqual({ gitVersion: 'v1.2.3' });
    expect(cluster.server).toBe(`${server.url}/k8s/clusters/c-1`);
  });
});

describe('credentials that cannot be used', () => {
  it.each([
    ['its CA', {}, () => ({ 'certificate-authority-data': base64('hello') }), /^The certificate authority of the cluster "test" is not a certificate in PEM \(.*\)\. Correct it in the kubeconfig\.$/],
    ['a certificate', { 'client-certificate-data': base64('hello'), 'client-key-data': base64('hello') }, () => ({}), /^The client certificate of the user "test" is not a certificate in PEM/],
    ['a key', () => ({ 'client-certificate-data': base64(tls.pair.cert), 'client-key-data': base64('hello') }), () => ({}), /^The client key of the user "test" is not a key in PEM/],
    ['a key', async () => ({ 'client-certificate-data': base64(tls.pair.cert), 'client-key-data': base64((await tls.authority.client('jane')).key) }), () => ({}), /^The client key of the user "test" belongs to another certificate\. Correct it/],
  ])('says that %s cannot be used', async (_name, user, cluster, sentence) => {
    const error = await failure((await open('https://127.0.0.1:1', typeof user === 'function' ? await user() : user, cluster())).version(never));
    expect(CredentialError.is(error, 'invalid') && error.message).toMatch(sentence);
  });

  it('K9: takes no certificate in DER, as kubectl does not: OpenSSL would read it, and connect without', async () => {
    const pair = await tls.authority.client('jane');
    const [ca, cert] = [Buffer.from(new X509Certificate(tls.authority.cert).raw), Buffer.from(new X509Certificate(pair.cert).raw)].map((der) => der.toString('base64'));
    const server = await tlsServer();
    const ofAuthority = await failure((await open(server.url, {}, { 'certificate-authority-data': ca })).version(never));
    expect(ofAuthority.message).toBe('The certificate authority of the cluster "test" is not a certificate in PEM (no line says BEGIN CERTIFICATE). Correct it in the kubeconfig.');
    const ofClient = await failure((await open(server.url, { 'client-certificate-data': cert, 'client-key-data': base64(pair.key) })).version(never));
    expect(ofClient.message).toMatch(/^The client certificate of the user "test" is not a certificate in PEM \(no line says BEGIN CERTIFICATE\)/);
  });

  it('takes certificate and key from one file, the CA from one with others, and passes over a key alone', async () => {
    const pair = await tls.authority.client('jane');
    const both = await folder.write('both', `${pair.key}\n${pair.cert}`);
    const authorities = await folder.write('ca', `${tls.authority.cert}\n${tls.pair.cert}`);
    expect((await seen({ 'client-certificate': both, 'client-key': both }, { 'certificate-authority': authorities })).clientName).toBe('jane');
    expect((await seen({ 'client-key-data': base64('hello') })).clientName).toBeUndefined();
  });

  it.each(['line\nbreak', 'nothing\u0000'])('says that a token cannot be sent, and not which: %j', async (token) => {
    const error = await failure((await open('https://127.0.0.1:1', { token })).version(never));
    expect(CredentialError.is(error, 'invalid') && error.message).toBe('The token or password of the user "test" has characters that cannot be sent. Correct it in the kubeconfig.');
  });

  it('says in which file a token stands that cannot be sent, and a certificate that is none', async () => {
    const [token, cert] = [await folder.write('token', 'hush\nhush\n'), await folder.write('cert', 'hush')];
    const said = async (user: object, cluster?: object): Promise<string> => {
      const error = await failure((await open('https://127.0.0.1:1', user, cluster)).version(never));
      expect(CredentialError.is(error, 'invalid')).toBe(true);
      return error.message;
    };
    expect(await said({ tokenFile: token })).toBe(`The token or password of the user "test" has characters that cannot be sent. It stands in the file ${token}; correct it there.`);
    expect(await said({ 'client-certificate': cert, 'client-key': cert })).toMatch(/^The client certificate .* is not a certificate in PEM .* It stands in the file .*cert; correct it there\.$/);
    expect(await said({}, { 'certificate-authority': cert })).toMatch(/^The certificate authority of the cluster "test" is not .* It stands in the file .*cert; correct it there\.$/);
    // A token in the kubeconfig stands in for one in a file that cannot be read.
    expect(await said({ token: 'a\nb', tokenFile: '/not/there' })).toBe('The token or password of the user "test" has characters that cannot be sent. Correct it in the kubeconfig.');
    expect(await said({ token: 't', as: 'a\nb' })).toBe('The "Impersonate-User" of the user "test" has characters that cannot be sent. Correct it in the kubeconfig.');
  });

  it('says which auth provider gave a token that cannot be sent', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const idToken = `${part({ alg: 'none' })}.${part({ exp: Math.floor(Date.now() / 1000) + 3600 })}.x\ny`;
    const user = { 'auth-provider': { name: 'oidc', config: { 'id-token': idToken, 'client-id': 'c', 'idp-issuer-url': 'https://i' } } };
    const error = await failure((await open('https://127.0.0.1:1', user)).version(never));
    expect(CredentialError.is(error, 'providerFailed') && error.message).toBe('The token or password of the user "test" has characters that cannot be sent. Its auth provider oidc gave it; log in again.');
  });

  it('notices when the file has been put right', async () => {
    const server = await tlsServer();
    const path = await folder.write('ca.crt', tls.authority.cert);
    const cluster = await open(server.url, {}, { 'certificate-authority': path });
    await rm(path);
    const error = await failure(cluster.version(never));
    expect(CredentialError.is(error, 'unreadable') && error.message).toBe(`The file ${path}, which the kubeconfig names for the cluster "test", does not exist. Correct the path in the kubeconfig.`);
    await folder.write('ca.crt', tls.authority.cert);
    expect(await cluster.version(never)).toEqual({ gitVersion: 'v1' });
  });
});

describe('K13: a program for credentials in an untrusted workspace', () => {
  it.each([
    ['a plugin', { exec: { command: 'aws', apiVersion: 'client.authentication.k8s.io/v1' } }],
    ['the program of an auth provider', { 'auth-provider': { name: 'gcp', config: { 'cmd-path': 'gcloud' } } }],
  ])('%s does not run', async (_name, user) => {
    const error = await failure(open('https://127.0.0.1:1', user));
    expect(CredentialError.is(error, 'execForbidden') && error.message).toMatch(/The user "test" gets its credentials from a program \((aws|gcloud)\), and programs do not run in an untrusted workspace\. Trust the workspace, or choose/);
  });
});

describe('what client-node does', () => {
  it('auth providers: an OIDC token that still holds is sent', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const idToken = `${part({ alg: 'none' })}.${part({ exp: Math.floor(Date.now() / 1000) + 3600 })}.x`;
    const { headers } = await seen({ 'auth-provider': { name: 'oidc', config: { 'id-token': idToken, 'client-id': 'c', 'idp-issuer-url': 'https://i' } } });
    expect(headers.authorization).toBe(`Bearer ${idToken}`);
  });

  it('a provider that fails is a sentence', async () => {
    const user = { 'auth-provider': { name: 'gcp', config: { expiry: '2001-01-01T00:00:00Z' } } };
    const error = await failure((await open('https://127.0.0.1:1', user)).version(never));
    expect(CredentialError.is(error, 'providerFailed') && error.message).toMatch(/The auth provider gcp of the user "test" failed: .*\. Log in again/);
  });
});
