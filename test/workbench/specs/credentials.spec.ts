import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isAlive } from '../../support/isAlive.ts';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { PlaygroundProgram } from '../../support/playgroundProgram.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startInformer } from '../startInformer.ts';
import { Workbench } from '../workbench.ts';

/**
 * Contexts whose credentials come from programs: one that asks a person to log in and waits for them, one that waits for ever, one that is not
 * installed, one that must ask on a terminal. The cluster is a playground of the test's own, which lets nobody in without its token.
 */
let workbench: Workbench;
let folder: string;
let cluster: PlaygroundProgram;
pictureOnFailure(() => workbench);

const link = 'https://login.example/device?tenant=a%2Fb';
const code = 'WDJB-MJHT';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-credentials-'));
  cluster = new PlaygroundProgram(['--churn', 'off', '--kubeconfig', path.join(folder, 'playground')]);
  await cluster.ready();
  const { clusters, users } = parse(await readFile(path.join(folder, 'playground'), 'utf8')) as { clusters: [{ cluster: object }]; users: [{ user: { token: string } }] };
  // Named relative to the kubeconfig in which it stands.
  await plugin('corp-login', users[0].user.token);
  await plugin('slow-login', users[0].user.token);
  const version = { apiVersion: 'client.authentication.k8s.io/v1' };
  const exec = (more: object): object => ({ exec: { ...version, ...more } });
  const plugins = {
    corp: exec({ command: './corp-login', interactiveMode: 'IfAvailable', env: null }),
    slow: exec({ command: './slow-login', interactiveMode: 'Never' }),
    missing: exec({ command: 'no-such-login', interactiveMode: 'Never', installHint: 'Install it with: brew install no-such-login, as https://docs.example/login says.' }),
    asking: exec({ command: './corp-login', interactiveMode: 'Always' }),
  };
  const contexts = Object.fromEntries(Object.keys(plugins).map((name) => [name, { cluster: 'c', user: name }]));
  await writeFile(path.join(folder, 'config'), kubeconfigWith({ clusters: { c: clusters[0].cluster }, users: plugins, contexts }));
  workbench = await Workbench.open({
    name: 'credentials',
    vsix: process.env['VSIX']!,
    env: { KUBECONFIG: path.join(folder, 'config') },
    // What a terminal paints by itself nobody can read here.
    settings: { 'informerInspector.playground.churn': 'off', 'terminal.integrated.gpuAcceleration': 'off' },
  });
});
afterAll(async () => {
  await workbench?.close();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Says what a person has to do, and gives the token when the file `NAME.go` is there. Its runs are lines of `NAME.runs`. */
async function plugin(name: string, token: string): Promise<void> {
  const file = path.join(folder, name);
  const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token } };
  await writeFile(
    file,
    `#!${process.execPath}
const { appendFileSync, existsSync } = require('node:fs');
appendFileSync(${JSON.stringify(`${file}.runs`)}, process.pid + '\\n');
console.error('\\x1b[33mTo sign in, open the page \\x1b[4m${link}\\x1b[0m\\x1b[33m in a web browser and enter the code ${code} to authenticate.\\x1b[0m');
const wait = setInterval(() => {
  if (!existsSync(${JSON.stringify(`${file}.go`)})) return;
  clearInterval(wait);
  console.log(${JSON.stringify(JSON.stringify(credential))});
}, 20);
`,
  );
  await chmod(file, 0o700);
}

/** The pids of its runs so far. */
async function runs(name: string): Promise<number[]> {
  const file = path.join(folder, `${name}.runs`);
  return existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n').map(Number) : [];
}

const go = (name: string): Promise<void> => writeFile(path.join(folder, `${name}.go`), '');
const stay = (name: string): Promise<void> => rm(path.join(folder, `${name}.go`));

const login = (program: string) => workbench.notifications.toasts.filter({ hasText: `waiting for its credential plugin ${program}` });

