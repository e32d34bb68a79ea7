import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { startHttpProxy, type TestProxy } from '../../support/proxies.ts';
import { PlaygroundProgram } from '../../support/playgroundProgram.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startInformer } from '../startInformer.ts';
import { Workbench } from '../workbench.ts';

/** A kubeconfig that changes while somebody is connected by it. The cluster is a playground of the test's own. */
let workbench: Workbench;
let folder: string;
let cluster: PlaygroundProgram;
let proxy: TestProxy;
let server: URL;
let playground: { readonly clusters: [{ readonly cluster: object }]; readonly users: [{ readonly user: object }] };
pictureOnFailure(() => workbench);

const config = (): string => path.join(folder, 'config');

function contents(contexts: readonly string[], more: object = {}): string {
  return kubeconfigWith({
    clusters: { c: { ...playground.clusters[0].cluster, ...more } },
    users: { ...Object.fromEntries(contexts.map((name) => [name, playground.users[0].user])), broken: { token: 7 } },
    contexts: Object.fromEntries(contexts.map((name) => [name, { cluster: 'c', user: name }])),
  });
}

/** As an editor does it: a new file in the place of the old one. */
async function save(text: string): Promise<void> {
  await writeFile(`${config()}.tmp`, text);
  await rename(`${config()}.tmp`, config());
}

const hash = async (): Promise<string> => createHash('sha256').update(await readFile(config())).digest('hex');
const offers = () => workbench.notifications.toasts.filter({ hasText: /The kubeconfig entry for corp has changed/ });

/** What there is to switch to, as it is offered now. */
async function offeredContexts(): Promise<string[]> {
  const { quickInput, page } = workbench;
  await workbench.runCommand('Informer Inspector: Switch Context...');
  await quickInput.title.filter({ hasText: 'Switch Context' }).waitFor();
  await quickInput.widget.locator('.monaco-list-row').first().waitFor();
  const labels = await quickInput.widget.locator('.monaco-list-row .label-name').allInnerTexts();
  await page.keyboard.press('Escape');
  return labels;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-kubeconfig-'));
  cluster = new PlaygroundProgram(['--churn', 'off', '--kubeconfig', path.join(folder, 'playground')]);
  server = new URL((await cluster.ready()).server);
  proxy = await startHttpProxy();
  playground = parse(await readFile(path.join(folder, 'playground'), 'utf8'));
  await save(contents(['corp']));
  workbench = await Workbench.open({
    name: 'kubeconfig',
    vsix: process.env['VSIX']!,
    env: { KUBECONFIG: [path.join(folder, 'not-there'), config()].join(path.delimiter) },
    settings: { 'informerInspector.playground.churn': 'off' },
  });
});
afterAll(async () => {
  await workbench?.close();
  await cluster?.stop();
  await proxy?.close();
  await rm(folder, { recursive: true, force: true });
});

it('says which file it reads, and whom it asks as', async () => {
  const { sideBar } = workbench;
  await sideBar.open('Informers');
  await startInformer(workbench, 'pods');
  await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/synced/);
  const tooltip = await sideBar.tooltip(sideBar.item('corp'), /Kubeconfig/);
  // A tooltip breaks a path where it likes.
  expect((await tooltip.innerText()).replaceAll(/\s/g, '')).toContain(config());
  await workbench.screenshot('tooltip');
});

it('reads it again when it changes, and offers to connect again only when what is connected has changed, once', async () => {
  await save(contents(['corp', 'other']));
  await save(contents(['corp', 'other'], { 'tls-server-name': 'localhost' }));
  await offers().waitFor();
  await workbench.screenshot('offer');
  await expect.poll(() => offers().count()).toBe(1);
});

it('connects again when that is wanted, with the same informers', async () => {
  const { sideBar } = workbench;
  await offers().getByRole('button', { name: 'Reconnect' }).click();
  await offers().waitFor({ state: 'detached' });
  await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/synced/);
  await expect.poll(() => offeredContexts()).toEqual(['corp', 'other']);
  await expect.poll(() => offers().count()).toBe(0);
});

it('K12: has not written to it', async () => {
  const own = createHash('sha256').update(contents(['corp', 'other'], { 'tls-server-name': 'localhost' })).digest('hex');
  await expect.poll(() => hash()).toBe(own);
});

it('takes the file that a trusted workspace chooses', async () => {
  await writeFile(path.join(folder, 'chosen'), contents(['chosen']));
  await mkdir(path.join(workbench.server.folder, '.vscode'), { recursive: true });
  await writeFile(path.join(workbench.server.folder, '.vscode', 'settings.json'), JSON.stringify({ 'informerInspector.kubeconfig': path.join(folder, 'chosen') }));
  await expect.poll(offeredContexts).toEqual(['chosen']);
});

it('K10: goes through the proxy of the kubeconfig to a name that only the proxy knows, whatever VS Code does with the requests of extensions', async () => {
  const { sideBar } = workbench;
  await writeFile(path.join(folder, 'chosen'), contents(['proxied'], { server: `https://api.example:${server.port}`, 'tls-server-name': 'localhost', 'proxy-url': proxy.url }));
  await expect.poll(offeredContexts).toEqual(['proxied']);
  await workbench.runCommand('Informer Inspector: Switch Context...', 'proxied');
  await startInformer(workbench, 'pods');
  await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/synced/);
  expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT api.example:${server.port}`]));
  await workbench.screenshot('proxied');
});
