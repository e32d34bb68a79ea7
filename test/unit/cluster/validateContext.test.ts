import { expect, it } from 'vitest';
import { loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { KubeconfigError } from '../../../extension/cluster/kubeconfigError.ts';
import { selectContext } from '../../../extension/cluster/selectContext.ts';
import { validateContext } from '../../../extension/cluster/validateContext.ts';
import { oddKubeconfigs } from '../../support/oddKubeconfigs.ts';
import { kubeconfigFor } from '../../support/scriptedServer.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

async function validate(text: string): Promise<void> {
  const path = await folder.write('config', text);
  await validateContext(selectContext(await loadKubeconfig({ path, env: {}, home: '/' })));
}

// What kubectl makes of each is asked of kubectl itself, among the tests with kubectl.
it.each(oddKubeconfigs('here').map(({ name }, index) => [name, index] as const))('%s: taken or refused as by kubectl, in a sentence without secrets', async (_name, index) => {
  const { text, refused } = oddKubeconfigs(await folder.write('here', 'x'))[index]!;
  const error: unknown = await validate(text).then(() => undefined, (reason: unknown) => reason);
  if (!refused) return expect(error).toBeUndefined();
  expect(KubeconfigError.is(error) && error.message).toMatch(refused);
  expect((error as Error).message).toMatch(/^The (cluster|user) "test" in .*config .*\.$/);
  expect((error as Error).message).not.toContain('hush');
});

it('a plugin of v1beta1 without interactiveMode has a default', async () => {
  await validate(kubeconfigFor('https://127.0.0.1:1', { exec: { apiVersion: 'client.authentication.k8s.io/v1beta1', command: '/bin/true' } }));
});
