import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { delimiter } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { hastyClock } from '../../support/hastyClock.ts';
import { readCase, type RecorderRun, runRecorder, type RunOptions } from '../../support/runRecorder.ts';
import { kubeconfigFor, type ServerScript } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { type KeyPair, TestAuthority } from '../../support/testCertificates.ts';

// Nothing here waits that long; a busy machine may.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** Kubeconfigs from the field, end to end: what the recorder says, sends and ends with. One after the other, since they leave files. */

const apiVersion = 'client.authentication.k8s.io/v1';
const folder = temporaryFolder();
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const synced = ['--resource', 'v1/pods', '--namespace', 'd', '--until-synced', '--timeout', '100'];

let authority: TestAuthority;
let serverPair: KeyPair;
let quiet: ServerScript;
beforeAll(async () => {
  authority = await TestAuthority.create();
  serverPair = await authority.server(['api.example']);
  quiet = await readCase('15-no-items');
});

const run = (args: readonly string[], options: RunOptions = {}, script = quiet): Promise<RecorderRun> => runRecorder(script, args, { clock: hastyClock(10), ...options });

/** Over TLS, by this user. */
const secure = (user: object, options: RunOptions = {}, args = synced, script = quiet): Promise<RecorderRun> =>
  run(args, { tls: serverPair, kubeconfig: (server) => kubeconfigFor(server, user, { 'certificate-authority-data': base64(authority.cert) }), ...options }, script);

const tokens = ({ server }: RecorderRun): (string | undefined)[] => server.requests.map(({ headers }) => headers.authorization);

describe('files and entries', () => {
  it.each(['', '# nothing yet\n', 'clusters: null\nusers: null\ncontexts: null\n'])('K1: %j: no contexts, in one sentence', async (text) => {
    const { status, said, output } = await run(synced, { kubeconfig: () => text });
    expect(said).toEqual([expect.stringMatching(/^There is no context in .*config\. Add one with "kubectl config set-context", or choose another kubeconfig\.$/)]);
    expect({ status, output }).toEqual({ status: 2, output: '' });
  });

  it('K2: of two files with the same user the first counts', async () => {
    const recorded = await run(synced, {
      tls: serverPair,
      async kubeconfigs(server) {
        const text = (token: string): string => kubeconfigFor(server, { token }, { 'certificate-authority-data': base64(authority.cert) });
        return [await folder.write('a', text('a')), await folder.write('b', text('b'))].join(delimiter);
      },
    });
    expect(tokens(recorded)[0]).toBe('Bearer a');
    expect(recorded.status).toBe(0);
  });

  it('K3: a missing one is skipped, and one that is named twice read once', async () => {
    const { status, said } = await run(synced, {
      async kubeconfigs(server) {
        const good = await folder.write('good', kubeconfigFor(server));
        return ['/not/there', good, good, ''].join(delimiter);
      },
    });
    expect({ status, said }).toEqual({ status: 0, said: [] });
  });

  it('K4: a broken cluster beside the current one costs nothing', async () => {
    const { status } = await run(synced, {
      kubeconfig: (server) => JSON.stringify({ 'current-context': 'x', contexts: [{ name: 'x', context: { cluster: 'good' } }], clusters: [{ name: 'broken', cluster: {} }, { name: 'good', cluster: { server } }] }),
    });
    expect(status).toBe(0);
  });

  it('K5: over plain http nobody is told who asks', async () => {
    const recorded = await run(synced, { kubeconfig: (server) => kubeconfigFor(server, { token: 'hush' }) });
    expect(tokens(recorded)).toEqual(recorded.server.requests.map(() => undefined));
    expect(recorded.status).toBe(0);
  });

  it('K12: the kubeconfig is as it was', async () => {
    let path = '';
    const hash = async (): Promise<string> => createHash('sha256').update(await readFile(path)).digest('hex');
    let before = '';
    await run(synced, {
      async kubeconfigs(server) {
        path = await folder.write('config', kubeconfigFor(server));
        before = await hash();
        return path;
      },
    });
    expect(await hash()).toBe(before);
  });
});

