import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KubeApi } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startInformer } from '../startInformer.ts';
import { startPlayground } from '../startPlayground.ts';
import { serveWebsites, website, websiteColumns, websites } from '../websites.ts';
import { themes, Workbench } from '../workbench.ts';

/** What rows of the tree say: by text, badge and colour, and in words to whoever sees neither. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

const inDefault = '/api/v1/namespaces/default';
const run = (title: string, ...answers: readonly string[]): Promise<void> => workbench.runCommand(`Informer Inspector: ${title}`, ...answers);
const configMap = (name: string, rest: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...rest }, data: { size: 'small' } });

/** What a screen reader says of a row. */
const label = (row: Locator): Promise<string> => row.getAttribute('aria-label').then((text) => text ?? '');
const row = (name: string | RegExp): Locator => workbench.sideBar.item(name).first();
const badge = (name: string): Promise<string> => workbench.sideBar.badge(row(name));
const description = (name: string): Promise<string> => workbench.sideBar.description(row(name));

/** Starts an informer of one namespace, with everything else as it is proposed. */
const start = (resource: string): Promise<void> => startInformer(workbench, resource, 'default');

/** Opens one informer down to its objects, and closes all others. */
const openGroup = (informer: string): Promise<void> => workbench.sideBar.expandOnly('Playground', informer, 'default');

beforeAll(async () => {
  workbench = await Workbench.open({ name: 'rows', vsix: process.env['VSIX']!, settings: { 'informerInspector.playground.churn': 'off' }, env: { KUBECONFIG: '/nowhere/kubeconfig' } });
  await startPlayground(workbench);
  ({ api } = await playgroundApi(workbench));
  await workbench.sideBar.widen(560);
  await start('configmaps');
});
afterAll(() => workbench?.close());

it('shows below an object what it owns, and below that what that owns', async () => {
  const { sideBar } = workbench;
  await start('replicasets');
  await openGroup('deployments');
  await sideBar.expand('web');
  // Beside the one of its last rollout, which has no pods any more.
  const set = sideBar.content.getByRole('treeitem', { name: /^ReplicaSet, web-[a-z0-9]+, ReplicaSet · 3\/3/ });
  await set.waitFor();
  const name = await set.locator('.label-name').innerText();
  await expect.poll(() => description(name)).toBe('ReplicaSet · 3/3');
  await expect.poll(() => label(set)).toMatch(/, below its owner web$/);
  await sideBar.expand(name);
  const pod = row(new RegExp(`^${name}-[a-z0-9]+$`));
  await pod.waitFor();
  await expect.poll(() => label(pod)).toMatch(new RegExp(`^Pod, ${name}-[a-z0-9]+, Pod · Running 1/1, below its owner ${name}$`));
  await expect.poll(() => pod.getAttribute('aria-level')).toBe('6');
  await workbench.screenshot('owned');
});

describe('a custom resource', () => {
  it('shows the columns that its definition has for tables, and what it owns', async () => {
    const { sideBar } = workbench;
    await serveWebsites(api, [...websiteColumns, { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }]);
    const shop = await api.create(websites('default'), website('shop', 'shop.example.com', 12));
    const { uid } = shop['metadata'] as { readonly uid: string };
    await start('websites');
    await openGroup('websites');
    await expect.poll(() => description('shop')).toMatch(/^shop\.example\.com · Serving · 12 · (?:<1|\d+)m$/);
    await api.create(`${inDefault}/configmaps`, configMap('shop-pages', { ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Website', name: 'shop', uid, controller: true }] }));
    await sideBar.expand('shop');
    await row('shop-pages').waitFor();
    await workbench.screenshot('custom-resource');
    await sideBar.tooltip(row('shop'), /Host:\s*shop\.example\.com/);
    await sideBar.leave();
  });
});

describe('an object', () => {
  it('is marked for some seconds when it comes, changes and goes', async () => {
    await openGroup('configmaps');
    await api.create(`${inDefault}/configmaps`, configMap('sizes'));
    await row('sizes').waitFor();
    await expect.poll(() => badge('sizes')).toBe('A');
    await expect.poll(() => label(row('sizes'))).toContain('just added');
    await expect.poll(() => badge('sizes')).toBe('');
    await expect.poll(() => label(row('sizes'))).toBe('ConfigMap, sizes, 1 key');
    await api.patch(`${inDefault}/configmaps/sizes`, { data: { size: 'large' } });
    await expect.poll(() => badge('sizes')).toBe('M');
    await api.delete(`${inDefault}/configmaps/sizes`);
    await expect.poll(() => badge('sizes')).toBe('D');
    await expect.poll(() => label(row('sizes'))).toBe('sizes, deleted');
    await row('sizes').waitFor({ state: 'detached' });
  });

  it('says that it is terminating, what waits for it, and that a breakpoint is on it', async () => {
    const { sideBar } = workbench;
    await api.create(`${inDefault}/configmaps`, configMap('kept', { finalizers: ['example.com/keep'] }));
    await row('kept').waitFor();
    await api.delete(`${inDefault}/configmaps/kept`);
    await expect.poll(() => badge('kept')).toBe('T');
    await api.create(`${inDefault}/configmaps`, configMap('watched'));
    await row('watched').waitFor();
    await sideBar.contextMenu('watched', 'Add Breakpoint...');
    await expect.poll(() => badge('watched')).toMatch(/●/);
    await expect.poll(() => description('watched')).toBe('1 key · breakpoint');
    await run('Pause Pipeline');
    await expect.poll(() => description('Playground')).toMatch(/^paused/);
    await api.patch(`${inDefault}/configmaps/kept`, { data: { size: 'large' } });
    await expect.poll(() => description('kept')).toBe('Terminating · 1 delta waiting');
    await expect.poll(() => description('configmaps')).toMatch(/synced · 1 delta waiting · > \d+ s behind · breakpoint/);
    await expect.poll(() => label(row('configmaps'))).toMatch(/1 delta waiting · > \d+ s behind · breakpoint/);
    await api.delete(`${inDefault}/configmaps/watched`);
    await expect.poll(() => badge('watched')).toBe('D●');
    await expect.poll(() => label(row('watched'))).toMatch(/1 delta waiting, with its deletion/);
    await workbench.screenshot('held');
    await run('Remove All Breakpoints');
    await run('Continue Pipeline');
    await expect.poll(() => description('Playground')).not.toMatch(/paused/);
    await expect.poll(() => description('configmaps')).not.toMatch(/waiting|breakpoint/);
  });

  it('bears its marks in every theme', async () => {
    await api.create(`${inDefault}/configmaps`, configMap('marked'));
    await row('watched').waitFor({ state: 'detached' });
    // A menu that is open while its row is drawn anew is of no row: this one comes to rest first.
    await expect.poll(() => badge('marked')).toBe('A');
    await expect.poll(() => badge('marked')).toBe('');
    await workbench.sideBar.contextMenu('marked', 'Add Breakpoint...');
    await expect.poll(() => badge('marked')).toMatch(/●/);
    for (const theme of themes) {
      await workbench.chooseTheme(theme);
      await expect.poll(() => badge('marked')).toBe('●');
      await workbench.screenshot(`marks-${theme.toLowerCase().replaceAll(' ', '-')}`);
    }
  });
});
