import { Buffer } from 'node:buffer';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KubeApi } from '../kubeApi.ts';
import { ObjectDocument } from '../pages/objectDocument.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startInformer } from '../startInformer.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** The documents of objects: what they show at first, that they follow the cache, where they lead, and beside what they can be put. */
let workbench: Workbench;
let api: KubeApi;
let document: ObjectDocument;
pictureOnFailure(() => workbench);

const inDefault = '/api/v1/namespaces/default';
const secretText = 'open-sesame-7f2a';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const sizes = (name: string, size: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { size } });

beforeAll(async () => {
  workbench = await Workbench.open({ name: 'documents', vsix: process.env['VSIX']!, settings: { 'informerInspector.playground.churn': 'off' }, env: { KUBECONFIG: '/nowhere/kubeconfig' } });
  document = new ObjectDocument(workbench.page);
  await startPlayground(workbench, 'pods', 'default');
  ({ api } = await playgroundApi(workbench));
  await api.create(`${inDefault}/configmaps`, sizes('sizes', 'small'));
  await startInformer(workbench, 'configmaps', 'default');
});
afterAll(() => workbench?.close());

/** Opens the document of an object from the palette, as one does who knows its key. */
async function openByKey(informer: string, key: string): Promise<void> {
  await workbench.runCommand('Informer Inspector: Open Object by Key...', informer, key);
}

async function pod(): Promise<string> {
  return (await api.list(`${inDefault}/pods`)).map(({ metadata }) => metadata.name).find((name) => name.startsWith('web-'))!;
}

it('folds managedFields and status when it opens, and leaves them to the person from then on', async () => {
  await workbench.runCommand('Informer Inspector: Start Informer...', 'namespaces', 'Start');
  await openByKey('v1/namespaces', 'default');
  await document.tab(/^default\.namespaces\.yaml/).waitFor();
  await expect.poll(() => document.folded.count()).toBe(2);
  await expect.poll(() => document.text()).toMatch(/^# default in the cache of v1\/namespaces\. Read-only; follows the cache\./m);
  await expect.poll(() => document.text()).not.toMatch(/phase: Active|manager: /);
  await workbench.screenshot('folded');

  await document.folded.last().click();
  await expect.poll(() => document.text()).toMatch(/phase: Active/);
  await api.patch('/api/v1/namespaces/default', { metadata: { labels: { looked: 'at' } } });
  await expect.poll(() => document.text()).toMatch(/looked: at/);
  await expect.poll(() => document.text()).toMatch(/phase: Active/);
  await expect.poll(() => document.folded.count()).toBe(1);
  await workbench.screenshot('unfolded');
});

it('has its key copied from its title, from its tab also when that is not in front, and from the palette, which asks where no object is', async () => {
  const { editor } = workbench;
  const copied = (key: string): Promise<void> => expect.poll(() => workbench.clipboard()).toBe(key);
  // A preview would be replaced by the next.
  await document.tab(/^default\.namespaces\.yaml/).dblclick();
  await openByKey('v1/configmaps@default', 'default/sizes');
  await document.tab(/^sizes\.configmaps\.yaml/).waitFor();
  await editor.titleMenu('Copy Key');
  await copied('default/sizes');
  await editor.tabMenu(/^default\.namespaces\.yaml/, 'Copy Key');
  await copied('default');
  await document.tab(/^sizes\.configmaps\.yaml/).click();
  await expect.poll(() => document.text()).toMatch(/size: small/);
  await workbench.runCommand('Informer Inspector: Copy Key');
  await copied('default/sizes');
  await workbench.panel.tab.click();
  await workbench.runCommand('Informer Inspector: Copy Key', 'v1/namespaces', 'kube-system');
  await copied('kube-system');
});

it('keeps the cursor in a text that is so long that VS Code replaces it as a whole', async () => {
  await api.create(`${inDefault}/configmaps`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'long', labels: { step: 'one' } }, data: Object.fromEntries(Array.from({ length: 1000 }, (_, number) => [`key-${number}`, 'x'.repeat(200)])) });
  await openByKey('v1/configmaps@default', 'default/long');
  await expect.poll(() => document.text()).toMatch(/step: one/);
  await expect.poll(() => document.folded.count()).toBe(1);
  await workbench.editor.goTo(4);
  await expect.poll(() => document.cursor()).toBe('Ln 4, Col 10');
  await api.patch(`${inDefault}/configmaps/long`, { metadata: { labels: { step: 'two' } } });
  await expect.poll(() => document.text()).toMatch(/step: two/);
  await expect.poll(() => document.cursor()).toBe('Ln 4, Col 10');
});

