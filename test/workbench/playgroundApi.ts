import path from 'node:path';
import { expect } from 'vitest';
import { KubeApi } from './kubeApi.ts';
import type { Workbench } from './workbench.ts';

/** A client of the playground that runs in the window, by the kubeconfig that a person saves. */
export async function playgroundApi(workbench: Workbench): Promise<{ readonly api: KubeApi; readonly kubeconfig: string }> {
  const kubeconfig = path.join(workbench.server.folder, 'playground.kubeconfig');
  await workbench.runCommand('Informer Inspector: Save Playground Kubeconfig...');
  await workbench.quickInput.accept(kubeconfig);
  // The file is there some time after the dialog has closed.
  await expect.poll(async () => KubeApi.from(kubeconfig).then((client) => client.get('/version'))).toHaveProperty('gitVersion');
  return { api: await KubeApi.from(kubeconfig), kubeconfig };
}
