import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { Cluster } from '../../extension/cluster/cluster.ts';
import { loadKubeconfig } from '../../extension/cluster/kubeconfig.ts';
import { KubeconfigError } from '../../extension/cluster/kubeconfigError.ts';
import { type Arrival, Arrivals } from '../support/arrivals.ts';
import { type KubeconfigCase, kubeconfigCase } from '../support/kubeconfigArbitrary.ts';
import { testHash } from '../support/openCluster.ts';
import { kubeconfigFor } from '../support/scriptedServer.ts';
import { fileSeed, propertyRuns } from '../support/seed.ts';
import { KubeconfigWriter } from '../support/writeKubeconfigs.ts';
import { newestKubectl } from './findKubectl.ts';

/** What kubectl is compared with is that of its release 1.32 or later. */
const leastMinor = 32;
const seed = fileSeed();
const runs = propertyRuns(40);

const { program, minor } = newestKubectl();
let directory: string;
let arrivals: Arrivals;
let writer: KubeconfigWriter;

interface Outcome {
  /** Undefined: nothing was sent. */
  readonly arrival: Arrival | undefined;
  /** Why not, as it was said. */
  readonly said: string;
  readonly error?: unknown;
}

/** Where we are other than kubectl on purpose. */
const intended: readonly { readonly reason: string; readonly applies: (kubectl: Outcome, ours: Outcome) => boolean }[] = [
  {
    reason: 'kubectl asks as nobody when the user of a context is in no file; that is never done silently here, but said with its name',
    applies: (_kubectl, { error }) => KubeconfigError.is(error, 'missingUser'),
  },
  {
    reason: 'kubectl asks on its terminal for a name and a password when a kubeconfig has no credentials; libraries ask the server as nobody, and so is done here, where there is no terminal',
    applies: ({ arrival, said }, ours) => arrival === undefined && /^error: EOF$/m.test(said) && ours.arrival?.authorization === undefined,
  },
  {
    reason: 'one broken entry makes kubectl refuse its file, and with it all; here the others work, and the broken one is told of',
    applies: ({ arrival, said }, ours) => arrival === undefined && ours.arrival !== undefined && /error loading config file .*(cannot unmarshal|duplicate name|illegal base64)/s.test(said),
  },
];

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'kubectl-test-'));
  arrivals = await Arrivals.start();
  writer = await KubeconfigWriter.create(arrivals);
});

afterAll(async () => {
  await arrivals.close();
  await rm(directory, { recursive: true });
});

type Environment = Readonly<Record<string, string>>;

async function byKubectl(kubeconfig: string, environment: Environment = {}): Promise<Outcome> {
  let said = '';
  const arrival = await arrivals.during(async () => {
    said = await new Promise((resolve) => {
      const env = { HOME: directory, PATH: process.env['PATH'], KUBECONFIG: kubeconfig, KUBECACHEDIR: path.join(directory, 'cache'), ...environment };
      const child = execFile(program, ['get', '--raw', '/version', '--request-timeout=60s'], { env, cwd: directory }, (_error, _out, err) => resolve(err));
      child.stdin?.end();
    });
  });
  return { arrival, said };
}

async function byUs(kubeconfig: string, env: Environment = {}): Promise<Outcome> {
  let error: unknown;
  const arrival = await arrivals.during(async () => {
    let cluster: Cluster | undefined;
    try {
      const loaded = await loadKubeconfig({ env: { KUBECONFIG: kubeconfig }, home: directory, cwd: directory });
      cluster = await Cluster.open(loaded, { allowExec: false, keyedHash: testHash, clock: systemClock, logger: silentLogger, env });
      await cluster.version(AbortSignal.timeout(60_000));
    } catch (reason) {
      error = reason;
    }
    await cluster?.close();
  });
  return { arrival, said: error instanceof Error ? error.message : '', error };
}

