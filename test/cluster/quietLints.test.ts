import { expect, it } from 'vitest';
import { parseResource } from '../../extension/kube/resource.ts';
import { deployment } from '../support/sampleStories.ts';
import { SampleWorld } from '../support/sampleWorld.ts';
import { startControlPlane } from './apiServer.ts';
import { describeCluster } from './whenControlPlane.ts';

/** Longer than a watch may be silent; `QUIET_MINUTES=10` for a whole evening's worth. */
const minutes = Number(process.env['QUIET_MINUTES'] ?? '1.4');

const watched = ['v1/pods', 'v1/services', 'v1/secrets', 'v1/namespaces', 'v1/events', 'coordination.k8s.io/v1/leases', 'rbac.authorization.k8s.io/v1/clusterroles'];

describeCluster('a quiet cluster', () => {
  it('has nothing that looks wrong: idle informers, samples at work, changes now and then', { timeout: (minutes + 4) * 60_000 }, async () => {
    const plane = await startControlPlane();
    const world = await SampleWorld.open(plane.kubeconfig);
    try {
      const { session } = world;
      for (const resource of watched) session.informers.start(parseResource(resource)!);
      session.informers.start(parseResource('v1/pods')!, { namespace: 'default' });
      for (const sample of ['deploymentRollout', 'replicaSet', 'configMapMirror']) await world.run(sample);
      for (const name of ['web', 'api', 'worker']) await world.create('apps/v1/deployments', deployment(name));
      await world.create('v1/configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'calm', namespace: 'default' }, data: { at: '' } });
      const until = performance.now() + minutes * 60_000;
      for (let change = 0; performance.now() < until; change++) {
        await world.patch('v1/configmaps', 'default', 'calm', { data: { at: String(change) } });
        if (change % 12 === 5) {
          const image = `nginx:1.${25 + change}`;
          await world.patch('apps/v1/deployments', 'default', 'web', [{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: image }]);
        }
        if (change % 12 === 9) await world.patch('apps/v1/deployments', 'default', 'api', { spec: { replicas: 2 + (change % 5) } });
        await session.signal.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 5000)); // this is the calm
      }
      const found = [...world.entries('lint.raised'), ...world.entries('lint.cleared')].map(({ kind, t, lint, informer, key, evidence, cause = [] }) => ({
        kind,
        t: Math.round(t),
        lint,
        informer,
        key,
        evidence,
        because: cause.map((seq) => session.tracer.at(seq)),
      }));
      console.log(`${minutes} minutes: ${session.tracer.lastSeq} entries, ${session.informers.all.length} informers, ${world.entries('reconcile.start').length} reconciles, ${world.entries('reflector.bookmark').length} bookmarks, ${found.length} lints`);
      for (const each of found) console.log(JSON.stringify(each));
      expect(found).toEqual([]);
    } finally {
      await world.close();
      await plane.stop();
    }
  });
});
