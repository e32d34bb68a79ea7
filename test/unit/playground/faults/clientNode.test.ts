import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminUser } from '../../../../extension/playground/access/userInfo.ts';
import { readFaultSpec } from '../../../../extension/playground/faults/faultSpec.ts';
import { HttpsPlayground } from '../../../support/httpsPlayground.ts';

/** Another client's informer, unchanged, over HTTPS, while the playground is broken. It stops at an error, and whoever uses it starts it again: so does this. */

let server: HttpsPlayground;
let config: KubeConfig;
beforeAll(async () => {
  server = await HttpsPlayground.start({ tokens: [{ token: 'token', user: adminUser('test') }] });
  config = new KubeConfig();
  config.loadFromString(server.kubeconfig([{ name: 'playground', namespace: 'default', token: 'token' }]));
});
afterAll(() => server.close());

it('client-node: stays in step with dropped, cut and expired watches, refusals and a restart', { timeout: 120_000 }, async () => {
  const { playground } = server;
  const api = config.makeApiClient(CoreV1Api);
  const store = playground.registry.find({ group: '', version: 'v1', resource: 'configmaps' })!;
  const informer = makeInformer(config, '/api/v1/namespaces/default/configmaps', () => api.listNamespacedConfigMap({ namespace: 'default' }));
  const cache = new Map<string, V1ConfigMap>();
  let wake = (): void => undefined;
  informer.on('add', (object) => void cache.set(object.metadata!.name!, object));
  informer.on('update', (object) => void cache.set(object.metadata!.name!, object));
  informer.on('delete', (object) => void cache.delete(object.metadata!.name!));
  for (const verb of ['add', 'update', 'delete'] as const) informer.on(verb, () => wake());
  let isRunning = true;
  const start = (): void => {
    if (isRunning) informer.start().catch(() => setTimeout(start, 200));
  };
  informer.on('error', () => setTimeout(start, 200));
  start();
  const state = (objects: Iterable<V1ConfigMap>): string => [...objects].map(({ metadata }) => `${metadata!.name} ${metadata!.resourceVersion}`).toSorted().join();
  const inStep = async (): Promise<void> => {
    const wanted = (): string => state(store.cache.list({ prefix: store.prefixOf('default'), matches: () => true }).map(({ object }) => object as unknown as V1ConfigMap));
    while (!store.cache.readiness.isReady || state(cache.values()) !== wanted()) await Promise.race([new Promise<void>((resolve) => (wake = resolve)), new Promise((resolve) => setTimeout(resolve, 100))]);
    expect(state(informer.list('default'))).toBe(wanted());
  };
  await inStep();
  const scope = { resource: 'v1/configmaps' };
  for (const fault of [{ kind: 'dropWatch' }, { kind: 'cutObject' }, { kind: 'expireWatch' }, { kind: 'status', code: 503, scope: { ...scope, verb: 'watch' } }, { kind: 'status', code: 500, scope: { ...scope, verb: 'list' } }, { kind: 'slowAnswer', ms: 50, times: 5 }, { kind: 'restart' }]) {
    const { id } = playground.faults.add(readFaultSpec({ ...(fault.kind === 'restart' ? {} : { scope }), ...fault }));
    const name = `after-${id}`;
    store.create('default', { metadata: { name } });
    store.update('default', name, (old) => ({ ...old, data: { fault: fault.kind } }));
    if (id > 1) store.delete('default', `after-${id - 1}`);
    await inStep();
  }
  isRunning = false;
  await informer.stop();
});
