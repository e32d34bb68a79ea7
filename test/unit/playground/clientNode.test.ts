import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { adminUser } from '../../../extension/playground/access/userInfo.ts';
import { createPlayground, type Playground } from '../../../extension/playground/createPlayground.ts';
import { createServerCertificate } from '../../../extension/playground/server/certificates.ts';
import { HttpsServer } from '../../../extension/playground/server/httpsServer.ts';
import { kubeconfigText } from '../../../extension/playground/server/kubeconfigText.ts';

/** Another client, unchanged, over HTTPS: client-node with its own informer. */

let playground: Playground;
let server: HttpsServer;
let config: KubeConfig;
beforeAll(async () => {
  const certificate = createServerCertificate(Date.now());
  playground = createPlayground({ size: 'small', seed: 1, churn: 'off', controllers: [], tokens: [{ token: 'token', user: adminUser('test') }], clock: systemClock, logger: silentLogger });
  server = new HttpsServer({ certificate, serve: (request) => playground.serve(request), logger: silentLogger });
  config = new KubeConfig();
  config.loadFromString(kubeconfigText({ server: await server.listen(0), ca: certificate.ca, users: [{ name: 'playground', namespace: 'default', token: 'token' }] }));
});
afterAll(async () => {
  await playground.close();
  await server.close();
});

it('client-node: typed reads and writes, and its informer', { timeout: 30_000 }, async () => {
  const api = config.makeApiClient(CoreV1Api);
  expect((await api.listNamespacedPod({ namespace: 'default' })).items.map(({ spec }) => spec?.containers[0]?.image)).toEqual(['nginx:1.25', 'nginx:1.25', 'nginx:1.25']);

  const informer = makeInformer(config, '/api/v1/namespaces/default/configmaps', () => api.listNamespacedConfigMap({ namespace: 'default' }));
  const told: string[] = [];
  let wake = (): void => undefined;
  for (const verb of ['add', 'update', 'delete'] as const) {
    informer.on(verb, ({ metadata }: V1ConfigMap) => {
      told.push(`${verb} ${metadata?.name}`);
      wake();
    });
  }
  const until = async (count: number): Promise<string[]> => {
    while (told.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return told.splice(0);
  };
  await informer.start();
  expect((await until(2)).toSorted()).toEqual(['add kube-root-ca.crt', 'add web-content']);
  await api.createNamespacedConfigMap({ namespace: 'default', body: { metadata: { name: 'a' }, data: { x: '1' } } });
  expect(await until(1)).toEqual(['add a']);
  await api.replaceNamespacedConfigMap({ namespace: 'default', name: 'a', body: { metadata: { name: 'a' }, data: { x: '2' } } });
  expect(await until(1)).toEqual(['update a']);
  expect(informer.get('a', 'default')?.data).toEqual({ x: '2' });
  await api.deleteNamespacedConfigMap({ namespace: 'default', name: 'a' });
  expect(await until(1)).toEqual(['delete a']);
  await expect(api.readNamespacedConfigMap({ namespace: 'default', name: 'a' })).rejects.toMatchObject({ code: 404 });
  await informer.stop();
});
