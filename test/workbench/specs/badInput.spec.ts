import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { coreRoutes, listOf, readable } from '../../support/scriptedCluster.ts';
import { type Reply, type RouteScript, ScriptedServer, statusObject } from '../../support/scriptedServer.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startInformer } from '../startInformer.ts';
import { Workbench } from '../workbench.ts';

/** Each gets one clear sentence where the person is looking, and costs nothing else. */
let workbench: Workbench;
let folder: string;
let odd: ScriptedServer;
let strict: ScriptedServer;
const dialogs: string[] = [];
pictureOnFailure(() => workbench);
const oddName = '<img src=x onerror=alert(1)>';

const secretText = 'plain-as-day-7f3a';

const forbidden = statusObject(403, 'Forbidden', 'secrets is forbidden: User "jane" cannot list resource "secrets" in API group "" at the cluster scope');

/** A server that says yes to pods, no to secrets, and has no widgets though it lists them. */
const routes: Readonly<Record<string, RouteScript>> = {
  ...coreRoutes([readable('pods', 'Pod'), readable('secrets', 'Secret'), readable('widgets', 'Widget')], 'default'),
  '/api/v1/pods': {
    list: [listOf('PodList', { metadata: { name: oddName, namespace: 'default', uid: 'u1', resourceVersion: '9' }, spec: { containers: [] } })],
    watch: [{ end: 'hold' }],
  },
  '/api/v1/namespaces/default/secrets': {
    list: [listOf('SecretList', { metadata: { name: 'login', namespace: 'default', uid: 'u2', resourceVersion: '8' }, type: 'Opaque', data: { password: Buffer.from(secretText).toString('base64') } })],
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

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-bad-input-'));
  odd = await ScriptedServer.start({ routes });
  const unauthorized: Reply = { status: 401, json: statusObject(401, 'Unauthorized', 'Unauthorized') };
  strict = await ScriptedServer.start({ routes: Object.fromEntries(Object.keys(routes).map((route) => [route, { list: [unauthorized], watch: [unauthorized] }])) });
  await writeKubeconfig('apiVersion: v1\nkind: Config\ncontexts: [\n  - {{{\n');
  workbench = await Workbench.open({ name: 'bad-input', vsix: process.env['VSIX']!, env: { KUBECONFIG: path.join(folder, 'config') } });
  // The page takes its connection to the extension once, and keeps it: here it is kept for the test, too.
  await workbench.page.addInitScript(`
    let acquire;
    Object.defineProperty(globalThis, 'acquireVsCodeApi', {
      configurable: true,
      get: () => acquire && (() => (globalThis.keptVsCodeApi ??= acquire())),
      set: (value) => (acquire = value),
    });
  `);
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
  it('that is broken YAML: the side bar names file and line, offers the playground, and opens the file with the fault marked', async () => {
    const { sideBar } = workbench;
    await sideBar.open('Informers');
    await sideBar.content.getByRole('button', { name: 'Open Kubeconfig' }).waitFor();
    await expect.poll(() => sideBar.part.innerText()).toMatch(/config[^]*line \d/);
    await sideBar.link(/playground/i).first().waitFor();
    await expect.poll(() => workbench.notifications.texts()).toEqual([]);
    await workbench.screenshot('broken-yaml');
    await sideBar.content.getByRole('button', { name: 'Open Kubeconfig' }).click();
    await workbench.page.locator('.editor-group-container.active .squiggly-error').first().waitFor();
  });

  it('that was corrected is read again, by itself or on request, and its contexts can be chosen', async () => {
    const { sideBar } = workbench;
    const by = (cluster: string) => ({ cluster, user: 'jane' });
    await writeKubeconfig(
      kubeconfigWith({
        clusters: { odd: { server: odd.url }, strict: { server: strict.url }, down: { server: `http://127.0.0.1:${await closedPort()}` } },
        users: { jane: { token: 'a-token-nobody-should-see' } },
        contexts: { odd: by('odd'), strict: by('strict'), down: by('down'), lost: by('no-such-cluster') },
      }),
    );
    // Whoever is slower than the one who watches the file finds it read.
    await sideBar.link('Reload the kubeconfig').click({ timeout: 3000 }).catch(() => undefined);
    await sideBar.link('Start Informer...').first().waitFor();
  });

  it('has its current context preselected among those to choose from', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Informer Inspector: Switch Context...');
    await quickInput.row('odd').and(quickInput.widget.locator('.focused')).waitFor();
    await expect.poll(() => quickInput.row('odd').innerText()).toContain('current');
    await workbench.page.keyboard.press('Escape');
  });

  it('whose context names a missing cluster: says which', async () => {
    await switchTo('lost');
    await expect.poll(() => workbench.sideBar.part.innerText()).toContain('no-such-cluster');
    await expect.poll(() => workbench.notifications.texts()).toEqual([]);
    await workbench.screenshot('missing-cluster');
  });
});

