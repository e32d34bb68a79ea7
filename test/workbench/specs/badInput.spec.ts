import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, ScriptedServer, statusObject } from '../../support/scriptedServer.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** Each gets one clear sentence where the person is looking, and costs nothing else. */
let workbench: Workbench;
let folder: string;
let odd: ScriptedServer;
let strict: ScriptedServer;
const dialogs: string[] = [];
pictureOnFailure(() => workbench);
const oddName = '<img src=x onerror=alert(1)>';

const resource = (name: string, kind: string): object => ({ name, kind, singularName: '', namespaced: true, verbs: ['get', 'list', 'watch'] });
const page = (apiVersion: string, kind: string, ...items: object[]): Reply => ({ json: { apiVersion, kind, metadata: { resourceVersion: '10' }, items } });
const forbidden = statusObject(403, 'Forbidden', 'secrets is forbidden: User "jane" cannot list resource "secrets" in API group "" at the cluster scope');

/** A server that says yes to pods, no to secrets, and has no widgets though it lists them. */
const routes: Readonly<Record<string, { readonly list?: readonly Reply[]; readonly watch?: readonly Reply[] }>> = {
  '/version': { list: [{ json: { major: '1', minor: '34', gitVersion: 'v1.34.0' } }] },
  '/api': { list: [{ json: { kind: 'APIVersions', versions: ['v1'] } }] },
  '/api/v1': { list: [{ json: { kind: 'APIResourceList', groupVersion: 'v1', resources: [resource('pods', 'Pod'), resource('secrets', 'Secret'), resource('widgets', 'Widget')] } }] },
  '/apis': { list: [{ json: { kind: 'APIGroupList', groups: [] } }] },
  '/api/v1/namespaces': { list: [page('v1', 'NamespaceList', { metadata: { name: 'default' } })] },
  '/api/v1/pods': {
    list: [page('v1', 'PodList', { metadata: { name: oddName, namespace: 'default', uid: 'u1', resourceVersion: '9' }, spec: { containers: [] } })],
    watch: [{ end: 'hold' }],
  },
  '/api/v1/secrets': { list: [{ status: 403, json: forbidden }], watch: [{ status: 403, json: forbidden }] },
};

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return port;
}

async function writeKubeconfig(text: string): Promise<void> {
  await writeFile(path.join(folder, 'config'), text);
}

async function switchTo(context: string): Promise<void> {
  await workbench.runCommand('Informer Inspector: Switch Context...', context);
}

async function startInformer(name: string): Promise<void> {
  await workbench.runCommand('Informer Inspector: Start Informer...', name, 'All namespaces');
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-bad-input-'));
  odd = await ScriptedServer.start({ routes });
  const unauthorized: Reply = { status: 401, json: statusObject(401, 'Unauthorized', 'Unauthorized') };
  strict = await ScriptedServer.start({ routes: Object.fromEntries(Object.keys(routes).map((route) => [route, { list: [unauthorized], watch: [unauthorized] }])) });
  await writeKubeconfig('apiVersion: v1\nkind: Config\ncontexts: [\n  - {{{\n');
  workbench = await Workbench.open({ name: 'bad-input', vsix: process.env['VSIX']!, env: { KUBECONFIG: path.join(folder, 'config') } });
  workbench.page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
});
afterAll(async () => {
  await workbench?.close();
  await odd?.close();
  await strict?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('a kubeconfig', () => {
  it('that is broken YAML: the side bar names the file, and offers to open it and the playground', async () => {
    const { sideBar } = workbench;
    await sideBar.open('Informers');
    await sideBar.content.getByRole('button', { name: 'Open Kubeconfig' }).waitFor();
    await expect.poll(() => sideBar.part.innerText()).toMatch(/config, line \d/);
    await sideBar.link(/playground/i).first().waitFor();
    await workbench.screenshot('broken-yaml');
  });

  it('that was corrected is read again on request, and its contexts can be chosen', async () => {
    const { sideBar } = workbench;
    const context = (name: string, cluster: string): object => ({ name, context: { cluster, user: 'jane' } });
    const cluster = (name: string, server: string): object => ({ name, cluster: { server } });
    await writeKubeconfig(
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Config',
        'current-context': 'odd',
        clusters: [cluster('odd', odd.url), cluster('strict', strict.url), cluster('down', `http://127.0.0.1:${await closedPort()}`)],
        users: [{ name: 'jane', user: { token: 'a-token-nobody-should-see' } }],
        contexts: [context('odd', 'odd'), context('strict', 'strict'), context('down', 'down'), context('lost', 'no-such-cluster')],
      }),
    );
    await sideBar.link('Read the kubeconfig again').click();
    await sideBar.link('Start Informer...').first().waitFor();
  });

  it('whose context names a missing cluster: says which', async () => {
    await switchTo('lost');
    await expect.poll(() => workbench.everythingSaid()).toContain('no-such-cluster');
    await workbench.screenshot('missing-cluster');
  });
});