describe('a plugin that waits for somebody to log in (K6)', () => {
  it('K6: shows what it asks, in a notification and in the tree', async () => {
    const { sideBar } = workbench;
    await sideBar.open('Informers');
    await workbench.runCommand('Informer Inspector: Switch Context...', 'corp');
    await login('corp-login').waitFor();
    await expect.poll(() => login('corp-login').innerText()).toContain(`enter the code ${code} to authenticate.`);
    await expect.poll(() => sideBar.item('corp').innerText()).toContain('waiting for corp-login');
    await expect.poll(() => login('corp-login').innerText()).not.toMatch(/\[33m/);
    await workbench.screenshot('device-code');
  });

  it('K6: its code can be copied, and its address opened after VS Code has asked', async () => {
    const { notifications } = workbench;
    await login('corp-login').getByText('Copy Code').click();
    await expect.poll(() => workbench.clipboard()).toBe(code);
    await login('corp-login').getByText('Open Link').click();
    await notifications.dialog.waitFor();
    await expect.poll(() => notifications.dialog.innerText()).toContain(link);
    await workbench.screenshot('open-link');
    await notifications.answerDialog('Cancel');
  });

  it('K6: the window works on meanwhile', async () => {
    const { sideBar } = workbench;
    await workbench.runCommand('Informer Inspector: Start Playground');
    await sideBar.item('Playground').waitFor();
    await expect.poll(() => sideBar.item('pods').first().innerText()).toMatch(/synced/);
    await expect.poll(() => runs('corp-login')).toHaveLength(1);
    await expect.poll(() => sideBar.item('corp').innerText()).toContain('waiting for corp-login');
    await workbench.runCommand('Informer Inspector: Stop Playground');
    await workbench.notifications.answerDialog('Stop Playground');
    await sideBar.item('Playground').waitFor({ state: 'detached' });
  });

  it('K6: when somebody has logged in, it goes on, and nothing of it is left to be seen', async () => {
    const { sideBar } = workbench;
    await go('corp-login');
    await expect.poll(() => sideBar.item('corp').innerText()).toMatch(/v1\.\d+/);
    await login('corp-login').waitFor({ state: 'detached' });
    await expect.poll(() => sideBar.item('corp').innerText()).not.toContain('waiting');
    for (const resource of ['pods', 'deployments']) await startInformer(workbench, resource);
    for (const resource of ['pods', 'deployments']) await expect.poll(() => sideBar.item(resource).innerText()).toMatch(/synced/);
    await expect.poll(() => runs('corp-login')).toHaveLength(1);
    await workbench.screenshot('logged-in');
  });

  it('K6: all informers of a session wait for one run of it', async () => {
    const { sideBar } = workbench;
    await stay('corp-login');
    await workbench.runCommand('Informer Inspector: Reconnect to Cluster');
    await login('corp-login').waitFor();
    // Each of them asks, and none has an answer.
    for (const resource of ['pods', 'deployments']) await expect.poll(() => sideBar.item(resource).innerText()).not.toMatch(/synced/);
    await workbench.screenshot('informers-wait');
    await go('corp-login');
    for (const resource of ['pods', 'deployments']) await expect.poll(() => sideBar.item(resource).innerText()).toMatch(/synced/);
    await expect.poll(() => runs('corp-login')).toHaveLength(2);
  });
});

describe('a plugin that is cancelled', () => {
  it('K6: is ended with a sentence and a way back, and is not run again by itself', async () => {
    const { sideBar } = workbench;
    await workbench.runCommand('Informer Inspector: Switch Context...', 'slow');
    await login('slow-login').waitFor();
    await login('slow-login').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => sideBar.part.innerText()).toMatch(/The credential plugin \S*slow-login of the user "slow" was cancelled, so that there are no credentials\. Reconnect to run it again\./);
    await sideBar.link('Reconnect').first().waitFor();
    await login('slow-login').waitFor({ state: 'detached' });
    const [pid] = await runs('slow-login');
    await expect.poll(() => isAlive(pid!)).toBe(false);
    await workbench.screenshot('cancelled');
    await expect.poll(() => runs('slow-login')).toHaveLength(1);
  });

  it('K6: is run again when somebody reconnects', async () => {
    const { sideBar } = workbench;
    await go('slow-login');
    await sideBar.link('Reconnect').first().click();
    await expect.poll(() => sideBar.item('slow').innerText()).toMatch(/v1\.\d+/);
    await expect.poll(() => runs('slow-login')).toHaveLength(2);
  });
});

it('K7: a plugin that is not installed is named with its hint', async () => {
  const { sideBar } = workbench;
  await workbench.runCommand('Informer Inspector: Switch Context...', 'missing');
  await expect
    .poll(() => sideBar.part.innerText())
    .toMatch(/The credential plugin no-such-login of the user "missing" was not found, neither on the PATH nor on that of the login shell\. Install it with: brew install no-such-login, as https:\/\/docs\.example\/login says\./);
  await expect.poll(() => sideBar.item('missing').innerText()).toContain('credential plugin not found');
  await workbench.screenshot('missing');
});

it('K9: a plugin that must ask on a terminal is not run, and says where to log in', async () => {
  const { sideBar } = workbench;
  await workbench.runCommand('Informer Inspector: Switch Context...', 'asking');
  await expect.poll(() => sideBar.part.innerText()).toMatch(/corp-login\) always asks for input, and there is no terminal here\. Log in from a terminal/);
  await sideBar.link('Log In from a Terminal').waitFor();
  await expect.poll(() => runs('corp-login')).toHaveLength(2);
  await workbench.screenshot('asking');
});

it('K9: a terminal is opened with the command typed, and not run', async () => {
  const terminal = workbench.page.locator('.terminal .xterm-rows');
  await workbench.sideBar.link('Log In from a Terminal').click();
  // Blanks of a terminal are of another kind.
  await expect.poll(async () => (await terminal.innerText()).replace(/\s+/g, ' ')).toContain('kubectl --context asking get --raw /version');
  await workbench.screenshot('terminal');
  await expect.poll(() => runs('corp-login')).toHaveLength(2);
});

it('says nothing of the token, neither on the screen nor in the log', async () => {
  const { users } = parse(await readFile(path.join(folder, 'playground'), 'utf8')) as { users: [{ user: { token: string } }] };
  const { token } = users[0].user;
  expect(token.length).toBeGreaterThan(10);
  await expect.poll(() => workbench.everythingSaid()).not.toContain(token);
  const log = await workbench.extensionLog();
  expect(log).toContain(`enter the code ${code}`);
  expect(log).not.toContain(token);
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
