import { parseResource } from '../../extension/kube/resource.ts';
import type { ScenarioWorld } from '../support/scenarioWorld.ts';

const kinds = ['v1/namespaces', 'v1/configmaps', 'apps/v1/deployments', 'apps/v1/replicasets'];

/** What a scenario may not leave behind, of the session and on the server: a line each, so that a failure names what is left. */
export async function leftOf({ session }: ScenarioWorld): Promise<readonly string[]> {
  const { informers, controllers, stepper, cluster } = session;
  const onServer = await Promise.all(
    kinds.map(async (kind) => {
      const { items } = await cluster.listerWatcher(parseResource(kind)!, {}).list({}, AbortSignal.timeout(30_000));
      return items.map(({ metadata: { namespace = '', name = '' } }) => `${kind} ${namespace}/${name}`);
    }),
  );
  return [
    ...informers.all.map(({ name }) => `informer ${name}`),
    ...controllers.all.map(({ name }) => `controller ${name}`),
    ...stepper.held.map(({ point, owner, key }) => `held ${point} of ${owner} at ${key}`),
    ...(stepper.isOpen ? [] : ['the stepper is closed']),
    ...onServer.flat(),
  ].toSorted();
}
