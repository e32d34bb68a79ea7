import { expect, it } from 'vitest';
import { identityOf } from '../../../extension/cluster/identity.ts';
import { loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { selectContext } from '../../../extension/cluster/selectContext.ts';
import { kubeconfigFor } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

async function identity(text: string) {
  return identityOf(selectContext(await loadKubeconfig({ path: await folder.write('config', text), env: {}, home: '/' })));
}

it('is the user of the context, and nobody for a context without one', async () => {
  expect(await identity(kubeconfigFor('https://a', { token: 'hush' }))).toEqual({ user: 'test', withheld: false });
  expect(await identity(kubeconfigFor('https://a').replace(',"user":"test"}}', '}}'))).toEqual({ user: '', withheld: false });
});

it('K5: is withheld over plain http; as whom it asks is not', async () => {
  expect(await identity(kubeconfigFor('http://a', { token: 'hush', as: 'bob', 'as-groups': ['g'], 'as-uid': '7', 'as-user-extra': { reason: ['r'] } }))).toEqual({
    user: 'test',
    withheld: true,
    impersonated: { user: 'bob', uid: '7', groups: ['g'], extra: { reason: ['r'] } },
  });
});