it('follows the cache without moving the cursor, and says when the object is gone', async () => {
  await openByKey('v1/configmaps@default', 'default/sizes');
  await expect.poll(() => document.text()).toMatch(/size: small/);
  await workbench.editor.goTo(4);
  const before = 'Ln 4, Col 10';
  await expect.poll(() => document.cursor()).toBe(before);
  await api.patch(`${inDefault}/configmaps/sizes`, { data: { size: 'medium' } });
  await expect.poll(() => document.text()).toMatch(/size: medium/);
  await api.patch(`${inDefault}/configmaps/sizes`, { data: { size: 'large' } });
  await expect.poll(() => document.text()).toMatch(/size: large/);
  await expect.poll(() => document.cursor()).toBe(before);
  await api.delete(`${inDefault}/configmaps/sizes`);
  await expect.poll(() => document.text()).toMatch(/# default\/sizes is no longer in the cache of v1\/configmaps@default\. This is how it was last\.[^]*size: large/);
  await workbench.screenshot('gone');
});

it('walks the versions of an object that is gone, by keys, in one tab', async () => {
  const { editor, page, quickInput } = workbench;
  const sides = async () => (await editor.sides()).map((side) => /size: (\w+)/.exec(side)?.[1] ?? '');
  await workbench.runCommand('Informer Inspector: Show Versions of Object...');
  await quickInput.title.filter({ hasText: 'Versions of default/sizes' }).waitFor();
  await expect.poll(() => quickInput.widget.locator('.monaco-list-row').count()).toBe(4);
  await quickInput.input.press('Enter');
  await expect.poll(sides).toEqual(['large', '']);
  await workbench.screenshot('versions');
  for (const expected of [['medium', 'large'], ['small', 'medium'], ['', 'small'], ['', 'small']]) {
    await page.keyboard.press('Control+Alt+PageUp');
    await expect.poll(sides).toEqual(expected);
  }
  await page.keyboard.press('Control+Alt+PageDown');
  await expect.poll(sides).toEqual(['small', 'medium']);
  await workbench.runCommand('Informer Inspector: Show Next Version');
  await expect.poll(sides).toEqual(['medium', 'large']);
  await workbench.runCommand('Informer Inspector: Show Previous Version');
  await expect.poll(sides).toEqual(['small', 'medium']);
  await expect.poll(() => editor.tab(/sizes: .*↔/).count()).toBe(1);
});

it('leads to what the object names: by a link where no informer has it yet, which is started, and by Go to Definition', async () => {
  const name = await pod();
  const set = name.replace(/-[a-z0-9]+$/, '');
  await openByKey('v1/pods', `default/${name}`);
  await document.link(set).waitFor();
  await document.hasFolded();
  await expect.poll(() => document.tooltip(set)).toMatch(new RegExp(`ReplicaSet ${set} is in no cache\\. Start an informer on apps/v1/replicasets to see it`));
  await workbench.screenshot('link');
  await document.follow(set);
  await document.tab(new RegExp(`^${set}\\.replicasets\\.yaml`)).waitFor();
  await expect.poll(() => document.text()).toMatch(/# The informer apps\/v1\/replicasets does not run/);
  await workbench.screenshot('not-started');
  await document.follow('Start the informer');
  await expect.poll(() => document.text()).toMatch(/kind: ReplicaSet/);

  await document.hasFolded();
  await document.goToDefinition(/^web$/);
  await document.tab(/^web\.deployments\.yaml/).waitFor();
  await expect.poll(() => document.text()).toMatch(/kind: Deployment/);
  // The status may be below what is in view.
  await expect.poll(() => document.folded.count()).toBeGreaterThan(0);
});

it('compares a Secret with manifests in one file of several, and tells equal from different without either value', async () => {
  const { editor, quickInput } = workbench;
  await api.create(`${inDefault}/secrets`, { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' }, data: { password: base64(secretText), user: base64('admin') } });
  await startInformer(workbench, 'secrets', 'default');
  const manifests = [sizes('other', 'small'), { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login', namespace: 'default' }, stringData: { password: secretText, user: 'somebody' } }];
  await writeFile(path.join(workbench.server.folder, 'all.yaml'), manifests.map((manifest) => JSON.stringify(manifest, undefined, 1)).join('\n---\n'));
  await openByKey('v1/secrets@default', 'default/login');
  await expect.poll(() => document.text()).toMatch(/password: "<masked 16 bytes>/);
  await workbench.runCommand('Informer Inspector: Compare with File...');
  const values = async (field: string) => (await editor.sides()).map((side) => new RegExp(`${field}: ("<masked.*)`).exec(side)?.[1]);
  await expect.poll(async () => (await values('password'))[0]).toMatch(/^"<masked 16 bytes> #/);
  const [[filePassword, cachePassword], [fileUser, cacheUser]] = await Promise.all([values('password'), values('user')]);
  expect(filePassword).toBe(cachePassword);
  expect([fileUser, cacheUser]).toEqual([expect.stringMatching(/^"?<masked 8 bytes>/), expect.stringMatching(/^"?<masked 5 bytes>/)]);
  await workbench.screenshot('secret-with-file');
  await quickInput.input.waitFor({ state: 'hidden' });
  const sides = await editor.sides();
  await workbench.panel.tab.click();
  const shown = [...sides, await workbench.sideBar.part.innerText(), await workbench.panel.frame.locator('body').innerText(), await workbench.extensionLog()].join('\n');
  expect(shown).not.toContain(secretText);
  expect(shown).not.toContain(base64(secretText));
});

it('comes back after a reload, says what to do, and fills itself when the informer runs again', async () => {
  await workbench.editor.closeAll();
  const name = await pod();
  await openByKey('v1/pods', `default/${name}`);
  await expect.poll(() => document.text()).toMatch(/kind: Pod/);
  // In front, so that the document comes back behind it.
  await workbench.runCommand('Informer Inspector: Open Panel');
  await workbench.panel.tab.waitFor();
  await workbench.reload();
  const tab = document.tab(new RegExp(`^${name}\\.pods\\.yaml`));
  await tab.click({ timeout: 60_000 });
  await expect.poll(() => document.text()).toMatch(/# Playground is not inspected, so that nothing is known of default\/web-\S+/);
  await workbench.screenshot('restored');
  await workbench.runCommand('Informer Inspector: Start Informer of Object');
  await expect.poll(() => document.text(), { timeout: 60_000 }).toMatch(/kind: |is not in the cache of v1\/pods\./);
  await workbench.screenshot('filled');
}, 300_000);
