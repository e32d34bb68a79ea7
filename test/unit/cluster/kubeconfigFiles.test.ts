import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { kubeconfigFiles } from '../../../extension/cluster/kubeconfigFiles.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

it('K12: the files of a kubeconfig are itself and all that it names, of every entry', async () => {
  const clusters = [
    { name: 'used', cluster: { server: 'https://a', 'certificate-authority': 'ca.crt' } },
    { name: 'other', cluster: { 'certificate-authority': '/etc/other.crt', 'certificate-authority-data': '' } },
  ];
  const users = [
    { name: 'certificate', user: { 'client-certificate': 'c.crt', 'client-key': 'c.key' } },
    { name: 'token', user: { tokenFile: 'token' } },
    { name: 'plugin', user: { exec: { command: './plugin', apiVersion: 'v1' } } },
    { name: 'bare', user: { exec: { command: 'aws', apiVersion: 'v1' } } },
    { name: 'provider', user: { 'auth-provider': { name: 'oidc', config: { 'idp-certificate-authority': '/idp.crt' } } } },
  ];
  const path = await folder.write('config', JSON.stringify({ clusters, users }));
  const beside = (name: string): string => join(path, '..', name);
  expect(kubeconfigFiles(await loadKubeconfig({ path, env: {}, home: '/' })).toSorted()).toEqual(
    [path, ...['ca.crt', 'c.crt', 'c.key', 'token', 'plugin'].map(beside), '/etc/other.crt', '/idp.crt'].toSorted(),
  );
});
