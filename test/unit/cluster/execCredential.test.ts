import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { CredentialError } from '../../../extension/cluster/credentialError.ts';
import { CredentialActivity } from '../../../extension/cluster/credentialActivity.ts';
import { ExecCredentials } from '../../../extension/cluster/execCredential.ts';
import type { ClusterEntry, ExecConfig } from '../../../extension/cluster/kubeconfigEntries.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { isAlive } from '../../support/isAlive.ts';
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
  execConfig: undefined,
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
let activity = new CredentialActivity(clock, process.execPath);
afterEach(() => {
  messages = [];
  clock = new FakeClock();
  activity = new CredentialActivity(clock, process.execPath);
});

function credentials(exec: ExecConfig, env: Readonly<Record<string, string | undefined>> = process.env): ExecCredentials {
  return new ExecCredentials({ user: 'jane', exec, cluster, interactive: false, env, clock, activity, check: async () => undefined, onMessage: (line) => messages.push(line) });
}

/** Resolves when what is running has said this. */
function whenSaid(text: string): Promise<void> {
  return new Promise((resolve) => {
    const listening = activity.onChange(() => {
      if (!activity.running?.lines.some((line) => line.includes(text))) return;
      listening.dispose();
      resolve();
    });
  });
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
    const source = credentials(exec);
    const spoken = whenSaid('pid');
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [source.get(first.signal), source.get(second.signal)].map((wait) => wait.catch((error: unknown) => error));
    await spoken;
    const pid = Number(activity.running!.lines[0]!.slice(4));
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

  it('a failure is tried again at once, once; from then on no more often than its pace, however many ask', async () => {
    const { exec, runs } = await plugin(`console.error('run'); process.exitCode = 3;`);
    const source = credentials(exec);
    for (let asked = 0; asked < 20; asked++) expect((await failure(source.get(never))).message).toMatch(/failed: run\.$/);
    expect(await runs()).toBe(2);
    await clock.advance(1000);
    for (let asked = 0; asked < 5; asked++) await Promise.all(Array.from({ length: 5 }, () => failure(source.get(never))));
    expect(await runs()).toBe(3);
  });

  it('K8: one that brings again and again what is refused is run more and more seldom, and what it brought is sent meanwhile', async () => {
    const { exec, runs } = await plugin(prints({ token: 't' }));
    const source = credentials(exec);
    // Twenty informers, each of which asks every second and is refused, for two minutes.
    for (let second = 0; second < 120; second++) {
      for (let informer = 0; informer < 20; informer++) source.reject(await source.get(never));
      await clock.advance(1000);
    }
    // At 0, 0, 1, 3, 7, 15, 31, 61 and 91 seconds.
    expect(await runs()).toBe(9);
    await clock.advance(60_000);
    const good = await source.get(never);
    await clock.advance(60_000);
    source.reject(good);
    expect(await source.get(never)).not.toBe(good);
    expect(await runs()).toBe(11);
  });

  it('K8: one whose credential has expired before it comes, by a clock that is wrong, is not run for each request', async () => {
    const { exec, runs } = await plugin(prints({ token: 't', expirationTimestamp: '2001-01-01T00:00:00Z' }));
    const source = credentials(exec);
    for (let asked = 0; asked < 20; asked++) expect((await source.get(never)).token).toBe('t');
    expect(await runs()).toBe(2);
  });

  it('K6: a person may end it; then it is not run again by itself, and says so', async () => {
    const { exec, runs } = await plugin(`console.error('waiting'); setInterval(() => {}, 1000);`);
    const source = credentials(exec);
    const waits = [source.get(never), source.get(never)].map(failure);
    await whenSaid('waiting');
    expect(activity.running).toMatchObject({ user: 'jane', command: process.execPath, startedAt: 0 });
    activity.cancel();
    for (const error of await Promise.all(waits)) {
      expect(error.code).toBe('execCancelled');
      expect(error.message).toMatch(/^The credential plugin .* of the user "jane" was cancelled, so that there are no credentials\. Reconnect to run it again\.$/);
    }
    expect(activity.running).toBeUndefined();
    await clock.advance(3_600_000);
    expect((await failure(source.get(never))).code).toBe('execCancelled');
    expect(await runs()).toBe(1);
  });

  it('one that hangs is ended after a time that no login takes', async () => {
    const { exec } = await plugin(`console.error('pid ' + process.pid); setInterval(() => {}, 1000);`);
    const wait = failure(credentials(exec).get(never));
    await whenSaid('pid');
    const pid = Number(activity.running!.lines[0]!.slice(4));
    await clock.advance(20 * 60_000);
    const error = await wait;
    expect(error.code).toBe('execTimeout');
    expect(error.message).toMatch(/had not ended after 20 minutes, and was ended\. See what it waits for in a terminal, then reconnect\.$/);
    await expect.poll(() => isAlive(pid), { interval: 5 }).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('K6: what it says is there while it waits, also a question that does not end its line, and what to do with it', async () => {
    const go = join(await folder.path(), 'go');
    const { exec } = await plugin(`import { existsSync } from 'node:fs';
      process.stderr.write('\u001b]0;login\u0007To sign in, open \u001b[4mhttps://login.example/device\u001b[0m and enter the code \u001b[1mABCD-1234\u001b[0m: ');
      const wait = setInterval(() => { if (existsSync(${JSON.stringify(go)})) { clearInterval(wait); ${prints({ token: 't' })} } }, 5);`);
    const wait = credentials(exec).get(never);
    await whenSaid('ABCD-1234');
    expect(activity.running).toMatchObject({
      lines: ['To sign in, open https://login.example/device and enter the code ABCD-1234:'],
      prompt: { link: 'https://login.example/device', code: 'ABCD-1234' },
    });
    await folder.write('go', '');
    expect((await wait).token).toBe('t');
    expect(activity.running).toBeUndefined();
  });

  it('K6: however much it says, what is kept and passed on is bounded, and its last line is still told when it fails', async () => {
    const { exec } = await plugin(`for (let line = 0; line < 20_000; line++) process.stderr.write('line ' + line + ' ' + 'x'.repeat(line % 7 === 0 ? 10_000 : 10) + '\\n'); process.stderr.write('gave up\\n', () => process.exit(1));`);
    let most = 0;
    activity.onChange(() => (most = Math.max(most, (activity.running?.lines ?? []).join('').length)));
    const error = await failure(credentials(exec).get(never));
    expect(error.message).toMatch(/failed: gave up\.$/);
    expect(most).toBeLessThanOrEqual(20 * 2048);
    expect(messages.length).toBeLessThanOrEqual(2001);
    expect(messages.join('').length).toBeLessThanOrEqual(300_000);
    expect(messages.at(-1)).toBe('The credential plugin says more than that; it is left out.');
  });

  it.each(['client.authentication.k8s.io/v1', 'client.authentication.k8s.io/v1beta1'])('speaks %s', async (version) => {
    const { exec } = await plugin(`const { apiVersion, kind, spec } = JSON.parse(process.env.KUBERNETES_EXEC_INFO); console.log(JSON.stringify({ apiVersion, kind, status: { token: Object.keys(spec).join() } }));`, { apiVersion: version });
    expect((await credentials(exec).get(never)).token).toBe('interactive');
  });

  it('K7: gives it the PATH of the login shell when that is where it was found, for what it runs itself', async () => {
    const path = await folder.path();
    await folder.write('helper', `#!/bin/sh\necho '${credential({ token: 'helped' })}'\n`, 0o700);
    await folder.write('wrapper', '#!/bin/sh\nhelper\n', 0o700);
    const shell = await folder.write('shell', `#!/bin/sh\nPATH=${path}:$PATH\neval "$2"\n`, 0o700);
    expect((await credentials(config({ command: 'wrapper' }), { PATH: '/nowhere', SHELL: shell }).get(never)).token).toBe('helped');
  });

  it('is itself looked for on our PATH, also where it is given another one for what it runs', async () => {
    await folder.write('wrapper', `#!/bin/sh\necho "{\\"kind\\":\\"ExecCredential\\",\\"apiVersion\\":\\"client.authentication.k8s.io/v1\\",\\"status\\":{\\"token\\":\\"$PATH\\"}}"\n`, 0o700);
    const path = await folder.path();
    const exec = config({ command: 'wrapper', env: { PATH: '/nowhere' } });
    expect((await credentials(exec, { PATH: path }).get(never)).token).toBe('/nowhere');
    expect((await failure(credentials(config({ command: 'wrapper', env: { PATH: path } }), { PATH: '/nowhere', SHELL: '/bin/sh' }).get(never))).code).toBe('execMissing');
  });

  it.each([
    ['a folder', async () => folder.path(), 'execMissing', /is a folder\. Correct its command in the kubeconfig\.$/],
    ['a file that may not be run', () => folder.write('plain', '#!/bin/sh\n'), 'execMissing', /may not be run\. Make it executable, or correct its command in the kubeconfig\.$/],
    ['a script that nobody can run', () => folder.write('odd', '#!/not/there/sh\n', 0o700), 'execFailed', /is there, but what runs it is not: what the first line of a script names, or the loader that a program was built for\. Install that, or a build for this system\.$/],
    ['below a file', async () => `${await folder.write('plain', '')}/plugin`, 'execMissing', /was not found\. Install it/],
  ])('K9: a command that is %s is a sentence', async (_what, command, code, sentence) => {
    const error = await failure(credentials(config({ command: await command(), installHint: undefined }), { PATH: '/nowhere' }).get(never));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toMatch(/ENO|EACC|spawn/);
  });

  it('K9: what cannot be passed to it is a sentence that does not repeat it', async () => {
    const error = await failure(credentials(config({ args: ['hush\0'] })).get(never));
    expect(error.code).toBe('execFailed');
    expect(error.message).toMatch(/could not be started \(ERR_INVALID_ARG_VALUE\)\. See that it runs from a terminal\.$/);
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
    expect(error.message).toMatch(/The credential plugin no-such-plugin of the user "jane" was not found, neither on the PATH nor on that of the login shell\. Run: brew install no-such-plugin\.$/);
    expect(error.data.installHint).toBe('Run: brew install no-such-plugin');
  });

  it('K7: finds it on the PATH of the login shell', async () => {
    const path = await folder.path();
    await folder.write('login-plugin', `#!/bin/sh\necho '${credential({ token: 'found' })}'\n`, 0o700);
    const shell = await folder.write('shell', `#!/bin/sh\necho Welcome\nPATH=${path}:$PATH\neval "$2"\n`, 0o700);
    expect((await credentials(config({ command: 'login-plugin' }), { PATH: '/nowhere', SHELL: shell }).get(never)).token).toBe('found');
  });
});