describe('a server', () => {
  it('that cannot be reached: says so in the view, with what to do, and in no more than one toast', async () => {
    await switchTo('down');
    await expect.poll(() => workbench.sideBar.part.innerText()).toMatch(/down: .*connection.*refused/i);
    await workbench.screenshot('unreachable');
    expect((await workbench.notifications.texts()).length).toBeLessThanOrEqual(1);
  });

  it('that does not accept the credentials: says 401 and what to do', async () => {
    await switchTo('strict');
    await expect.poll(() => workbench.sideBar.part.innerText()).toMatch(/401/);
    await workbench.screenshot('unauthorized');
  });
});

describe('an informer', () => {
  it('shows an object whose name is markup as the text that it is', async () => {
    const { sideBar, panel } = workbench;
    await switchTo('odd');
    await startInformer('pods');
    await sideBar.expand('pods');
    await sideBar.expand('default');
    await sideBar.item(oddName).waitFor();
    await workbench.runCommand('Informer Inspector: Open Panel');
    await panel.row(/onerror=alert/).first().waitFor();
    await panel.row(/onerror=alert/).first().click();
    await workbench.screenshot('markup');
    expect(await panel.frame.locator('img').count()).toBe(0);
    await sideBar.item(oddName).click();
    await expect.poll(() => workbench.editor.text()).toContain('onerror');
    expect(dialogs).toEqual([]);
  });

  it('on a resource that may not be listed: says 403 in its row, and leaves the others alone', async () => {
    const { sideBar } = workbench;
    await startInformer('secrets');
    await expect.poll(() => sideBar.item('secrets').innerText()).toMatch(/forbidden/i);
    await expect.poll(() => sideBar.part.innerText()).toMatch(/does not allow you to list v1\/secrets \(403\)/);
    expect(await sideBar.item('pods').innerText()).toMatch(/1 · synced/);
    await workbench.screenshot('forbidden');
  });

  it('on a resource that the server does not have: says 404 in its row', async () => {
    const { sideBar } = workbench;
    await startInformer('widgets');
    await expect.poll(() => sideBar.item('widgets').innerText()).toMatch(/not served|404/i);
    await workbench.screenshot('not-served');
  });

  it('whose server goes away: says so in its row with a countdown, and raises no toast for each retry', async () => {
    const { sideBar, notifications } = workbench;
    const toasts = await notifications.texts();
    await odd.close();
    await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/\d+(\.\d+)? ?m?s/);
    await workbench.screenshot('server-gone');
    expect((await notifications.texts()).length).toBeLessThanOrEqual(toasts.length + 1);
  });
});

it('never wrote the token down, said nothing on the console and ran no markup', async () => {
  expect(await workbench.extensionLog()).not.toContain('a-token-nobody-should-see');
  expect(dialogs).toEqual([]);
  expect(workbench.console.cspViolations).toEqual([]);
  // VS Code repeats on the console what it shows as an error.
  expect(workbench.console.errors.filter((error) => !error.includes('no-such-cluster'))).toEqual([]);
});
