import type { ExpectStatic } from 'vitest';
import { metaNamespaceKey } from '../../../extension/kube/key.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import type { ControlPlane } from '../apiServer.ts';
import { type ClusterState, identityOf, type WatchedInformer } from './watchedInformer.ts';

/** A back-off that has grown may last almost a minute, and as long again on a busy machine. */
const patience = { timeout: 120_000, interval: 20 };

/** What the server has of one kind, as kubectl lists it. */
export async function serverState({ kubectl }: Pick<ControlPlane, 'kubectl'>, resource: string, namespace: string): Promise<ClusterState> {
  const list = JSON.parse(await kubectl(['get', resource, '-n', namespace, '-o', 'json'])) as { readonly items: readonly KubeObject[] };
  return new Map(list.items.map((object) => [metaNamespaceKey(object), identityOf(object)]));
}

/**
 * Nothing is lost, now that nobody changes anything: cache and handler of an informer of one namespace tell what the server has.
 * @param expect of the test, where several run at a time
 */
export async function expectNothingLostIn(plane: Pick<ControlPlane, 'kubectl'>, watched: WatchedInformer, expect: ExpectStatic): Promise<void> {
  const { resource, scope } = watched.informer;
  const state = await serverState(plane, resource.resource, scope.namespace ?? '');
  await expect.poll(() => watched.cached, { ...patience, message: `the cache of ${watched.informer.name}` }).toEqual(state);
  await expect.poll(() => watched.told, { ...patience, message: `the handler of ${watched.informer.name}` }).toEqual(state);
}
