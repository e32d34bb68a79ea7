import { CoreV1Api, KubeConfig, makeInformer, type V1ConfigMap } from '@kubernetes/client-node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminUser } from '../../../extension/playground/access/userInfo.ts';
import { HttpsPlayground } from '../../support/httpsPlayground.ts';

/** Another client, unchanged, over HTTPS: client-node with its own informer. */

let server: HttpsPlayground;
let config: KubeConfig;
beforeAll(async () => {
  server = await HttpsPlayground.start({ tokens: [{ token: 'token', user: adminUser('test') }] });
  config = new KubeConfig();
  config.loadFromString(server.kubeconfig([{ name: 'playground', namespace: 'default', token: 'token' }]));
});
afterAll(() => server.close());

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
