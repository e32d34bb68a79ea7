import type { Workbench } from './workbench.ts';

/** Starts an informer on a resource that is in namespaces, with everything else as it is proposed. @param namespaces the row of the second step */
export async function startInformer(workbench: Workbench, resource: string, namespaces = 'All namespaces'): Promise<void> {
  await workbench.runCommand('Informer Inspector: Start Informer...', resource, namespaces, 'Start');
}
