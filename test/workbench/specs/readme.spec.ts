import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageExtension } from '../../tools/package.ts';
import { artifacts, root } from '../../tools/project.ts';
import type { KubeApi } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startInformer } from '../startInformer.ts';
import { holdInDeltaFifo } from '../stories.ts';
import { serveWebsites, website, websites } from '../websites.ts';
import { Workbench } from '../workbench.ts';

/** Takes the pictures of the README from the running extension: beside the other artifacts in each run, and in their place by `npm run pictures`. One window, one scene after the other. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

const folder = process.env['PICTURES'] === undefined ? path.join(artifacts, 'pictures') : path.join(root, process.env['PICTURES']);

/** Rows have room for what they say beside their names, and the panel for its six columns. */
const sideBarWidth = 380;

const web = '/apis/apps/v1/namespaces/default/deployments/web';
const run = (title: string, ...answers: readonly string[]): Promise<void> => workbench.runCommand(`Informer Inspector: ${title}`, ...answers);
const status = (): Promise<string> => workbench.panel.status.innerText();

async function picture(name: string): Promise<void> {
  // No message that goes by itself, nothing of the machine, and no mark of where the mouse stands.
  await workbench.page.mouse.move(700, 5);
  await workbench.page.locator('.statusbar-item').filter({ hasText: /^(Saved as|Breakpoint:)/ }).first().waitFor({ state: 'hidden' });
  await workbench.notifications.toasts.first().waitFor({ state: 'hidden' });
  await workbench.page.screenshot({ path: path.join(folder, `${name}.png`) });
}

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'pictures',
    vsix: process.env['VSIX'] ?? (await packageExtension()),
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  const { page, sideBar, panel } = workbench;
  await page.setViewportSize({ width: 1560, height: 920 });
  await sideBar.open('Informers');
  await sideBar.widen(sideBarWidth);
  await run('Start Playground');
  await sideBar.expand('pods');
  await sideBar.expand('default');
  await sideBar.item(/^web-/).first().waitFor();
  await run('Run Sample Reconciler...', 'Deployment Rollout');
  await sideBar.item(/rollout/).waitFor();
  await run('Open Panel');
  await panel.find('reconcile.end', /Reconcile, end/);
  ({ api } = await playgroundApi(workbench));
}, 900_000);
afterAll(() => workbench?.close());

it('a pod waits in the DeltaFIFO, and is not in the tree', async () => {
  await holdInDeltaFifo(workbench, api, 'kept-waiting');
  expect(await workbench.sideBar.item('kept-waiting').count()).toBe(0);
  await picture('paused');
  await workbench.panel.button('Continue').click();
  await expect.poll(status).toMatch(/^Live/);
});

it('a breakpoint has stopped a reconcile before its write', async () => {
  const { quickInput, panel } = workbench;
  await run('Add Breakpoint...', 'Stage');
  await quickInput.answer(/2\/3/, 'Before a write');
  await quickInput.answer(/3\/3/, 'default/web');
  await quickInput.widget.waitFor({ state: 'hidden' });
  const { spec } = (await api.get(web)) as { spec: { template: { spec: { containers: { name: string }[] } } } };
  await api.patch(web, { spec: { template: { spec: { containers: [{ name: spec.template.spec.containers[0]!.name, image: 'nginx:1.26' }] } } } });
  await expect.poll(status).toMatch(/^Breakpoint “.+” before reconcile\.write/);
  await panel.frame.getByRole('tab', { name: 'Queues' }).click();
  await picture('stepping');
  await run('Remove All Breakpoints');
  await run('Continue Pipeline');
  await expect.poll(status).toMatch(/^Live/);
});

it('a chain tells why a reconcile ran, and where its time went', async () => {
  const { panel } = workbench;
  await panel.filter('kind:reconcile.end key:default/web');
  await panel.row(/Reconcile, end, default\/web/).first().waitFor();
  await panel.filter('kind:reconcile.write key:default/web');
  await panel.row(/Reconcile, write, default\/web/).first().click();
  await panel.frame.getByRole('tab', { name: 'Chain' }).click();
  await panel.frame.locator('.question').filter({ hasText: 'Why did default/web reconcile?' }).first().waitFor();
  await panel.filter('key:default/web');
  // What is selected stays in view, among what led to it.
  await panel.row(/Reconcile, read, default\/web/).first().waitFor();
  await picture('chain');
});

it('the tree is filtered, over several namespaces and kinds, and an object is open beside it', async () => {
  const { sideBar, editor, page, quickInput } = workbench;
  await createWebsites();
  await startInformer(workbench, 'websites');
  await expect.poll(() => sideBar.item('websites').innerText()).toMatch(/synced/);
  await editor.closeAll();
  await run('Filter...');
  await quickInput.say('Filter Objects', 'web');
  await sideBar.part.getByText('Filter: web').first().waitFor();
  await sideBar.pressTitle('Informers', 'Collapse All');
  // From below, so that what is above does not move what is still to be opened.
  await sideBar.expand('Playground');
  for (const informer of ['websites', 'deployments', 'pods']) await sideBar.expand(informer);
  const groups = sideBar.content.getByRole('treeitem', { name: /^namespace \S+, \d+ objects?/ });
  await expect.poll(() => groups.count()).toBe(4);
  const closed = groups.and(page.locator('[aria-expanded="false"]'));
  for (let left = await closed.count(); left > 0; left--) {
    await closed.last().locator('.monaco-tl-twistie').click();
    await expect.poll(() => closed.count()).toBeLessThan(left);
  }
  await sideBar.contextMenu('web-docs', 'Add Breakpoint...');
  await expect.poll(() => sideBar.badge(sideBar.item('web-docs'))).toMatch(/●/);
  await sideBar.item('web').last().locator('.label-name').click();
  await editor.tab(/web/).waitFor();
  await expect.poll(() => editor.text()).toContain('kind: Deployment');
  // What has just happened is marked for some seconds, which the pointer need not see.
  await page.mouse.move(900, 5);
  const pod = await sideBar.item(/^web-.+-/).first().locator('.label-name').innerText();
  await api.create(websites('shop'), website('web-blog', 'blog.example.com', 7));
  await api.patch(`/api/v1/namespaces/default/pods/${pod}`, { metadata: { annotations: { looked: 'at' } } });
  await expect.poll(() => sideBar.badge(sideBar.item('web-blog'))).toBe('A');
  await expect.poll(() => sideBar.badge(sideBar.item(pod))).toBe('M');
  await page.screenshot({ path: path.join(folder, 'browse.png') });
});

/** A kind of somebody's own, with columns for tables. */
async function createWebsites(): Promise<void> {
  await serveWebsites(api);
  await api.create(websites('default'), website('web-docs', 'docs.example.com', 120));
  await api.create(websites('shop'), website('web-shop', 'shop.example.com', 12));
}
