import { expect, it } from 'vitest';
import { execInfo } from '../../../extension/cluster/execInfo.ts';
import { clusterEntry, userEntry } from '../../../extension/cluster/kubeconfigEntries.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();
const base = { server: 'https://10.0.0.1' };

async function info(cluster: object, exec: object = {}, interactive = false): Promise<unknown> {
  const user = userEntry('/k/config', 'jane', { exec: { apiVersion: 'client.authentication.k8s.io/v1beta1', command: 'p', provideClusterInfo: true, ...exec } });
  return JSON.parse(await execInfo({ user: user.name, exec: user.exec!, cluster: clusterEntry('/k/config', 'c', { ...base, ...cluster }), interactive }, new AbortController().signal));
}

it('tells of the cluster what kubectl tells, and no more', async () => {
  // As kubectl 1.32 wrote it for this entry.
  const entry = {
    'insecure-skip-tls-verify': true,
    'disable-compression': true,
    extensions: [{ name: 'other', extension: { no: 1 } }, { name: 'client.authentication.k8s.io/exec', extension: { audience: 'x', nested: { a: [1, null] } } }],
  };
  expect(await info(entry)).toEqual({
    kind: 'ExecCredential',
    apiVersion: 'client.authentication.k8s.io/v1beta1',
    spec: { cluster: { server: 'https://10.0.0.1', 'insecure-skip-tls-verify': true, 'disable-compression': true, config: { audience: 'x', nested: { a: [1, null] } } }, interactive: false },
  });
});

it('tells its authority from a file as well, its TLS name and its proxy', async () => {
  const ca = await folder.write('ca', 'CA');
  const entry = { 'certificate-authority': ca, 'tls-server-name': 'api', 'proxy-url': 'socks5://p:1' };
  expect(await info(entry)).toMatchObject({ spec: { cluster: { 'certificate-authority-data': 'Q0E=', 'tls-server-name': 'api', 'proxy-url': 'socks5://p:1' } } });
});

it.each([
  ['it does not ask for it', {}, { provideClusterInfo: false }],
  ['it says nothing', {}, { provideClusterInfo: undefined }],
])('tells nothing of the cluster where %s', async (_why, cluster, exec) => {
  expect(await info(cluster, exec)).toMatchObject({ spec: { interactive: false } });
  expect(await info(cluster, exec)).not.toHaveProperty('spec.cluster');
});

it('says whether it may ask on the terminal', async () => {
  expect(await info({}, { interactiveMode: 'IfAvailable' }, true)).toMatchObject({ spec: { interactive: true } });
  expect(await info({}, { interactiveMode: 'Never' }, true)).toMatchObject({ spec: { interactive: false } });
});

it('names what it cannot tell', async () => {
  const circle: unknown[] = [];
  circle.push(circle);
  await expect(info({ extensions: [{ name: 'client.authentication.k8s.io/exec', extension: circle }] })).rejects.toMatchObject({
    code: 'execInvalid',
    message: 'What the cluster "c" holds for the credential plugin of the user "jane" cannot be passed on. Correct its extensions in the kubeconfig.',
  });
});

it('reads what a kubeconfig says of a plugin: no variables, and a command from beside the file, or from the PATH', () => {
  const exec = (fields: object) => userEntry('/k/config', 'jane', { exec: { apiVersion: 'client.authentication.k8s.io/v1', ...fields } }).exec!;
  expect(exec({ command: './bin/p', env: null })).toMatchObject({ command: '/k/bin/p', env: {} });
  expect(exec({ command: 'p', env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] })).toMatchObject({ command: 'p', env: { A: '2' } });
});
