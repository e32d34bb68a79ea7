import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Cluster, ClusterOptions } from '../../../extension/cluster/cluster.ts';
import { CredentialError } from '../../../extension/cluster/credentialError.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openCluster } from '../../support/openCluster.ts';
import { ownedByTest } from '../../support/ownedByTest.ts';
import { kubeconfigFor, type Reply, type ScriptedServer, statusObject } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import type { KeyPair } from '../../support/testCertificates.ts';
import { TlsServers } from '../../support/tlsServers.ts';

/** Plugins are real programs here, and the server is a real one over TLS. */
const never = new AbortController().signal;
const folder = temporaryFolder();
const own = ownedByTest();
const tls = new TlsServers();
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const good: Reply = { json: { gitVersion: 'v1' } };
const refused: Reply = { status: 401, json: statusObject(401, 'Unauthorized', 'Unauthorized') };
let clock: FakeClock;

const serve = (...replies: Reply[]): Promise<ScriptedServer> => own(tls.start(...replies));

function open(server: ScriptedServer, user: object, options: Partial<ClusterOptions> = {}): Promise<Cluster> {
  clock = new FakeClock();
  return own(openCluster(kubeconfigFor(server.url, user, tls.trust), { clock, allowExec: true, env: process.env, ...options }));
}

/** A plugin that gives one answer after the other, and the last one for ever; `runs` says how often it was run. */
async function plugin(...statuses: object[]): Promise<{ readonly exec: object; readonly runs: () => Promise<number> }> {
  const { readFile } = await import('node:fs/promises');
  const log = await folder.write('runs', '');
  const script = await folder.write(
    'plugin.mjs',
    `import { appendFileSync, readFileSync } from 'node:fs';
const statuses = ${JSON.stringify(statuses)};
appendFileSync(${JSON.stringify(log)}, 'x');
const run = readFileSync(${JSON.stringify(log)}, 'utf8').length;
console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status: statuses[Math.min(run, statuses.length) - 1] }));`,
  );
  return {
    exec: { apiVersion: 'client.authentication.k8s.io/v1', command: process.execPath, args: [script], interactiveMode: 'Never', env: null },
    runs: async () => (await readFile(log, 'utf8')).length,
  };
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(() => expect.unreachable('it should have failed'), (error: unknown) => error);
}

const tokens = (server: ScriptedServer): (string | undefined)[] => server.requests.map(({ headers }) => headers.authorization);

