import { afterEach, describe, expect, it } from 'vitest';
import { CredentialError } from '../../../extension/cluster/credentialError.ts';
import { ExecCredentials, parseExecCredential } from '../../../extension/cluster/execCredential.ts';
import type { ClusterEntry, ExecConfig } from '../../../extension/cluster/kubeconfigEntries.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const never = new AbortController().signal;
const apiVersion = 'client.authentication.k8s.io/v1';
const cluster: ClusterEntry = {
  name: 'c',
  path: '/config',
  server: 'https://10.0.0.1',
  certificateAuthority: { data: 'Q0E=' },
  insecureSkipTlsVerify: false,
  tlsServerName: undefined,
  proxyUrl: undefined,
  disableCompression: false,
};
const credential = (status: object, more: object = {}): string => JSON.stringify({ kind: 'ExecCredential', apiVersion, status, ...more });
const config = (more: Partial<ExecConfig> = {}): ExecConfig => ({
  apiVersion,
  command: process.execPath,
  args: [],
  env: {},
  installHint: undefined,
  interactiveMode: 'IfAvailable',
  provideClusterInfo: false,
  ...more,
});

let messages: string[] = [];
let clock = new FakeClock();
afterEach(() => {
  messages = [];
  clock = new FakeClock();
});

function credentials(exec: ExecConfig, env: Readonly<Record<string, string | undefined>> = process.env): ExecCredentials {
  return new ExecCredentials({ user: 'jane', exec, cluster, interactive: false, env, clock, onMessage: (line) => messages.push(line) });
}

/** A plugin in JavaScript; it appends a line to $RUNS each time that it runs. */
async function plugin(body: string, more: Partial<ExecConfig> = {}): Promise<{ readonly exec: ExecConfig; readonly runs: () => Promise<number> }> {
  const { readFile } = await import('node:fs/promises');
  const log = await folder.write('runs', '');
  const script = await folder.write('plugin.mjs', `import { appendFileSync } from 'node:fs';\nappendFileSync(${JSON.stringify(log)}, 'x\\n');\n${body}`);
  return { exec: config({ args: [script], ...more }), runs: async () => (await readFile(log, 'utf8')).length / 2 };
}

const prints = (status: object): string => `console.log(${JSON.stringify(credential(status))});`;

async function failure(promise: Promise<unknown>): Promise<CredentialError> {
  const error: unknown = await promise.then(() => expect.unreachable('it should have failed'), (reason: unknown) => reason);
  expect(error).toBeInstanceOf(CredentialError);
  return error as CredentialError;
}