describe('a server', () => {
  it('that cannot be reached: says so in the tree with a countdown, and what to do, without a toast', async () => {
    await switchTo('down');
    const { sideBar } = workbench;
    await expect.poll(() => sideBar.part.innerText()).toMatch(/The connection to down \(http:\S+\) was refused\. [^]*Retrying in [\d.]+ s/);
    await expect.poll(() => sideBar.item('down').innerText()).toMatch(/connection refused, attempt \d+/);
    await sideBar.link(/try the playground/).waitFor();
    await workbench.screenshot('unreachable');
    await expect.poll(() => workbench.notifications.texts()).toEqual([]);
  });

  it('that does not accept the credentials: says 401 and what to do', async () => {
    await switchTo('strict');
    await expect.poll(() => workbench.sideBar.part.innerText()).toMatch(/strict wants to know who asks \(401\)/);
    await workbench.sideBar.link(/try the playground/).waitFor();
    await workbench.screenshot('unauthorized');
  });
});

describe('an informer', () => {
  it('shows an object whose name is markup as the text that it is', async () => {
    const { sideBar, panel } = workbench;
    await switchTo('odd');
    await startInformer(workbench, 'pods');
    await sideBar.expand('pods');
    await sideBar.expand('default');
    await sideBar.item(oddName).waitFor();
    await workbench.runCommand('Informer Inspector: Open Panel');
    await panel.row(/onerror=alert/).first().waitFor();
    await panel.row(/onerror=alert/).first().click();
    await workbench.screenshot('markup');
    await expect.poll(() => panel.frame.locator('img').count()).toBe(0);
    await sideBar.item(oddName).click();
    await expect.poll(() => workbench.editor.text()).toContain('onerror');
    expect(dialogs).toEqual([]);
  });

  it('on Secrets shows masked values, and has the plain ones nowhere', async () => {
    const { sideBar, editor, panel } = workbench;
    await startInformer(workbench, 'secrets', 'default');
    const informer = sideBar.item('secrets').first();
    await expect.poll(() => informer.innerText()).toMatch(/1 · .*synced/);
    await sideBar.expandOnly('odd', 'secrets', 'default');
    await sideBar.item('login').click();
    await expect.poll(() => editor.text()).toMatch(/kind: Secret[^]*password:/);
    const document = await editor.text();
    await panel.tab.click();
    await panel.follow.click();
    await panel.row(/login/).first().click();
    await panel.button('Open Object').waitFor();
    await workbench.screenshot('secret');
    const shown = [document, await sideBar.part.innerText(), await panel.frame.locator('body').innerText(), await workbench.extensionLog()].join('\n');
    for (const plain of [secretText, Buffer.from(secretText).toString('base64')]) expect(shown).not.toContain(plain);
    await sideBar.contextMenu('secrets', 'Stop Informer');
    await informer.waitFor({ state: 'detached' });
  });

  it('on a resource that may not be listed: says so in its row, and leaves the others alone', async () => {
    const { sideBar } = workbench;
    await startInformer(workbench, 'secrets');
    await expect.poll(() => sideBar.item('secrets').innerText()).toMatch(/forbidden/i);
    await expect.poll(() => sideBar.part.innerText()).toMatch(/You may not list secrets in all namespaces\. Start the informer in a namespace where you may/);
    await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/1 · .*synced/);
    await workbench.screenshot('forbidden');
  });

  it('on a resource that the server does not have: says 404 in its row', async () => {
    const { sideBar } = workbench;
    await startInformer(workbench, 'widgets');
    await expect.poll(() => sideBar.item('widgets').innerText()).toMatch(/not served|404/i);
    await workbench.screenshot('not-served');
  });

  it('whose server goes away: says so in its row with a countdown, and raises no toast for each retry', async () => {
    const { sideBar, notifications } = workbench;
    const toasts = await notifications.texts();
    await odd.close();
    await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/unreachable, .*attempt \d+, next in [\d.]+ s/);
    await expect.poll(() => sideBar.part.innerText()).toMatch(/Retrying in [\d.]+ s/);
    // Its row counts each second; whoever begins to read the tooltip is not disturbed.
    await sideBar.tooltip(sideBar.item('pods'), /The\s+connection\s+to\s+odd/);
    await workbench.screenshot('server-gone');
    // One of before may have gone by itself.
    expect(toasts).toEqual(expect.arrayContaining(await notifications.texts()));
  });
});

describe('a message of the panel that does not validate', () => {
  it('is ignored and logged, and costs nothing else', async () => {
    const { panel } = workbench;
    await panel.tab.click();
    await panel.button('Pause').waitFor();
    const post = (message: unknown): Promise<void> =>
      panel.frame.locator('body').evaluate((_body, sent) => (globalThis as unknown as { keptVsCodeApi: { postMessage(message: unknown): void } }).keptVsCodeApi.postMessage(sent), message);
    await post({ type: 'command/execute', body: { command: 'workbench.action.quit' } });
    await post({ type: 'stream/view', body: { filter: 7, end: oddName, count: -1 } });
    await expect.poll(async () => (await workbench.extensionLog()).match(/a message was ignored/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
    await panel.button('Pause').click();
    await panel.frame.getByText(/^Paused/).first().waitFor();
    await panel.button('Continue').click();
    await expect.poll(() => panel.button('Pause').isEnabled()).toBe(true);
  });
});

it('never wrote the token down, said nothing on the console and ran no markup', async () => {
  await expect.poll(() => workbench.extensionLog()).not.toContain('a-token-nobody-should-see');
  expect(dialogs).toEqual([]);
  expect(workbench.console.cspViolations).toEqual([]);
  // VS Code repeats on the console what it shows as an error.
  expect(workbench.console.errors.filter((error) => !error.includes('no-such-cluster'))).toEqual([]);
});
