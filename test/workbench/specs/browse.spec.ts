import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KubeApi } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startInformer } from '../startInformer.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** A cache is browsed as code is: by what one is looking for, and beside what it was and what a file says. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

const inDefault = '/api/v1/namespaces/default';
const plain = 'plain-as-day-5b1c';
const sizeMap = (size: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'sizes' }, data: { size } });

beforeAll(async () => {
  workbench = await Workbench.open({ name: 'browse', vsix: process.env['VSIX']!, settings: { 'informerInspector.playground.churn': 'off' }, env: { KUBECONFIG: '/nowhere/kubeconfig' } });
  await startPlayground(workbench, 'pods');
  ({ api } = await playgroundApi(workbench));
});
afterAll(() => workbench?.close());

it('groups the pods by their node, and by namespace again', async () => {
  const { sideBar, quickInput } = workbench;
  await sideBar.contextMenu('pods', 'Group Objects By...');
  await quickInput.answer('Group Objects', 'node');
  await sideBar.content.getByRole('treeitem', { name: /^node \S+, \d+ objects$/ }).first().waitFor();
  await expect.poll(() => sideBar.item('pods').first().innerText()).toContain('by node');
  await workbench.screenshot('by-node');
  await workbench.runCommand('Informer Inspector: Group Objects By...', 'v1/pods', 'namespace');
  await sideBar.item('default').first().waitFor();
});

it('groups the pods by a label that is typed, and by a field of that name', async () => {
  const { sideBar, quickInput } = workbench;
  const groupTitle = 'Group Objects';
  await sideBar.contextMenu('pods', 'Group Objects By...');
  await quickInput.fill(groupTitle, 'app.kubernetes.io/none');
  // It can be nothing but a label.
  await quickInput.row('label app.kubernetes.io/none').waitFor();
  expect(await quickInput.row('field app.kubernetes.io/none').count()).toBe(0);
  await quickInput.fill(groupTitle, 'app');
  await quickInput.row('field app').waitFor();
  await workbench.screenshot('typed-label');
  // Both can be meant, and Enter takes the label, which pods have.
  await quickInput.row('label app').and(quickInput.widget.locator('.focused')).waitFor();
  await quickInput.input.press('Enter');
  await sideBar.content.getByRole('treeitem', { name: /^label app web, \d+ objects?$/ }).first().waitFor();
  await expect.poll(() => sideBar.item('pods').first().innerText()).toContain('by label app');
  await workbench.screenshot('by-label');
  await workbench.runCommand('Informer Inspector: Group Objects By...', 'v1/pods', 'namespace');
  await sideBar.item('default').first().waitFor();
});

it('compares an object with what it was, with the server and with its manifest, and walks its versions', async () => {
  const { sideBar, editor, quickInput } = workbench;
  await api.create(`${inDefault}/configmaps`, sizeMap('small'));
  await startInformer(workbench, 'configmaps', 'default');
  await sideBar.expandOnly('Playground', 'configmaps', 'default');
  await sideBar.item('sizes').waitFor();
  await api.patch(`${inDefault}/configmaps/sizes`, { data: { size: 'large' } });
  await workbench.panel.find('kind:store.update key:default/sizes', /Indexer, update, default\/sizes/);

  await sideBar.contextMenu('sizes', 'Compare with Previous Version');
  await expect.poll(async () => (await editor.sides()).map((side) => /size: (\w+)/.exec(side)?.[1])).toEqual(['small', 'large']);
  await workbench.screenshot('previous');

  await sideBar.contextMenu('sizes', 'Compare with Server');
  await editor.tab(/sizes: cache, version \d+ ↔ server, version \d+/).waitFor();
  await expect.poll(async () => (await editor.sides()).map((side) => /size: (\w+)/.exec(side)?.[1])).toEqual(['large', 'large']);

  await writeFile(path.join(workbench.server.folder, 'sizes.yaml'), JSON.stringify(sizeMap('huge')));
  await sideBar.contextMenu('sizes', 'Compare with File...');
  await expect.poll(async () => (await editor.sides()).map((side) => /size: (\w+)/.exec(side)?.[1])).toEqual(['huge', 'large']);

  await sideBar.contextMenu('sizes', 'Show Versions of Object...');
  await quickInput.title.filter({ hasText: 'Versions of default/sizes' }).waitFor();
  await expect.poll(() => quickInput.widget.locator('.monaco-list-row').count()).toBe(2);
  await workbench.screenshot('versions');
  await workbench.page.keyboard.press('Escape');
});

it('leads from an object to its owner', async () => {
  const { sideBar, editor } = workbench;
  await startInformer(workbench, 'replicasets', 'default');
  await sideBar.expandOnly('Playground', 'pods', 'default');
  const pod = sideBar.item(/^web-[a-z0-9]+-[a-z0-9]+$/).first();
  const name = await pod.locator('.label-name').innerText();
  await sideBar.contextMenu(pod, 'Open Owner');
  await expect.poll(() => editor.text()).toMatch(/kind: ReplicaSet/);
  await editor.tab(new RegExp(`^${name.replace(/-[a-z0-9]+$/, '')}\\.replicasets\\.yaml`)).waitFor();
});

it('reveals one value of a Secret when it is asked for by name, and keeps it nowhere', async () => {
  const { sideBar, quickInput, page } = workbench;
  await api.create(`${inDefault}/secrets`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' }, data: { password: Buffer.from(plain).toString('base64') } });
  await startInformer(workbench, 'secrets', 'default');
  await sideBar.expandOnly('Playground', 'secrets', 'default');
  await sideBar.contextMenu('login', 'Reveal Secret Value...');
  await quickInput.answer('Reveal Secret Value', 'password');
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByText(plain).waitFor();
  await workbench.screenshot('secret-value');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await workbench.panel.tab.click();
  const shown = [await sideBar.part.innerText(), await workbench.panel.frame.locator('body').innerText(), await workbench.extensionLog()].join('\n');
  expect(shown).not.toContain(plain);
});