describe.skipIf(minor < leastMinor)('a kubeconfig as kubectl reads it', () => {
  const met = { sent: 0, refused: 0, intended: 0 };

  async function compare(one: KubeconfigCase): Promise<void> {
    const folder = await mkdtemp(path.join(directory, 'case-'));
    const kubeconfig = (await writer.write(folder, one)).join(path.delimiter);
    const [kubectl, ours] = [await byKubectl(kubeconfig), await byUs(kubeconfig)];
    await rm(folder, { recursive: true });
    if (intended.some(({ applies }) => applies(kubectl, ours))) return void met.intended++;
    met[kubectl.arrival ? 'sent' : 'refused']++;
    expect(ours.arrival, `kubectl said: ${kubectl.said}\nwe said: ${ours.said}`).toEqual(kubectl.arrival);
  }

  it('either nothing is sent or the same: token, password, certificate, somebody else, name in the handshake, proxy', { timeout: runs * 60_000 }, async () => {
    await fc.assert(fc.asyncProperty(kubeconfigCase, compare), { numRuns: runs, endOnFailure: true, seed });
    console.info(JSON.stringify(met));
    expect(met.sent).toBeGreaterThan(0);
    expect(met.refused).toBeGreaterThan(0);
  });

  /** A name that only proxies know: without one nothing arrives. `<http>` is the address of that proxy, `<port>` that of the server. */
  const through = { HTTPS_PROXY: '<http>' };
  const excepted = ['*', 'api.example', '.example', '*.example', 'example', 'API.EXAMPLE', 'other, api.example', 'api.example:<port>'];
  const notExcepted = ['', '.api.example', 'api.example:1', 'pi.example', 'api', '10.0.0.0/8'];
  it.each<[environment: Environment, host: string, proxy: 'http' | 'https' | 'socks5' | 'none' | 'unreached']>([
    [through, 'api.example', 'http'],
    [{ https_proxy: '<https>' }, 'api.example', 'https'],
    [{ HTTPS_PROXY: '<socks5>' }, 'api.example', 'socks5'],
    [{ HTTPS_PROXY: '<bare>' }, 'api.example', 'http'],
    [{ HTTP_PROXY: '<http>', ALL_PROXY: '<http>' }, 'api.example', 'unreached'],
    [through, 'localhost', 'none'],
    [through, '127.0.0.1', 'none'],
    ...excepted.map((NO_PROXY): [Environment, string, 'unreached'] => [{ ...through, NO_PROXY }, 'api.example', 'unreached']),
    ...notExcepted.map((NO_PROXY): [Environment, string, 'http'] => [{ ...through, NO_PROXY }, 'api.example', 'http']),
    [{ ...through, NO_PROXY: '11.0.0.0/8,10.1.2.4' }, '10.1.2.3', 'http'],
    [{ ...through, no_proxy: 'fd00::/16' }, '[fd01::1]', 'http'],
  ])('K10: with %j both ask %s by the same way: %s', async (written, host, way) => {
    const { http, https, socks5 } = arrivals.proxies;
    const places: Environment = { '<http>': http.url, '<https>': https.url, '<socks5>': socks5.url, '<bare>': new URL(http.url).host, '<port>': String(arrivals.port('https')) };
    const env = Object.fromEntries(Object.entries(written).map(([name, value]) => [name, value.replace(/<\w+>/g, (place) => places[place]!)]));
    const folder = await mkdtemp(path.join(directory, 'case-'));
    const kubeconfig = path.join(folder, 'config');
    await writeFile(kubeconfig, kubeconfigFor(`https://${host}:${arrivals.port('https')}`, { token: 'abc' }, { 'insecure-skip-tls-verify': true }));
    const [kubectl, ours] = [await byKubectl(kubeconfig, env), await byUs(kubeconfig, env)];
    expect(ours.arrival, `kubectl said: ${kubectl.said}\nwe said: ${ours.said}`).toEqual(kubectl.arrival);
    if (way === 'unreached') expect(ours.arrival).toBeUndefined();
    else expect(ours.arrival?.proxies).toEqual(way === 'none' ? [] : [expect.stringMatching(new RegExp(`^${way}: `))]);
  });
});
