import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { coreRoutes, listOf, readable } from '../../support/scriptedCluster.ts';
import { ScriptedServer } from '../../support/scriptedServer.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startInformer } from '../startInformer.ts';
import { Workbench } from '../workbench.ts';

/** An informer of so many objects, in no order, that what is asked of the tree takes a while: it says so, and nothing else waits. */
let workbench: Workbench;
let folder: string;
let server: ScriptedServer;
pictureOnFailure(() => workbench);

const count = 8000;
/** Most of what is to be read of each to learn its node. */
const env = Array.from({ length: 300 }, (_, index) => ({ name: `E${index}`, value: `v${index}` }));
const nameOf = (index: number): string => `p-${String(index).padStart(5, '0')}`;

function pod(index: number): object {
  return { metadata: { name: nameOf(index), namespace: 'shop', uid: `u${index}`, resourceVersion: '9' }, spec: { containers: [{ name: 'c', env }], nodeName: `node-${index % 3}` } };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-inspector-large-'));
  const pods = Array.from({ length: count }, (_, index) => pod((index * 7919) % count));
  server = await ScriptedServer.start({
    routes: { ...coreRoutes([readable('pods', 'Pod')], 'shop'), '/api/v1/pods': { list: [listOf('PodList', ...pods)], preflight: [listOf('PodList', pods[0]!)], watch: [{ end: 'hold' }] } },
  });
  await writeFile(path.join(folder, 'config'), kubeconfigWith({ clusters: { c: { server: server.url } }, users: { u: { token: 't' } }, contexts: { large: { cluster: 'c', user: 'u' } } }));
  workbench = await Workbench.open({ name: 'large', vsix: process.env['VSIX']!, env: { KUBECONFIG: path.join(folder, 'config') } });
  await workbench.sideBar.open('Informers');
  await startInformer(workbench, 'pods');
});
afterAll(async () => {
  await workbench?.close();
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

it('opens a group of them in order, in ranges', async () => {
  const { sideBar } = workbench;
  await expect.poll(() => sideBar.item('pods').innerText(), { timeout: 60_000 }).toMatch(/^pods\s*8,000 · synced/);
  await sideBar.expand('pods');
  await sideBar.expand('shop');
  await sideBar.item(/^p-00000 … p-\d+$/).waitFor();
  await sideBar.expand(/^p-00000 … p-\d+$/);
  await sideBar.item(nameOf(0)).waitFor();
  await workbench.screenshot('ranges');
});

it('is grouped by what is chosen, and says so in its row', async () => {
  const { sideBar, quickInput } = workbench;
  await sideBar.contextMenu('pods', 'Group Objects By...');
  await quickInput.title.filter({ hasText: 'Group Objects' }).waitFor();
  await quickInput.answer('Group Objects', 'node');
  await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/· by node ·/);
  await sideBar.content.getByRole('treeitem', { name: /^node node-0, 2667 objects$/ }).waitFor();
  expect(await sideBar.item('shop').count()).toBe(0);
  await workbench.screenshot('by-node');
});

it('said nothing on the console that it should not have', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
