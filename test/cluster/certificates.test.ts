import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { failureSentence } from '../../extension/cli/recordSentences.ts';
import { accessFailure } from '../../extension/cluster/access.ts';
import type { FailureCause } from '../../extension/inspector/informerState.ts';
import { newestKubectl } from '../kubectl/findKubectl.ts';
import { openCluster } from '../support/openCluster.ts';
import { kubeconfigFor } from '../support/scriptedServer.ts';
import { fileSeed } from '../support/seed.ts';
import { type KeyPair, TestAuthority } from '../support/testCertificates.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { NetworkLine } from './support/networkLine.ts';
import { WatchedInformer } from './support/watchedInformer.ts';
import { describeCluster } from './whenControlPlane.ts';

const namespaces = { group: '', version: 'v1', resource: 'namespaces' };
const patience = { timeout: 60_000, interval: 20 };
const seed = fileSeed();
const random = seededRandom(seed);

let kubectlProgram: string;
let plane: ControlPlane;
let folder: string;
/** Authorities besides the server's own. */
let foreign: TestAuthority;
let expiredAuthority: TestAuthority;
/** Of the client, by what is the matter with them. */
let clients: Readonly<Record<'good' | 'powerless' | 'expired' | 'early' | 'foreign' | 'ofServer', KeyPair>>;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const ca = (authority: TestAuthority): object => ({ 'certificate-authority-data': base64(authority.cert) });
const pair = ({ cert, key }: KeyPair): object => ({ 'client-certificate-data': base64(cert), 'client-key-data': base64(key) });
const named = (name: string): object => ({ 'tls-server-name': name });
const admin = { token: 'admin-token' };

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

interface Case {
  readonly name: string;
  /** Default: `localhost`, for which the server has a good certificate. By its address it shows one of another name. */
  readonly host?: string;
  /** Default: the authority, inline. */
  readonly cluster?: () => object | Promise<object>;
  /** Default: a token that may everything. */
  readonly user?: () => object | Promise<object>;
  /** Undefined: it works. */
  readonly refused?: { readonly cause: FailureCause; readonly reason: string; readonly sentence: RegExp };
}

const untrusted = { cause: 'untrusted', reason: 'certificate', sentence: /^The certificate of https:\/\/localhost:\d+ is not trusted \(.*\)\. Correct the certificate authority in the kubeconfig\.$/ } as const;
const expired = { cause: 'untrusted', reason: 'certificateExpired', sentence: /^The certificate of .*, or that of its authority, has expired or does not hold yet \(.*\)\. Renew it on the server, or put the clock of this machine right\.$/ } as const;
const otherName = { cause: 'untrusted', reason: 'certificateName', sentence: /^The certificate of .* is for another name \(.*\)\. Correct the address in the kubeconfig, or give there as tls-server-name a name that the certificate has\.$/ } as const;
const unauthorized = { cause: 'unauthorized', reason: 'Unauthorized', sentence: /does not accept the credentials \(401: Unauthorized\)\. Log in again, or choose another context with --context\.$/ } as const;
const outOfDate = (when: RegExp): NonNullable<Case['refused']> => ({ ...unauthorized, sentence: new RegExp(`does not accept the client certificate, ${when.source} \\(401: Unauthorized\\)\\. Get another one, or choose another context with --context\\.$`) });