describe('running a credential plugin', () => {
  it('gives it what it needs to know, and takes its token', async () => {
    const { exec } = await plugin('const { spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO); console.log(JSON.stringify({ kind: "ExecCredential", apiVersion: "client.authentication.k8s.io/v1", status: { token: [process.env.REGION, spec.interactive, spec.cluster.server, spec.cluster["certificate-authority-data"]].join() } }));', {
      env: { REGION: 'eu' },
      provideClusterInfo: true,
    });
    expect((await credentials(exec).get(never)).token).toBe('eu,false,https://10.0.0.1,Q0E=');
  });

  it('K6: one run serves all who wait, and its words are shown while it runs', async () => {
    const { exec, runs } = await plugin(`console.error('To sign in, enter the code ABC\\u001b[31m');\n${prints({ token: 't' })}`);
    const source = credentials(exec);
    const all = await Promise.all([source.get(never), source.get(never), source.get(never)]);
    expect(new Set(all).size).toBe(1);
    expect(await runs()).toBe(1);
    expect(messages).toEqual(['To sign in, enter the code ABC']);
  });

  it('K6: it is ended when nobody waits any more, and only then', async () => {
    const { exec } = await plugin(`console.error('pid ' + process.pid); setInterval(() => {}, 1000);`);
    const spoken = Promise.withResolvers<number>();
    const source = new ExecCredentials({ user: 'jane', exec, cluster, interactive: false, env: process.env, clock, onMessage: (line) => spoken.resolve(Number(line.slice(4))) });
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [source.get(first.signal), source.get(second.signal)].map((wait) => wait.catch((error: unknown) => error));
    const pid = await spoken.promise;
    first.abort('one');
    expect(await waits[0]).toBe('one');
    expect(isAlive(pid)).toBe(true);
    second.abort('two');
    expect(await waits[1]).toBe('two');
    await expect.poll(() => isAlive(pid), { interval: 5 }).toBe(false);
  });

  it('K8: it runs again when the token has expired, or the server says 401', async () => {
    const expirationTimestamp = new Date(clock.wallTime() + 900_000).toISOString();
    const { exec, runs } = await plugin(prints({ token: 't', expirationTimestamp }));
    const source = credentials(exec);
    const first = await source.get(never);
    await clock.advance(899_999);
    expect(await source.get(never)).toBe(first);
    await clock.advance(1);
    const second = await source.get(never);
    expect(await runs()).toBe(2);
    source.reject(first);
    expect(await runs()).toBe(2);
    source.reject(second);
    await source.get(never);
    expect(await runs()).toBe(3);
  });

  it('takes a certificate with its key', async () => {
    const { exec } = await plugin(prints({ clientCertificateData: 'C', clientKeyData: 'K' }));
    expect(await credentials(exec).get(never)).toEqual({ token: undefined, certificate: 'C', key: 'K', expiresAt: undefined });
  });

  it('K9: says what a failing plugin said last', async () => {
    const { exec } = await plugin(`console.log('secret-token'); console.error('first'); console.error('You are not logged in.'); process.exitCode = 3;`);
    const error = await failure(credentials(exec).get(never));
    expect(error.code).toBe('execFailed');
    expect(error.message).toMatch(/^The credential plugin .* of the user "jane" failed: You are not logged in\.$/);
  });

  it('K9: says its exit status when it said nothing', async () => {
    const { exec } = await plugin('process.exitCode = 3;');
    expect((await failure(credentials(exec).get(never))).message).toContain('exit status 3');
  });

  it('a failure is not remembered', async () => {
    const { exec, runs } = await plugin('process.exitCode = 3;');
    const source = credentials(exec);
    await failure(source.get(never));
    await failure(source.get(never));
    expect(await runs()).toBe(2);
  });

  it('K9: does not start one that must ask, where there is no terminal', async () => {
    const { exec, runs } = await plugin(prints({ token: 't' }), { interactiveMode: 'Always' });
    expect((await failure(credentials(exec).get(never))).code).toBe('execInteractive');
    expect(await runs()).toBe(0);
  });

  it.each(['client.authentication.k8s.io/v1alpha1', ''])('K9: refuses the version %j', async (version) => {
    const error = await failure(credentials(config({ apiVersion: version })).get(never));
    expect(error.message).toMatch(/which is not supported\. Use client\.authentication\.k8s\.io\/v1 or/);
  });

  it('refuses a plugin without command', async () => {
    expect((await failure(credentials(config({ command: '' })).get(never))).message).toContain('has no command');
  });

  it('K7: says that it is not installed, with the hint', async () => {
    const error = await failure(credentials(config({ command: 'no-such-plugin', installHint: 'Run: brew install no-such-plugin' }), { PATH: '/nowhere', SHELL: '/bin/sh' }).get(never));
    expect(error.code).toBe('execMissing');
    expect(error.message).toMatch(/The credential plugin no-such-plugin of the user "jane" was not found, neither on the PATH nor on that of the login shell .*Run: brew install no-such-plugin\./);
  });

  it('K7: finds it on the PATH of the login shell', async () => {
    const path = await folder.path();
    await folder.write('login-plugin', `#!/bin/sh\necho '${credential({ token: 'found' })}'\n`, 0o700);
    const shell = await folder.write('shell', `#!/bin/sh\necho Welcome\nPATH=${path}:$PATH\neval "$2"\n`, 0o700);
    expect((await credentials(config({ command: 'login-plugin' }), { PATH: '/nowhere', SHELL: shell }).get(never)).token).toBe('found');
  });
});

describe('what a plugin prints (K9)', () => {
  it.each([
    ['text before the JSON', `Hello\n${credential({ token: 'hush' })}`, 'not one JSON object'],
    ['nothing', '', 'not one JSON object'],
    ['something else', '{"kind":"Pod"}', 'did not print an ExecCredential'],
    ['another version', credential({ token: 'hush' }, { apiVersion: 'client.authentication.k8s.io/v1beta1' }), 'answered in client.authentication.k8s.io/v1beta1, but the kubeconfig says client.authentication.k8s.io/v1'],
    ['no status', '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1"}', 'without status'],
    ['an empty status', credential({}), 'neither a token nor a certificate'],
    ['a certificate alone', credential({ clientCertificateData: 'hush' }), 'a certificate without its key'],
    ['a key alone', credential({ clientKeyData: 'hush' }), 'a key without its certificate'],
    ['no time', credential({ token: 'hush', expirationTimestamp: 'soon' }), 'not a time'],
  ])('%s is a sentence', (_name, output, what) => {
    expect(() => parseExecCredential(output, 'jane', config({ command: 'p' }))).toThrow(what);
    expect(() => parseExecCredential(output, 'jane', config({ command: 'p' }))).not.toThrow('hush');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
