import path from 'node:path';
import { vi } from 'vitest';
import { KubeApi } from './kubeApi.ts';
import type { Workbench } from './workbench.ts';

/** A client of the playground that runs in the window, by the kubeconfig that a person saves. */
export async function playgroundApi(workbench: Workbench): Promise<{ readonly api: KubeApi; readonly kubeconfig: string }> {
  const kubeconfig = path.join(workbench.server.folder, 'playground.kubeconfig');
  await workbench.runCommand('Informer Inspector: Save Playground Kubeconfig...');
  await workbench.quickInput.accept(kubeconfig);
  // The file is there some time after the dialog has closed.
  const api = await vi.waitFor(
    async () => {
      const client = await KubeApi.from(kubeconfig);
      await client.get('/version');
      return client;
    },
    { timeout: 30_000, interval: 100 },
  );
  return { api, kubeconfig };
}