const ofServers: readonly Case[] = [
  { name: 'an authority inline' },
  { name: 'an authority by path', cluster: async () => ({ 'certificate-authority': await file('ca.crt', plane.authority.cert) }) },
  { name: 'an authority among others', cluster: async () => ({ 'certificate-authority': await file('cas.crt', `${foreign.cert}\n${plane.authority.cert}`) }) },
  { name: 'no authority but what the machine trusts', cluster: () => ({}), refused: untrusted },
  { name: 'the wrong authority inline', cluster: () => ca(foreign), refused: untrusted },
  { name: 'the wrong authority by path', cluster: async () => ({ 'certificate-authority': await file('wrong.crt', foreign.cert) }), refused: untrusted },
  { name: 'a server that another authority has signed', cluster: () => ({ ...ca(plane.authority), ...named('foreign.test') }), refused: untrusted },
  { name: 'the same with that authority', cluster: () => ({ ...ca(foreign), ...named('foreign.test') }) },
  { name: 'an expired server', cluster: () => ({ ...ca(plane.authority), ...named('expired.test') }), refused: expired },
  { name: 'a server of tomorrow', cluster: () => ({ ...ca(plane.authority), ...named('early.test') }), refused: expired },
  { name: 'a server of an expired authority', cluster: () => ({ ...ca(expiredAuthority), ...named('old.test') }), refused: expired },
  { name: 'a server of another name, by address', host: '127.0.0.1', refused: otherName },
  { name: 'the same with its name', host: '127.0.0.1', cluster: () => ({ ...ca(plane.authority), ...named('api.test') }) },
  { name: 'a server of another name', cluster: () => ({ ...ca(plane.authority), ...named('nobody.test') }), refused: otherName },
  { name: 'an expired server that is not looked at', cluster: () => ({ 'insecure-skip-tls-verify': true, ...named('expired.test') }) },
  { name: 'a foreign server that is not looked at', cluster: () => ({ 'insecure-skip-tls-verify': true, ...named('foreign.test') }) },
  { name: 'a server of another name that is not looked at', host: '127.0.0.1', cluster: () => ({ 'insecure-skip-tls-verify': true }) },
];

const ofClients: readonly Case[] = [
  { name: 'a certificate inline', user: () => pair(clients.good) },
  { name: 'a certificate by path', user: async () => ({ 'client-certificate': await file('client.crt', clients.good.cert), 'client-key': await file('client.key', clients.good.key) }) },
  { name: 'a certificate to a server that is not looked at', cluster: () => ({ 'insecure-skip-tls-verify': true }), user: () => pair(clients.good) },
  { name: 'one that has expired', user: () => pair(clients.expired), refused: outOfDate(/which expired at \d{4}-.*Z/) },
  { name: 'one of tomorrow', user: () => pair(clients.early), refused: outOfDate(/which does not hold before \d{4}-.*Z/) },
  { name: 'one of a foreign authority', user: () => pair(clients.foreign), refused: unauthorized },
  { name: 'one of a server', user: () => pair(clients.ofServer), refused: unauthorized },
  { name: 'one that has expired, beside a token', user: () => ({ ...pair(clients.expired), ...admin }) },
  {
    name: 'one of somebody who may nothing',
    user: () => pair(clients.powerless),
    refused: { cause: 'forbidden', reason: 'Forbidden', sentence: /^It is forbidden to list v1\/namespaces in all namespaces \(403: namespaces is forbidden: User "powerless" cannot list .*\)\. Ask for the permission/ },
  },
];

async function kubectl(kubeconfig: string): Promise<{ readonly works: boolean; readonly said: string }> {
  const path = await file('kubeconfig', kubeconfig);
  return new Promise((resolve) => {
    execFile(kubectlProgram, ['--kubeconfig', path, 'get', '--raw', '/api/v1/namespaces'], { env: { PATH: process.env['PATH'], HOME: folder }, maxBuffer: 2 ** 26 }, (error, _stdout, stderr) => {
      resolve({ works: error === null, said: stderr });
    });
  });
}

async function kubeconfigOf({ host = 'localhost', cluster = () => ca(plane.authority), user = () => admin }: Case, address: string): Promise<string> {
  return kubeconfigFor(`https://${host}:${new URL(address).port}`, await user(), await cluster());
}

async function hold(one: Case): Promise<void> {
  const kubeconfig = await kubeconfigOf(one, plane.server);
  const cluster = await openCluster(kubeconfig, { clock: systemClock });
  const watched = new WatchedInformer({ cluster, resource: namespaces, random });
  try {
    // kubectl is asked with the very same file.
    const theirs = await kubectl(kubeconfig);
    await expect.poll(() => watched.informer.hasSynced() || watched.state.failure !== undefined, patience).toBe(true);
    expect({ works: watched.informer.hasSynced() }, theirs.said).toEqual({ works: theirs.works });
    expect(theirs.works).toBe(one.refused === undefined);
    if (!one.refused) return expect(watched.keys).toContain('default');
    const { cause, reason, sentence } = one.refused;
    expect(watched.state.failure).toMatchObject({ cause, reason, phase: 'list' });
    const error = await cluster.listerWatcher(namespaces, {}).list({}, AbortSignal.timeout(patience.timeout)).then(() => undefined, (thrown: unknown) => thrown);
    expect(failureSentence(accessFailure(error, { verb: 'list', resource: namespaces }), { server: cluster.server, namespaced: false })).toMatch(sentence);
  } finally {
    await watched.stop();
    await cluster.close();
  }
}

