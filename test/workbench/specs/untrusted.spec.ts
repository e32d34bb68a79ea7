import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** Restricted Mode: nothing that the workspace or the kubeconfig names may run, and the playground can still be watched. */
let workbench: Workbench;
let folder: string;
let trace: string;
pictureOnFailure(() => workbench);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-untrusted-'));
  trace = path.join(folder, 'plugin-ran');
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: '/bin/sh', args: ['-c', `touch ${trace}`], interactiveMode: 'Never' };
  const kubeconfig = kubeconfigWith({ clusters: { c: { server: 'https://127.0.0.1:1' } }, users: { u: { exec } }, contexts: { plugin: { cluster: 'c', user: 'u' } } });
  await writeFile(path.join(folder, 'config'), kubeconfig);
  workbench = await Workbench.open({
    name: 'untrusted',
    vsix: process.env['VSIX']!,
    env: { KUBECONFIG: path.join(folder, 'config') },
    settings: { 'security.workspace.trust.startupPrompt': 'never', 'informerInspector.playground.churn': 'off' },
    trusted: false,
  });
});
afterAll(async () => {
  await workbench?.close();
  await rm(folder, { recursive: true, force: true });
});

it('does not run the credential plugin, and says why and what to do', async () => {
  const { sideBar } = workbench;
  await sideBar.open('Informers');
  await workbench.runCommand('Informer Inspector: Start Informer...');
  await expect.poll(() => workbench.everythingSaid()).toMatch(/plugin/);
  await sideBar.link('Manage Workspace Trust').first().waitFor();
  await workbench.screenshot('plugin-off');
  expect(existsSync(trace)).toBe(false);
});

it('K13: reads no kubeconfig that the workspace chooses', async () => {
  const { quickInput, page } = workbench;
  const evil = path.join(folder, 'evil');
  await writeFile(evil, (await readFile(path.join(folder, 'config'), 'utf8')).replaceAll('"plugin"', '"evil"'));
  const settings = path.join(workbench.server.folder, '.vscode', 'settings.json');
  await mkdir(path.dirname(settings), { recursive: true });
  // The title of the window tells that the settings of the workspace have been read.
  await writeFile(settings, JSON.stringify({ 'informerInspector.kubeconfig': evil, 'window.title': 'settings of the workspace' }));
  await expect.poll(() => page.title()).toContain('settings of the workspace');
  await workbench.runCommand('Informer Inspector: Switch Context...');
  await quickInput.title.filter({ hasText: 'Switch Context' }).waitFor();
  await expect.poll(() => quickInput.widget.locator('.monaco-list-row .label-name').allInnerTexts()).toEqual(['plugin']);
  await page.keyboard.press('Escape');
  expect(existsSync(trace)).toBe(false);
});

it('lets the playground be watched, and runs no reconciler on it', async () => {
  const { sideBar } = workbench;
  await workbench.runCommand('Informer Inspector: Start Playground');
  await sideBar.item('Playground').waitFor();
  await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/synced/);
  await sideBar.content.getByText('Reconcilers do not run while the workspace is not trusted.').waitFor();
  await workbench.runCommand('Informer Inspector: Run Sample Reconciler...');
  await expect.poll(() => workbench.notifications.texts()).toContainEqual(expect.stringMatching(/Reconcilers do not run while this workspace is not trusted/));
  // With a reconciler in front, so that nothing but the trust is missing.
  await writeFile(path.join(workbench.server.folder, 'own.ts'), reconciler(path.join(folder, 'reconciler-ran')));
  await workbench.runCommand('Go to File...', 'own.ts');
  await workbench.editor.tab(/own\.ts/).waitFor();
  for (const command of ['Run Reconciler...', 'Debug Reconciler...']) {
    await workbench.runCommand('Notifications: Clear All Notifications');
    await expect.poll(() => workbench.notifications.texts()).toEqual([]);
    await workbench.runCommand(`Informer Inspector: ${command}`);
    await expect.poll(() => workbench.notifications.texts()).toContainEqual(expect.stringMatching(/Reconcilers do not run while this workspace is not trusted/));
  }
  expect(existsSync(path.join(folder, 'reconciler-ran'))).toBe(false);
  await expect.poll(() => sideBar.item(/rollout/).count()).toBe(0);
  await expect.poll(() => workbench.processes('dist/reconciler.js')).toEqual([]);
  await workbench.screenshot('playground');
  expect(existsSync(trace)).toBe(false);
});

/** It leaves a trace as soon as its file is loaded. */
function reconciler(traceFile: string): string {
  return `import { writeFileSync } from 'node:fs';
import { defineReconciler } from 'informer-inspector';
writeFileSync(${JSON.stringify(traceFile)}, '');
export default defineReconciler({ name: 'own', for: 'v1/pods', async reconcile() {} });
`;
}
