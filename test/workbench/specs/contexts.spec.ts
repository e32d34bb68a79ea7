import { chmod, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { coreRoutes, listOf, readable } from '../../support/scriptedCluster.ts';
import { ScriptedServer } from '../../support/scriptedServer.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { themes, Workbench } from '../workbench.ts';

/** A kubeconfig of many contexts: whatever is open, the others stand below it, and are asked nothing until somebody connects to one. */
let workbench: Workbench;
let folder: string;
let server: ScriptedServer;
pictureOnFailure(() => workbench);

const onePod = { metadata: { name: 'one', namespace: 'shop', uid: 'u1', resourceVersion: '9' }, spec: { containers: [] } };
const numbered = Array.from({ length: 12 }, (_, index) => `team-${String(index + 1).padStart(2, '0')}`);

function contents(...leftOut: readonly string[]): string {
  const names = ['dev', 'eu-prod', 'broken', 'plugin', ...numbered].filter((name) => !leftOut.includes(name));
  const users: Readonly<Record<string, string>> = { broken: 'nobody', plugin: 'plugin' };
  return kubeconfigWith({
    clusters: { c: { server: server.url } },
    users: { u: { token: 't' }, plugin: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: './login', interactiveMode: 'Never' } } },
    contexts: Object.fromEntries(names.map((name) => [name, { cluster: 'c', user: users[name] ?? 'u' }])),
  });
}

/** As an editor does it: a new file in the place of the old one. */
async function save(text: string): Promise<void> {
  await writeFile(path.join(folder, 'config.tmp'), text);
  await rename(path.join(folder, 'config.tmp'), path.join(folder, 'config'));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-contexts-'));
  server = await ScriptedServer.start({
    routes: { ...coreRoutes([readable('pods', 'Pod')], 'shop'), '/api/v1/pods': { list: [listOf('PodList', onePod)], watch: [{ end: 'hold' }] } },
  });
  await writeFile(path.join(folder, 'login'), `#!/bin/sh\n: > ${folder}/login-ran\nexit 1\n`);
  await chmod(path.join(folder, 'login'), 0o700);
  await save(contents());
  workbench = await Workbench.open({
    name: 'contexts',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: path.join(folder, 'config') },
  });
});
afterAll(async () => {
  await workbench?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const description = (name: string): Promise<string> => workbench.sideBar.description(workbench.sideBar.closedContext(name));
const more = () => workbench.sideBar.item(/^\d+ more contexts?$/);

it('leaves the empty view to what it says while nothing is open', async () => {
  const { sideBar } = workbench;
  await sideBar.open('Informers');
  await sideBar.link('Start Informer...').waitFor();
  expect(await sideBar.content.getByRole('treeitem', { name: /^context / }).count()).toBe(0);
});

it('shows a dozen below what is open, each with what there is to know of it, and asks nobody for it', async () => {
  const { sideBar } = workbench;
  await workbench.runCommand('Informer Inspector: Start Playground');
  await sideBar.item('Playground').waitFor();
  await expect.poll(() => description('dev')).toBe('not connected · current');
  expect(await description('eu-prod')).toBe('not connected · looks like production');
  expect(await sideBar.badge(sideBar.closedContext('eu-prod'))).toBe('P');
  expect(await description('broken')).toBe('cannot be used');
  expect(await sideBar.content.getByRole('treeitem', { name: /^context / }).count()).toBe(12);
  expect(await more().innerText()).toMatch(/^4 more contexts/);
  expect(await sideBar.closedContext('dev').getAttribute('aria-expanded')).toBeNull();
  await sideBar.tooltip(sideBar.closedContext('broken'), /names\s+the\s+user\s+"nobody"/);
  await workbench.screenshot('broken');
  // It lies over the row below.
  await sideBar.leave();
  await workbench.page.locator('.monaco-hover').filter({ hasText: 'nobody' }).waitFor({ state: 'hidden' });
  await sideBar.tooltip(sideBar.closedContext('plugin'), /It\s+is\s+asked\s+nothing\s+before\s+you\s+connect\s+to\s+it\./);
  await sideBar.leave();
  expect(server.requests).toEqual([]);
  expect(await readdir(folder)).not.toContain('login-ran');
});

it('has them in grey in every theme', async () => {
  for (const theme of themes) {
    await workbench.chooseTheme(theme);
    await workbench.screenshot(theme.toLowerCase().replaceAll(' ', '-'));
  }
});

it('connects to one by its row, beside what is open', async () => {
  const { sideBar } = workbench;
  await sideBar.connect('dev');
  await expect.poll(() => sideBar.item('dev').innerText()).toMatch(/v1\.\d+/);
  expect(await sideBar.item('Playground').count()).toBe(1);
  await expect.poll(() => sideBar.item('dev').getAttribute('aria-selected')).toBe('true');
  await workbench.screenshot('connected');
});

it('connects by the button of a row, and by its menu', async () => {
  const { sideBar } = workbench;
  await sideBar.closedContext('eu-prod').hover();
  await sideBar.closedContext('eu-prod').getByRole('button', { name: 'Connect' }).click();
  await expect.poll(() => sideBar.item('eu-prod').innerText()).toMatch(/v1\.\d+/);
  await sideBar.leave();
  await sideBar.contextMenu(sideBar.closedContext('team-01'), 'Connect');
  await expect.poll(() => sideBar.item('team-01').innerText()).toMatch(/v1\.\d+/);
  expect(await sideBar.item('dev').count()).toBe(1);
});

it('has the others below their row, and offers all to choose from', async () => {
  const { sideBar } = workbench;
  expect(await sideBar.closedContext('team-12').count()).toBe(0);
  await more().click();
  await sideBar.connect('team-12');
  await expect.poll(() => sideBar.item('team-12').innerText()).toMatch(/v1\.\d+/);
  await more().waitFor({ state: 'detached' });
  await workbench.runCommand('Informer Inspector: Connect to Context...', 'team-11');
  await expect.poll(() => sideBar.item('team-11').innerText()).toMatch(/v1\.\d+/);
});

it('says above the rows why one cannot be opened', async () => {
  const { sideBar } = workbench;
  await sideBar.closedContext('broken').click();
  await expect.poll(() => sideBar.part.innerText()).toMatch(/The context "broken" names the user "nobody", which is not in/);
  await workbench.screenshot('refused');
});

it('follows the file', async () => {
  const { sideBar } = workbench;
  await save(contents('broken', 'team-02'));
  await sideBar.closedContext('broken').waitFor({ state: 'detached' });
  await sideBar.closedContext('team-02').waitFor({ state: 'detached' });
  await sideBar.closedContext('team-03').waitFor();
});

it('has a row again for one that is left', async () => {
  const { sideBar } = workbench;
  await sideBar.contextMenu('team-12', 'Disconnect from Cluster');
  await sideBar.closedContext('team-12').waitFor();
  expect(await readdir(folder)).not.toContain('login-ran');
});

it('said nothing on the console that it should not have', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