describeCluster('certificates, on a real API server', () => {
  beforeAll(async () => {
    kubectlProgram = newestKubectl().program;
    folder = await mkdtemp(join(tmpdir(), 'informer-inspector-certificates-'));
    [foreign, expiredAuthority] = await Promise.all([TestAuthority.create('foreign-ca'), TestAuthority.create('old-ca', 'noLonger')]);
    plane = await startControlPlane({
      serving: async (authority) => ({
        '': await authority.serverNamed(['api.test']),
        localhost: await authority.serverNamed(['localhost']),
        'expired.test': await authority.serverNamed(['expired.test'], 'noLonger'),
        'early.test': await authority.serverNamed(['early.test'], 'notYet'),
        'foreign.test': await foreign.serverNamed(['foreign.test']),
        'old.test': await expiredAuthority.serverNamed(['old.test']),
      }),
    });
    const { authority } = plane;
    const masters = ['system:masters'];
    clients = {
      good: await authority.client('by-certificate', masters),
      powerless: await authority.client('powerless'),
      expired: await authority.client('by-certificate', masters, 'noLonger'),
      early: await authority.client('by-certificate', masters, 'notYet'),
      foreign: await foreign.client('by-certificate', masters),
      ofServer: await authority.server(),
    };
  });

  afterAll(async () => {
    await plane?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  describe('of the server: it works where kubectl works, and says what to do where not', () => {
    it.each(ofServers)('$name', hold);
  });

  describe('of the client: it works where kubectl works, and says what to do where not', () => {
    it.each(ofClients)('$name', hold);
  });

  it('a client certificate in files that has expired heals by itself when they are rewritten', async () => {
    const [cert, key] = [await file('renewed.crt', clients.expired.cert), await file('renewed.key', clients.expired.key)];
    const kubeconfig = await kubeconfigOf({ name: '', user: () => ({ 'client-certificate': cert, 'client-key': key }) }, plane.server);
    const cluster = await openCluster(kubeconfig, { clock: systemClock });
    const watched = new WatchedInformer({ cluster, resource: namespaces, random });
    try {
      await expect.poll(() => watched.state.failure, patience).toMatchObject({ cause: 'unauthorized', code: 401 });
      await file('renewed.crt', clients.good.cert);
      await file('renewed.key', clients.good.key);
      await expect.poll(() => watched.state, patience).toMatchObject({ phase: 'watching', synced: true });
      expect(watched.of('reflector.error').every(({ credentials }) => credentials?.from === 'certificate' && credentials.how === 'refused')).toBe(true);
    } finally {
      await watched.stop();
      await cluster.close();
    }
  });

  it('a server that is not trusted is asked no more often than the contract has it', async () => {
    const refused = ofServers.filter((one) => one.refused && one.host === undefined);
    const running = await Promise.all(
      refused.map(async (one) => {
        const line = await NetworkLine.to(plane.server);
        const cluster = await openCluster(await kubeconfigOf(one, line.url), { clock: systemClock });
        return { one, line, cluster, watched: new WatchedInformer({ cluster, resource: namespaces, random }) };
      }),
    );
    try {
      for (const { one, watched } of running) await expect.poll(() => watched.of('reflector.backoff').length, { ...patience, message: one.name }).toBeGreaterThanOrEqual(3);
      for (const { one, line, watched } of running) {
        await watched.stop();
        const waits = watched.of('reflector.backoff');
        expect(line.connected, one.name).toBe(watched.of('reflector.list').length);
        for (const [index, { ms, attempt }] of waits.entries()) {
          expect(attempt, one.name).toBe(index + 1);
          expect(ms, one.name).toBeGreaterThanOrEqual(800 * 2 ** index);
        }
      }
    } finally {
      for (const { line, cluster, watched } of running) {
        await watched.stop();
        await cluster.close();
        await line.close();
      }
    }
  });
});
