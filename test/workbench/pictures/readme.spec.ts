import path from 'node:path';
import { expect, it } from 'vitest';
import { packageExtension } from '../../tools/package.ts';
import { root } from '../../tools/project.ts';
import { KubeApi } from '../kubeApi.ts';
import { holdInDeltaFifo } from '../stories.ts';
import { Workbench } from '../workbench.ts';

/** Takes the picture of the README from the running extension: `npm run pictures`. */
it('shows a pod that waits in the DeltaFIFO, and is not in the tree', async () => {
  const workbench = await Workbench.open({
    name: 'pictures',
    vsix: await packageExtension(),
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  try {
    const { page, sideBar, panel, quickInput, server } = workbench;
    await page.setViewportSize({ width: 1440, height: 810 });
    await sideBar.open('Informers');
    await workbench.runCommand('Informer Inspector: Start Playground');
    await sideBar.expand('pods');
    await sideBar.expand('default');
    await sideBar.item(/^web-/).first().waitFor();
    await workbench.runCommand('Informer Inspector: Run Sample Reconciler...', 'Deployment Rollout');
    await sideBar.item(/rollout/).waitFor();
    await workbench.runCommand('Informer Inspector: Open Panel');
    await panel.find('reconcile.end', /Reconcile, end/);
    const file = path.join(server.folder, 'playground.kubeconfig');
    await workbench.runCommand('Informer Inspector: Save Playground Kubeconfig...');
    await quickInput.accept(file);
    await expect.poll(() => KubeApi.from(file).then((client) => client.get('/version'))).toHaveProperty('gitVersion');
    await holdInDeltaFifo(workbench, await KubeApi.from(file), 'kept-waiting');
    expect(await sideBar.item('kept-waiting').count()).toBe(0);
    await page.screenshot({ path: path.join(root, 'media', 'paused.png') });
  } finally {
    await workbench.close();
  }
});