describe('credential plugins', () => {
  /** A plugin in JavaScript that counts its runs in `$RUNS`. */
  async function plugin(body: string, more: object = {}): Promise<{ readonly exec: object; readonly runs: () => Promise<number> }> {
    const log = await folder.write('runs', '');
    const script = await folder.write('plugin.mjs', `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync(process.env.RUNS, 'x');
const run = readFileSync(process.env.RUNS, 'utf8').length;
const give = (status) => console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${apiVersion}', status }));
${body}`);
    const exec = { apiVersion, command: process.execPath, args: [script], env: [{ name: 'RUNS', value: log }], interactiveMode: 'Never', ...more };
    return { exec, runs: async () => (await readFile(log, 'utf8')).length };
  }

  it('K6: what it says to the person is shown, it runs once, and is ended with the recording', async () => {
    const { exec, runs } = await plugin(`console.error('To sign in, open https://login.example and enter the code ABC'); setInterval(() => {}, 1000);`);
    const { said, status, summary } = await secure({ exec }, { clock: hastyClock(40) });
    expect(said[0]).toBe('To sign in, open https://login.example and enter the code ABC');
    expect(said.at(-1)).toMatch(/^The informer was not synced within 100 s\./);
    expect(summary['synced']).toBe(false);
    expect(await runs()).toBe(1);
    expect(status).toBe(1);
  });

  it('K7: one that is not installed, with the hint', async () => {
    const { said, status } = await secure({ exec: { apiVersion, command: 'no-such-plugin', interactiveMode: 'Never', installHint: 'Install it with: brew install no-such-plugin' } }, { env: { PATH: '/nowhere', SHELL: '/bin/sh' } });
    expect(said.at(-1)).toMatch(/^The credential plugin no-such-plugin of the user "test" was not found, neither on the PATH nor on that of the login shell\. Install it with: brew install no-such-plugin\.$/);
    expect(status).toBe(1);
  });

  it('K8: it is asked again when its token has expired', async () => {
    const { exec } = await plugin(`give({ token: 'token-' + run, expirationTimestamp: new Date(Date.now() + (run === 1 ? -1 : 900_000)).toISOString() });`);
    const recorded = await secure({ exec }, { interruptWhen: (server) => server.watches.length === 1 }, synced.slice(0, 4));
    expect(tokens(recorded)).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('case 3, K8: and when a watch is refused with 401', async () => {
    const { exec } = await plugin(`give({ token: 'token-' + run });`);
    const script = await readCase('03-refused-watch-401');
    const { server, status } = await secure({ exec }, {}, [...synced.slice(0, 4), '--until-events', '1', '--timeout', '200'], script);
    const sent = server.requests.map(({ query, headers }) => `${query.has('watch') ? 'watch' : 'list'} ${headers.authorization}`);
    expect(sent).toEqual(['list Bearer token-1', 'watch Bearer token-1', 'list Bearer token-2', 'watch Bearer token-2']);
    expect(status).toBe(0);
  });

  it.each([
    ['no status', `console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: '${apiVersion}' }))`, /printed an ExecCredential without status\.$/],
    ['text before JSON', `console.log('hush'); give({ token: 'hush' })`, /printed something that is not an ExecCredential; standard output must hold one alone/],
    ['another apiVersion', `console.log(JSON.stringify({ kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1beta1', status: { token: 'hush' } }))`, /answered in client\.authentication\.k8s\.io\/v1beta1, but the kubeconfig says .*v1; make both the same\.$/],
    ['exit 1', `console.error('You are not logged in.'); process.exitCode = 1`, /failed: You are not logged in\.$/],
    ['a certificate alone', `give({ clientCertificateData: 'hush' })`, /gave a certificate without its key\.$/],
    ['a key alone', `give({ clientKeyData: 'hush' })`, /gave a key without its certificate\.$/],
    ['a certificate that is none', `give({ clientCertificateData: 'hush', clientKeyData: 'hush' })`, /^The client certificate of the user "test" is not a certificate in PEM .* Its credential plugin gave it; log in again\.$/],
  ])('K9: %s is a sentence, and nothing secret in it', async (_name, body, sentence) => {
    const { exec } = await plugin(body);
    const { said, status, output } = await secure({ exec });
    expect(said.at(-1)).toMatch(sentence);
    expect(said.join() + output).not.toContain('hush');
    expect(status).toBe(1);
  });

  it('K9: one that must ask, where there is no terminal; one of an old version', async () => {
    const asks = await plugin(`give({ token: 'hush' })`, { interactiveMode: 'Always' });
    const always = await secure({ exec: asks.exec });
    expect(always.said.at(-1)).toMatch(/always asks for input, and there is no terminal here\. Log in from a terminal; where it needs no input after that, set its interactiveMode to IfAvailable in the kubeconfig\.$/);
    expect(await asks.runs()).toBe(0);
    const old = await secure({ exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'x', interactiveMode: 'Never' } });
    expect(old.said).toEqual([expect.stringContaining('v1alpha1, which is not supported')]);
    expect([always.status, old.status]).toEqual([1, 2]);
  });
});

describe('K10: proxies', () => {
  it.each(['proxy-url', 'HTTPS_PROXY'])('%s is honoured', async (where) => {
    const tunnelled: string[] = [];
    const proxy = createServer().on('connect', (request, socket, head) => {
      tunnelled.push(request.url ?? '');
      const upstream = connect(Number(new URL(`http://${request.url}`).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.write(head);
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on('error', () => socket.destroy());
      socket.on('error', () => upstream.destroy());
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    try {
      let port = '';
      const { status } = await run(synced, {
        tls: serverPair,
        env: where === 'HTTPS_PROXY' ? { HTTPS_PROXY: address, NO_PROXY: '10.0.0.0/8' } : {},
        // A name that only the proxy knows.
        kubeconfig(url) {
          ({ port } = new URL(url));
          return kubeconfigFor(`https://api.example:${port}`, {}, { 'certificate-authority-data': base64(authority.cert), ...(where === 'proxy-url' && { 'proxy-url': address }) });
        },
      });
      expect(status).toBe(0);
      expect(new Set(tunnelled)).toEqual(new Set([`api.example:${port}`]));
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });
});
