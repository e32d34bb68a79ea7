import { parseResource } from '../../extension/kube/resource.ts';
import type { ScenarioWorld } from '../support/scenarioWorld.ts';

/** What a scenario may not leave behind: of the session, and on the server. */
export async function leftOf({ session }: ScenarioWorld): Promise<unknown> {
  const names = async (resource: string): Promise<string[]> => {
    const { items } = await session.cluster.listerWatcher(parseResource(resource)!, {}).list({}, AbortSignal.timeout(30_000));
    return items.map(({ metadata: { namespace = '', name = '' } }) => `${namespace}/${name}`).toSorted();
  };
  return {
    informers: session.informers.all.map(({ name }) => name),
    controllers: session.controllers.all.map(({ name }) => name),
    held: session.stepper.held.length,
    open: session.stepper.isOpen,
    namespaces: await names('v1/namespaces'),
    configMaps: await names('v1/configmaps'),
    deployments: await names('apps/v1/deployments'),
    replicaSets: await names('apps/v1/replicasets'),
  };
}