describe('requests with the credentials of a plugin', () => {
  it('K6: all that are sent at once wait for one run', async () => {
    const server = await serve(good);
    const { exec, runs } = await plugin({ token: 'one' });
    const cluster = await open(server, { exec });
    expect(cluster.credentials.command).toBe(process.execPath);
    await Promise.all(Array.from({ length: 8 }, () => cluster.version(never)));
    expect(await runs()).toBe(1);
    expect(new Set(tokens(server))).toEqual(new Set(['Bearer one']));
  });

  it('K8: one that gets a 401 fails with it, sent once; the next has a new credential (client-go `exec.go`, `RoundTrip`)', async () => {
    const server = await serve(good, refused, good);
    const { exec, runs } = await plugin({ token: 'one' }, { token: 'two' });
    const cluster = await open(server, { exec });
    await cluster.version(never);
    const error = await failure(cluster.version(never));
    expect(ApiError.is(error, 401) && error.credentials).toEqual({ how: 'expired', from: 'plugin' });
    expect(await runs()).toBe(1);
    await cluster.version(never);
    expect(await runs()).toBe(2);
    expect(tokens(server)).toEqual(['Bearer one', 'Bearer one', 'Bearer two']);
  });

  it('K8: a new certificate is used for each new request, over a connection of its own; those of the old one are closed', async () => {
    const server = await serve(good, good, refused, good);
    const [old, renewed] = [await tls.authority.client('old'), await tls.authority.client('renewed')];
    const status = ({ cert, key }: KeyPair): object => ({ clientCertificateData: cert, clientKeyData: key });
    const { exec } = await plugin(status(old), status(renewed));
    const cluster = await open(server, { exec });
    await cluster.version(never);
    await cluster.version(never);
    await failure(cluster.version(never));
    await cluster.version(never);
    expect(server.requests.map(({ clientName }) => clientName)).toEqual(['old', 'old', 'old', 'renewed']);
    await server.until(({ openSockets }) => openSockets === 1);
  });

  it('K9: a certificate that is none is a sentence, which says that the plugin gave it', async () => {
    const { exec } = await plugin({ clientCertificateData: 'hush', clientKeyData: 'hush' });
    const error = await failure((await open(await serve(good), { exec })).version(never));
    expect(CredentialError.is(error, 'execInvalid') && error.message).toMatch(/^The client certificate of the user "test" is not a certificate in PEM .* Its credential plugin gave it; log in again\.$/);
    expect(String(error)).not.toContain('hush');
  });

  it.each([
    ['a certificate that is none', { clientCertificateData: 'hush', clientKeyData: 'hush' }, /is not a certificate in PEM/],
    ['a token that cannot be sent', { token: 'hush\nhush' }, /^The token or password of the user "test" has characters that cannot be sent\. Its credential plugin gave it; log in again\.$/],
  ])('K9: one that gave %s has failed: it is run again for the next request, and at its pace', async (_what, useless, sentence) => {
    const server = await serve(good);
    const { exec, runs } = await plugin(useless, useless, useless, { token: 'good' });
    const cluster = await open(server, { exec });
    for (let asked = 0; asked < 10; asked++) {
      const error = await failure(cluster.version(never));
      expect(CredentialError.is(error, 'execInvalid') && error.message).toMatch(sentence);
      expect(String(error)).not.toContain('hush');
    }
    expect(await runs()).toBe(2);
    await clock.advance(1000);
    await failure(cluster.version(never));
    await clock.advance(2000);
    await cluster.version(never);
    expect(await runs()).toBe(4);
    expect(tokens(server)).toEqual(['Bearer good']);
  });

  it.each([
    ['a token', { token: 'own' }],
    ['a password', { username: 'jane', password: 'p' }],
    ['a certificate', undefined],
  ])('is not run where the kubeconfig has %s (client-go `exec.go`, `UpdateTransportConfig`)', async (_what, given) => {
    const pair = await tls.authority.client('jane');
    const user = given ?? { 'client-certificate-data': base64(pair.cert), 'client-key-data': base64(pair.key) };
    const { exec, runs } = await plugin({ token: 'of the plugin' });
    const server = await serve(good);
    const cluster = await open(server, { ...user, exec });
    await cluster.version(never);
    expect(await runs()).toBe(0);
    expect(tokens(server)[0] ?? server.requests[0]?.clientName).toMatch(/own|Basic|jane/);
    expect(cluster.credentials.command).toBeUndefined();
  });

  it('K13: in an untrusted workspace nothing is run, and nothing is asked', async () => {
    const { exec, runs } = await plugin({ token: 't' });
    const server = await serve(good);
    expect(CredentialError.is(await failure(open(server, { exec }, { allowExec: false })), 'execForbidden')).toBe(true);
    expect(await runs()).toBe(0);
    expect(server.requests).toEqual([]);
  });

  it('K6: one that was cancelled fails every request in its own words, without asking the server', async () => {
    const script = await folder.write('waits.mjs', `console.error('enter the code ABCD-1234'); setInterval(() => {}, 1000);`);
    const server = await serve(good);
    const cluster = await open(server, { exec: { apiVersion: 'client.authentication.k8s.io/v1beta1', command: process.execPath, args: [script] } });
    const waits = Array.from({ length: 5 }, () => failure(cluster.version(never)));
    await new Promise<void>((resolve) => {
      cluster.credentials.onChange(() => cluster.credentials.running?.prompt.code === 'ABCD-1234' && resolve());
    });
    cluster.credentials.cancel();
    for (const error of [...(await Promise.all(waits)), await failure(cluster.version(never))]) expect(CredentialError.is(error, 'execCancelled')).toBe(true);
    expect(server.requests).toEqual([]);
  });
});

describe('what is known of credentials that the server does not take', () => {
  it.each([
    ['token', { token: 'abc' }],
    ['password', { username: 'jane', password: 'p' }],
    ['nobody', {}],
  ] as const)('%s: refused when it never was taken, expired when it was', async (from, user) => {
    const server = await serve(refused, good, refused);
    const cluster = await open(server, user);
    const first = await failure(cluster.version(never));
    expect(ApiError.is(first, 401) && first.credentials).toEqual({ how: 'refused', from });
    await cluster.version(never);
    const later = await failure(cluster.version(never));
    expect(ApiError.is(later, 401) && later.credentials).toEqual({ how: 'expired', from });
  });

  it.each([
    ['one that may not do it is known', { status: 403, json: statusObject(403, 'Forbidden', 'no') }, 'expired'],
    ['a gateway that answers instead knows nobody', { status: 502, body: ['<html>'] }, 'refused'],
  ] as const)('%s', async (_why, before, how) => {
    const cluster = await open(await serve(before, refused), { token: 'abc' });
    await failure(cluster.version(never));
    const error = await failure(cluster.version(never));
    expect(ApiError.is(error, 401) && error.credentials?.how).toBe(how);
  });

  it('a token in a file is read again at once, and may not be nothing', async () => {
    const file = await folder.write('token', 'one');
    const server = await serve(good, refused, good);
    const cluster = await open(server, { tokenFile: file });
    await cluster.version(never);
    const error = await failure(cluster.version(never));
    expect(ApiError.is(error, 401) && error.credentials).toEqual({ how: 'expired', from: 'tokenFile' });
    await writeFile(file, '\n');
    // It is being written: what was read last is still the best there is.
    await cluster.version(never);
    await clock.advance(60_000);
    await writeFile(file, 'two');
    await cluster.version(never);
    expect(tokens(server)).toEqual(['Bearer one', 'Bearer one', 'Bearer one', 'Bearer two']);
    const empty = await failure((await open(server, { tokenFile: await folder.write('empty', ' ') })).version(never));
    expect(CredentialError.is(empty, 'unreadable') && empty.message).toMatch(/, which the kubeconfig names for the user "test", is empty\. Write a token into it\.$/);
  });
});
