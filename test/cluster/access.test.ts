import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import type { GroupVersionResource } from '../../extension/kube/resource.ts';
import { formatResource } from '../../extension/kube/resource.ts';
import { ApiError } from '../../extension/kube/status.ts';
import { clusterSession } from '../support/clusterSession.ts';
import { gadgetDefinition } from '../support/customKinds.ts';
import { openCluster } from '../support/openCluster.ts';
import { kubeconfigFor } from '../support/scriptedServer.ts';
import { type ControlPlane, startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

/** What a real kube-apiserver has and allows, as it says itself: discovery with an API that is down and with kinds that come, and reviews against the requests that they are about. */

const patience = { timeout: 60_000, interval: 50 };
const never = new AbortController().signal;
const namespaces = ['team-a', 'team-b', 'team-c'];
const resources: readonly GroupVersionResource[] = [
  { group: '', version: 'v1', resource: 'secrets' },
  { group: '', version: 'v1', resource: 'configmaps' },
  { group: 'apps', version: 'v1', resource: 'deployments' },
  { group: '', version: 'v1', resource: 'nodes' },
];
const [secrets, configMaps, deployments] = resources as [GroupVersionResource, GroupVersionResource, GroupVersionResource];

let plane: ControlPlane;

async function openAs(name: string): Promise<Cluster> {
  const ca = Buffer.from(plane.authority.cert).toString('base64');
  return openCluster(kubeconfigFor(plane.server, { token: `${name}-token` }, { 'certificate-authority-data': ca }));
}

/** Gives `user` the verbs on a resource, in the whole cluster or in some namespaces. */
async function grant(user: string, verbs: string, resource: string, places: readonly (string | undefined)[]): Promise<void> {
  for (const place of places) {
    const name = `${user}-${resource.replaceAll('.', '-')}-${verbs.replaceAll(',', '-')}`;
    const [where, kind, binding] = place === undefined ? [[], 'clusterrole', 'clusterrolebinding'] : [['-n', place], 'role', 'rolebinding'];
    await plane.kubectl(['create', kind, name, ...where, `--verb=${verbs}`, `--resource=${resource}`]);
    await plane.kubectl(['create', binding, name, ...where, `--${kind}=${name}`, `--user=${user}`]);
  }
}

describeCluster('access on a real kube-apiserver', () => {
  beforeAll(async () => {
    plane = await startControlPlane({ users: [{ name: 'jane' }] });
    for (const namespace of namespaces) await plane.kubectl(['create', 'namespace', namespace]);
    await grant('jane', 'list,watch', 'secrets', ['team-b', 'team-c']);
    await grant('jane', 'list', 'configmaps', [undefined]);
    await grant('jane', 'watch', 'configmaps', ['team-a']);
    await grant('jane', 'list,watch', 'deployments.apps', [undefined]);
    await grant('jane', 'list', 'namespaces', [undefined]);
  });
  afterAll(() => plane?.stop());

  it('a review says of each verb, resource and scope what the request itself is answered', async () => {
    const cluster = await openAs('jane');
    const outcome = (asked: Promise<unknown>): Promise<string> => asked.then(() => 'allowed', (error: unknown) => (ApiError.is(error, 403) ? 'denied' : String(error)));
    for (const resource of resources) {
      for (const namespace of resource.resource === 'nodes' ? [undefined] : [undefined, ...namespaces]) {
        const server = cluster.listerWatcher(resource, namespace === undefined ? {} : { namespace });
        const answers = await Promise.all((['list', 'watch'] as const).map((verb) => cluster.reviewAccess({ verb, resource, ...(namespace !== undefined && { namespace }) }, never)));
        const watching = outcome(server.watch({ resourceVersion: '0', timeoutSeconds: 1 }, never).then((watch) => watch.close()));
        expect(await Promise.all([outcome(server.list({ limit: 1 }, never)), watching]), `${formatResource(resource)} ${namespace ?? ''}`).toEqual(answers);
      }
    }
    await cluster.close();
  });

  it('a refused informer knows where it would not be', async () => {
    const session = clusterSession(await openAs('jane'));
    try {
      for (const resource of [secrets, configMaps, deployments]) session.informers.start(resource);
      await expect.poll(() => session.refusals.of('v1/secrets'), patience).toMatchObject({ verb: 'list', namespaced: true, elsewhere: { namespaces: ['team-b', 'team-c'], more: false } });
      await expect.poll(() => session.refusals.of('v1/configmaps'), patience).toMatchObject({ verb: 'watch', mayList: true, elsewhere: { namespaces: ['team-a'], more: false } });
      await expect.poll(() => session.informers.stateOf('apps/v1/deployments').synced, patience).toBe(true);
      expect(session.refusals.of('apps/v1/deployments')).toBeUndefined();
    } finally {
      await session.close();
    }
  });

  it('an API behind the API server that is down hides nothing else, and a kind that is defined appears', { timeout: 400_000 }, async () => {
    const session = clusterSession(await openAs('admin'));
    const known = (): string[] => session.catalog.known?.resources.map(formatResource) ?? [];
    const failed = (): string[] | undefined => session.catalog.known?.failures.map(({ groupVersion }) => groupVersion);
    // A server of this age is asked group by group: not as often as would be pleasant here, so what is served is watched, too.
    const patient = { timeout: 110_000, interval: 50 };
    for (const [group, resource] of [['apiextensions.k8s.io', 'customresourcedefinitions'], ['apiregistration.k8s.io', 'apiservices']] as const) session.informers.start({ group, version: 'v1', resource });
    const looking = session.catalog.look();
    try {
      await expect.poll(failed, patient).toEqual([]);
      const spec = { group: 'broken.example.com', version: 'v1', groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true, service: { name: 'nobody', namespace: 'default' } };
      await plane.kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.broken.example.com' }, spec }));
      await expect.poll(failed, patient).toEqual(['broken.example.com/v1']);
      expect(known()).toEqual(expect.arrayContaining(['v1/pods', 'apps/v1/deployments', 'rbac.authorization.k8s.io/v1/clusterroles', 'apiregistration.k8s.io/v1/apiservices']));
      // Without what only newer releases know.
      await plane.kubectl(['apply', '-f', '-'], JSON.stringify(gadgetDefinition({}, { selectableFields: undefined })));
      await expect.poll(known, patient).toContain('example.com/v1/gadgets');
      await plane.kubectl(['delete', 'apiservice', 'v1.broken.example.com']);
      await expect.poll(failed, patient).toEqual([]);
      expect(known()).toContain('example.com/v1/gadgets');
    } finally {
      looking.dispose();
      await session.close();
    }
  });
});
