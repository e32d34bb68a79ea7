import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { coreRoutes, listOf, readable } from '../../support/scriptedCluster.ts';
import { ScriptedServer } from '../../support/scriptedServer.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** A context and the playground at once: each command acts on what it names, or on what the person looks at. */
let workbench: Workbench;
let folder: string;
let server: ScriptedServer;
pictureOnFailure(() => workbench);

const onePod = { metadata: { name: 'one', namespace: 'shop', uid: 'u1', resourceVersion: '9' }, spec: { containers: [] } };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-two-sources-'));
  server = await ScriptedServer.start({
    routes: {
      ...coreRoutes([readable('pods', 'Pod')], 'shop'),
      '/api/v1/pods': { list: [listOf('PodList', onePod)], watch: [{ end: 'hold' }] },
    },
  });
  const kubeconfig = kubeconfigWith({
    clusters: { c: { server: server.url }, d: { server: 'http://127.0.0.1:1' } },
    users: { u: { token: 't' } },
    contexts: { other: { cluster: 'c', user: 'u' }, down: { cluster: 'd', user: 'u' } },
  });
  await writeFile(path.join(folder, 'config'), kubeconfig);
  workbench = await Workbench.open({
    name: 'two-sources',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: path.join(folder, 'config') },
  });
  await workbench.runCommand('Informer Inspector: Start Playground');
  await workbench.sideBar.item('Playground').waitFor();
});
afterAll(async () => {
  await workbench?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

const described = (source: string): Promise<string> => workbench.sideBar.item(source).innerText();

describe('a context that cannot be reached, beside the playground', () => {
  it('stays in the tree with its state, and has its sentence above it', async () => {
    const { sideBar } = workbench;
    await workbench.runCommand('Informer Inspector: Switch Context...', 'down');
    await expect.poll(() => described('down')).toMatch(/connection refused, attempt \d+, next in [\d.]+ s/);
    await expect.poll(() => sideBar.part.innerText()).toMatch(/The connection to down \(\S+\) was refused\./);
    await workbench.screenshot('down-beside-playground');
  });

  it('is what Disconnect means: the playground goes on', async () => {
    const { sideBar, server: codeServer } = workbench;
    await workbench.runCommand('Informer Inspector: Disconnect from Cluster');
    await sideBar.closedContext('down').waitFor();
    await expect.poll(() => sideBar.item('Playground').count()).toBe(1);
    await expect.poll(() => codeServer.processes('dist/playground.js')).toHaveLength(1);
  });
});

describe('Pause and Continue from the palette', () => {
  it('act on the session of the panel in front', async () => {
    await workbench.runCommand('Informer Inspector: Switch Context...', 'other');
    await workbench.sideBar.closedContext('other').waitFor({ state: 'detached' });
    await workbench.runCommand('Informer Inspector: Open Panel', 'Playground');
    await workbench.runCommand('Informer Inspector: Pause Pipeline');
    await expect.poll(() => described('Playground')).toMatch(/paused/);
    await expect.poll(() => described('other')).not.toMatch(/paused/);
    await workbench.runCommand('Informer Inspector: Open Panel', 'other');
    await workbench.runCommand('Informer Inspector: Pause Pipeline');
    await expect.poll(() => described('other')).toMatch(/paused/);
    await workbench.runCommand('Informer Inspector: Continue Pipeline');
    await expect.poll(() => described('other')).not.toMatch(/paused/);
    await expect.poll(() => described('Playground')).toMatch(/paused/);
  });
});

describe('several selected objects', () => {
  it('are each opened in an editor of their own', async () => {
    const { sideBar, editor } = workbench;
    await sideBar.expand('pods');
    await sideBar.expand('default');
    const [first, second] = [sideBar.item(/^web-/).nth(0), sideBar.item(/^web-/).nth(1)];
    const names = await Promise.all([first, second].map((row) => row.locator('.label-name').innerText()));
    await first.click();
    await second.click({ modifiers: ['ControlOrMeta'] });
    await sideBar.contextMenu(second, 'Open Object');
    for (const name of names) await editor.tab(new RegExp(`^${name}\\.pods\\.yaml`)).waitFor();
  });
});

describe('Stop Playground', () => {
  it('asks once while a reconciler runs, and does nothing when that is dismissed', async () => {
    const { sideBar, notifications } = workbench;
    await workbench.runCommand('Informer Inspector: Run Sample Reconciler...', 'Deployment Rollout', 'Playground');
    await sideBar.item(/rollout/).waitFor();
    await workbench.runCommand('Informer Inspector: Stop Playground');
    await expect.poll(() => notifications.dialog.innerText()).toMatch(/Stop the playground\?[^]*What it holds now is lost[^]*deployment-rollout/);
    await notifications.answerDialog('Cancel');
    await expect.poll(() => sideBar.item(/rollout/).count()).toBe(1);
  });

  it('leaves the last picture in the panel', async () => {
    const { sideBar, notifications, panel } = workbench;
    await workbench.runCommand('Informer Inspector: Open Panel', 'Playground');
    const indexer = panel.stage('Indexer').locator('.stage-value');
    await expect.poll(() => indexer.innerText()).toMatch(/[1-9]\d* objects/);
    const before = await indexer.innerText();
    await workbench.runCommand('Informer Inspector: Stop Playground');
    await notifications.answerDialog('Stop Playground');
    await sideBar.item('Playground').waitFor({ state: 'detached' });
    await panel.frame.getByText(/this is the last that was known of it/).first().waitFor();
    await expect.poll(() => indexer.innerText()).toBe(before);
    await workbench.screenshot('last-picture');
  });
});

it('said nothing on the console that it should not have', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
