import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse as parseJsonc } from 'jsonc-parser';
import { parse } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { PlaygroundProgram } from '../../support/playgroundProgram.ts';
import { KubeApi } from '../kubeApi.ts';
import { StartInformerPick } from '../pages/startInformerPick.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** Informers are started: one by one with all that they can be told, from the file of a workspace, and as those of a controller. */
let workbench: Workbench;
let pick: StartInformerPick;
let folder: string;
let cluster: PlaygroundProgram;
pictureOnFailure(() => workbench);

const command = (title: string): string => `Informer Inspector: ${title}`;
const setFile = (): string => path.join(workbench.server.folder, '.vscode', 'informers.json');
const kept = async (): Promise<unknown> => parseJsonc(await readFile(setFile(), 'utf8'));
/** Rows of informers of a resource, of whichever source. */
const rows = (resource: string) => workbench.sideBar.item(resource);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-start-'));
  const config = path.join(folder, 'config');
  cluster = new PlaygroundProgram(['--churn', 'off', '--kubeconfig', path.join(folder, 'playground')]);
  await cluster.ready();
  const playground = parse(await readFile(path.join(folder, 'playground'), 'utf8'));
  await writeFile(
    config,
    kubeconfigWith({
      clusters: { c: playground.clusters[0].cluster },
      users: { admin: playground.users[0].user },
      contexts: { dev: { cluster: 'c', user: 'admin' }, 'prod-eu': { cluster: 'c', user: 'admin' } },
    }),
  );
  workbench = await Workbench.open({ name: 'start-informer', vsix: process.env['VSIX']!, env: { KUBECONFIG: config } });
  pick = new StartInformerPick(workbench);
  await workbench.sideBar.open('Informers');
});
afterAll(async () => {
  await workbench?.close();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('Start Informer', () => {
  it('takes a short name as kubectl does, whatever else is like it', async () => {
    await pick.open();
    await pick.row('pods').waitFor();
    await pick.type('ns');
    await expect.poll(() => pick.active()).toBe('ns');
    await workbench.screenshot('short-name');
    await pick.type('po');
    await expect.poll(() => pick.active()).toBe('po');
    await expect.poll(() => pick.row('po').innerText()).toMatch(/pods · v1 · Pod/);
    await pick.enter();
    await pick.at(2);
  });

  it('goes back step by step, also from several namespaces', async () => {
    await pick.row('Several Namespaces...').waitFor();
    await pick.row('Several Namespaces...').click();
    await pick.tick('default');
    await pick.tick('kube-system');
    await workbench.screenshot('several');
    await pick.goBack();
    await pick.row('All namespaces').waitFor();
    await pick.goBack();
    await pick.at(1);
    await workbench.quickInput.answer('Start Informer (1/3)', 'pods');
    await pick.at(2);
    await workbench.quickInput.answer('Start Informer (2/3)', 'Several Namespaces...');
    await pick.tick('default');
    await pick.tick('kube-system');
    await pick.enter();
    await pick.at(3);
  });

  it('says what a start costs, before one starts', async () => {
    await expect.poll(() => pick.active()).toBe('Start');
    await expect.poll(() => pick.row('Start').innerText()).toMatch(/v1\/pods in default, kube-system · (about \d+ objects|no objects|one object)/);
    await workbench.screenshot('options');
  });

  it('looks at selectors while they are typed', async () => {
    await pick.row('Label Selector...').click();
    await workbench.quickInput.input.waitFor();
    await expect.poll(() => pick.said()).toMatch(/by their labels/);
    await pick.type('tier in (front');
    await expect.poll(() => pick.said()).toMatch(/is not a label requirement/);
    await workbench.screenshot('wrong-selector');
    await pick.type('app in (web,api)');
    await expect.poll(() => pick.said()).not.toMatch(/is not a label requirement/);
    await pick.enter();
    await expect.poll(() => pick.row('Label Selector...').innerText()).toContain('app in (web,api)');
  });

  it('takes another queue, rules and resync, and starts one informer in each namespace', async () => {
    await pick.row('Queue...').click();
    await pick.row('RealFIFO').click();
    await expect.poll(() => pick.row('Queue...').innerText()).toMatch(/RealFIFO$/);
    await pick.row('Rules of client-go...').click();
    await pick.row('1.36').click();
    await pick.row('Resync...').click();
    await expect.poll(() => pick.said()).toMatch(/how many seconds/);
    await pick.type('45');
    await pick.enter();
    await expect.poll(() => pick.row('Resync...').innerText()).toMatch(/every 45 s/);
    await expect.poll(() => pick.active()).toBe('Start');
    await workbench.screenshot('chosen');
    await pick.enter();
    await expect.poll(() => rows('pods').count()).toBe(2);
    for (const namespace of ['default', 'kube-system']) await expect.poll(() => rows('pods').filter({ hasText: namespace }).innerText()).toMatch(/synced/);
    await workbench.screenshot('started');
  });

  it('of a resource that is in no namespace asks for none, and goes back past that step', async () => {
    await pick.open();
    await workbench.quickInput.answer('Start Informer (1/3)', 'nodes');
    await pick.at(3);
    await expect.poll(() => pick.row('Start').innerText()).toMatch(/v1\/nodes · about \d+ objects/);
    await pick.goBack();
    await pick.at(1);
    await workbench.page.keyboard.press('Escape');
  });
});

describe('the informers of a workspace', () => {
  it('are kept from the menu of one, with what was chosen for it, and name no cluster', async () => {
    await workbench.sideBar.contextMenu(rows('pods').filter({ hasText: 'kube-system' }), 'Add to Workspace...');
    await expect.poll(() => existsSync(setFile())).toBe(true);
    const chosen = { labelSelector: 'app in (web,api)', clientGo: '1.36', queue: 'RealFIFO', resyncSeconds: 45 };
    await expect.poll(kept).toEqual({ informers: [{ resource: 'v1/pods', namespaces: ['kube-system'], ...chosen }] });
    await workbench.editor.tab(/informers\.json/).waitFor();
    await expect.poll(() => workbench.editor.text()).toContain('"RealFIFO"');
    await workbench.screenshot('kept');
  });

  it('are added to with what people wrote there left as it was', async () => {
    const text = await readFile(setFile(), 'utf8');
    await writeFile(setFile(), text.replace('"informers"', '/* ours */ "informers"'));
    await expect.poll(() => workbench.editor.text()).toContain('/* ours */');
    await workbench.runCommand(command('Start Informer...'), 'nodes', 'Start');
    await rows('nodes').waitFor();
    await workbench.sideBar.contextMenu('nodes', 'Add to Workspace...');
    await expect.poll(async () => ((await kept()) as { informers: unknown[] }).informers.at(-1)).toEqual({ resource: 'v1/nodes' });
    await expect.poll(() => readFile(setFile(), 'utf8')).toContain('/* ours */');
  });

  it('are held to what they have to be, in the editor and before one starts', async () => {
    const right = await readFile(setFile(), 'utf8');
    const wrong = workbench.page.locator('.editor-group-container.active .squiggly-error');
    // VS Code may miss a change that comes while it reads the one before.
    let blanks = '';
    const isMarked = async (): Promise<boolean> => {
      await writeFile(setFile(), `${right.replace('"v1/nodes"', '"nodes"')}${(blanks += '\n')}`);
      return wrong.first().waitFor({ timeout: 5000 }).then(() => true, () => false);
    };
    await expect.poll(isMarked).toBe(true);
    await workbench.runCommand(command('Open Workspace Informers...'));
    await expect.poll(() => workbench.everythingSaid()).toMatch(/\.vscode\/informers\.json:\d+: informers\[1\]\.resource must be a resource such as "v1\/pods"/);
    await workbench.screenshot('wrong-file');
    await writeFile(setFile(), right);
    await expect.poll(() => wrong.count()).toBe(0);
  });

  it('are offered where nothing has been started, and do not start by themselves', async () => {
    await workbench.reload();
    await workbench.sideBar.open('Informers');
    // A new extension host takes its time on a busy machine.
    await workbench.sideBar.link('Open Workspace Informers...').first().waitFor({ timeout: 120_000 });
    await expect.poll(() => rows('pods').count()).toBe(0);
    await workbench.screenshot('offered');
  });

  it('start on what looks like production only after a question that names it and how many they are', async () => {
    const { notifications, sideBar } = workbench;
    await sideBar.link('Open Workspace Informers...').first().click();
    await workbench.quickInput.answer('Open Workspace Informers', 'prod-eu');
    await notifications.dialog.filter({ hasText: 'Start 2 informers on prod-eu?' }).waitFor();
    await expect.poll(() => notifications.dialog.innerText()).toMatch(/prod-eu looks like production/);
    await workbench.screenshot('production');
    await notifications.answerDialog('Cancel');
    await expect.poll(() => sideBar.item('prod-eu').count()).toBe(0);
    await workbench.runCommand(command('Open Workspace Informers...'), 'prod-eu');
    await notifications.answerDialog('Start');
    await expect.poll(() => rows('nodes').innerText()).toMatch(/synced/);
    await expect.poll(() => rows('pods').innerText()).toMatch(/kube-system.*synced|synced.*kube-system/s);
    await sideBar.item('prod-eu').waitFor();
    await workbench.screenshot('opened');
  });
});

describe("a controller's set", () => {
  it('is what its file declares: those informers start, and nothing of the reconciler runs', async () => {
    const { sideBar } = workbench;
    const mark = path.join(folder, 'ran');
    const file = path.join(workbench.server.folder, 'reconcilers', 'keeper.ts');
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(
      file,
      `import { writeFileSync } from 'node:fs';
import { defineReconciler } from 'informer-inspector';
const ran = () => writeFileSync(${JSON.stringify(mark)}, 'ran');
export default defineReconciler({ name: 'keeper', for: 'apps/v1/deployments', owns: ['v1/configmaps'], watches: [{ resource: 'v1/services', map: () => { ran(); return []; } }], async setup() { ran(); }, async reconcile() { ran(); } });
`,
    );
    await workbench.editor.closeAll();
    await workbench.runCommand(command("Open a Controller's Set..."));
    await workbench.quickInput.answer("Open a Controller's Set", 'keeper.ts');
    await workbench.quickInput.row('dev').waitFor();
    await workbench.screenshot('controller-cluster');
    await workbench.quickInput.answer("Open a Controller's Set", 'dev');
    await workbench.quickInput.answer("Open a Controller's Set", 'All namespaces');
    for (const resource of ['deployments', 'configmaps', 'services']) await expect.poll(() => rows(resource).innerText(), { timeout: 30_000 }).toMatch(/synced/);
    expect(existsSync(mark)).toBe(false);
    await expect.poll(() => sideBar.item('keeper').count()).toBe(0);
    await expect.poll(() => workbench.processes('reconciler.js')).toEqual([]);
    await workbench.screenshot('controller-set');
  });

  it('runs no code of its file, and connects to nothing, before a yes where it looks like production', async () => {
    const { sideBar, notifications, quickInput, server } = workbench;
    const mark = path.join(folder, 'loaded');
    await writeFile(path.join(server.folder, 'reconcilers', 'loud.ts'), `import { writeFileSync } from 'node:fs';\nimport { defineReconciler } from 'informer-inspector';\nwriteFileSync(${JSON.stringify(mark)}, 'loaded');\nexport default defineReconciler({ name: 'loud', for: 'apps/v1/deployments', async reconcile() {} });\n`);
    await workbench.runCommand('Informer Inspector: Disconnect from Cluster', 'prod-eu');
    await expect.poll(() => sideBar.closedContext('prod-eu').count()).toBe(1);
    const ask = async (): Promise<void> => {
      await workbench.runCommand(command("Open a Controller's Set..."));
      await quickInput.answer("Open a Controller's Set", 'loud.ts');
      await quickInput.answer("Open a Controller's Set", 'prod-eu');
      await notifications.dialog.filter({ hasText: 'Start the informers of loud.ts on prod-eu?' }).waitFor();
    };
    await ask();
    await expect.poll(() => notifications.dialog.innerText()).toMatch(/prod-eu looks like production\..*loaded in a process of its own, which runs the code at its top level/);
    await workbench.screenshot('controller-production');
    await notifications.answerDialog('Cancel');
    await expect.poll(() => sideBar.closedContext('prod-eu').count()).toBe(1);
    expect(existsSync(mark)).toBe(false);
    await ask();
    await notifications.answerDialog('Start');
    await quickInput.answer("Open a Controller's Set", 'All namespaces');
    await expect.poll(() => existsSync(mark), { timeout: 30_000 }).toBe(true);
    await expect.poll(() => sideBar.closedContext('prod-eu').count()).toBe(0);
    await expect.poll(() => rows('deployments').count()).toBe(2);
  });

  it('is refused as a whole where it has more than a hundred informers', async () => {
    const { sideBar, notifications, quickInput } = workbench;
    const kinds = ['v1/configmaps', 'v1/services', 'v1/secrets', 'v1/serviceaccounts', 'v1/pods', 'apps/v1/replicasets', 'batch/v1/jobs', 'coordination.k8s.io/v1/leases', 'discovery.k8s.io/v1/endpointslices', 'rbac.authorization.k8s.io/v1/roles', 'rbac.authorization.k8s.io/v1/rolebindings'];
    const file = path.join(workbench.server.folder, 'reconcilers', 'wide.ts');
    await writeFile(file, `import { defineReconciler } from 'informer-inspector';\nexport default defineReconciler({ name: 'wide', for: 'apps/v1/deployments', owns: ${JSON.stringify(kinds)}, async reconcile() {} });\n`);
    const api = await KubeApi.from(path.join(folder, 'playground'));
    const namespaces = Array.from({ length: 9 }, (_, index) => `wide-${index + 1}`);
    for (const name of namespaces) await api.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
    const informers = sideBar.content.getByRole('treeitem', { name: /^informer / });
    const before = await informers.count();
    await workbench.runCommand(command("Open a Controller's Set..."));
    await quickInput.answer("Open a Controller's Set", 'wide.ts');
    await quickInput.answer("Open a Controller's Set", 'dev');
    await quickInput.answer("Open a Controller's Set", 'Several Namespaces...');
    for (const name of namespaces) await pick.tick(name);
    await workbench.screenshot('too-many-chosen');
    await pick.enter();
    const refusal = notifications.toasts.filter({ hasText: 'The controller of wide.ts would have 108 informers, and 100 at most can be opened together. Choose fewer namespaces, or all of them at once.' });
    await refusal.waitFor();
    await workbench.screenshot('too-many');
    expect(await informers.count()).toBe(before);
    await expect.poll(() => workbench.processes('reconciler.js')).toEqual([]);
  });
});
