import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageExtension } from '../../tools/package.ts';
import { root } from '../../tools/project.ts';
import type { KubeApi } from '../kubeApi.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { holdInDeltaFifo } from '../stories.ts';
import { Workbench } from '../workbench.ts';

/** Takes the pictures of the README from the running extension: `npm run pictures`. One window, one scene after the other. */
let workbench: Workbench;
let api: KubeApi;

const web = '/apis/apps/v1/namespaces/default/deployments/web';
const run = (title: string, ...answers: readonly string[]): Promise<void> => workbench.runCommand(`Informer Inspector: ${title}`, ...answers);
const status = (): Promise<string> => workbench.panel.status.innerText();

async function picture(name: string): Promise<void> {
  // No message that goes by itself, and no mark of where the mouse stands.
  await workbench.page.mouse.move(700, 5);
  await workbench.notifications.toasts.first().waitFor({ state: 'hidden' });
  await workbench.page.screenshot({ path: path.join(root, 'media', `${name}.png`) });
}

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'pictures',
    vsix: await packageExtension(),
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  const { page, sideBar, panel } = workbench;
  await page.setViewportSize({ width: 1440, height: 900 });
  await sideBar.open('Informers');
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
  await panel.filter('kind:reconcile.write key:default/web');
  await panel.row(/Reconcile, write, default\/web/).first().click();
  await panel.frame.getByRole('tab', { name: 'Chain' }).click();
  await panel.frame.getByText(/^Why did/).first().waitFor();
  await panel.frame.getByText(/^Where the time went/i).first().waitFor();
  await panel.filter('key:default/web');
  await panel.row(/WorkQueue, get, default\/web/).first().waitFor();
  await picture('chain');
});
