import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const binding = `${rbac}/clusterrolebindings`;

/** With its controllers. */
async function setUp(controllers: readonly string[]): Promise<PlaygroundHarness> {
  const harness = new PlaygroundHarness({ controllers });
  await harness.clock.advance(1_000);
  return harness;
}

describe('the account of a namespace', () => {
  const account = '/api/v1/namespaces/new/serviceaccounts/default';

  it('is made with the namespace, and made again when somebody deletes it', async () => {
    const harness = await setUp(['serviceaccount']);
    await harness.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: 'new' } } });
    await harness.clock.advance(1_000);
    const first = await harness.object(account);
    await harness.ask('DELETE', account);
    await harness.clock.advance(1_000);
    expect((await harness.object(account)).metadata.uid).not.toBe(first.metadata.uid);
    await harness.playground.close();
  });

  it('is not made while its controller may not, and is once it may', async () => {
    const harness = await setUp(['serviceaccount']);
    const name = 'system:controller:service-account-controller';
    const { json } = await harness.get(`${binding}/${name}`);
    await harness.ask('DELETE', `${binding}/${name}`);
    await harness.ask('POST', '/api/v1/namespaces', { body: { metadata: { name: 'new' } } });
    await harness.clock.advance(10_000);
    expect((await harness.get(account)).status).toBe(404);
    await harness.ask('POST', binding, { body: { metadata: { name }, roleRef: json.roleRef, subjects: json.subjects } });
    await harness.clock.advance(1_000_000);
    expect((await harness.get(account)).status).toBe(200);
    await harness.playground.close();
  });
});

describe('ClusterRoles that are put together', () => {
  const rule = { verbs: ['get'], apiGroups: ['example.com'], resources: ['widgets'] };
  const labels = { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' };

  it('follow the labels and the rules of others: view, and with it edit and admin', async () => {
    const harness = await setUp(['clusterrole-aggregation']);
    const has = async (role: string): Promise<boolean> => (await harness.get(`${rbac}/clusterroles/${role}`)).json.rules.some(({ apiGroups = [] }: { apiGroups?: string[] }) => apiGroups.includes('example.com'));
    const all = async (): Promise<readonly boolean[]> => [await has('view'), await has('edit'), await has('admin')];
    await harness.ask('POST', `${rbac}/clusterroles`, { body: { metadata: { name: 'widgets', labels }, rules: [rule] } });
    await harness.clock.advance(5_000);
    expect(await all()).toEqual([true, true, true]);
    await harness.patch(`${rbac}/clusterroles/widgets`, { metadata: { labels: null } });
    await harness.clock.advance(5_000);
    expect(await all()).toEqual([false, false, false]);
    await harness.playground.close();
  });

  it('are at rest from the beginning, and put right when somebody has written into them', async () => {
    const harness = new PlaygroundHarness({ controllers: ['clusterrole-aggregation'] });
    const { revision } = harness.playground.storage;
    await harness.clock.advance(5_000);
    expect(harness.playground.storage.revision).toBe(revision);
    const before = (await harness.get(`${rbac}/clusterroles/view`)).json.rules;
    await harness.patch(`${rbac}/clusterroles/view`, { rules: [rule] });
    await harness.clock.advance(5_000);
    expect((await harness.get(`${rbac}/clusterroles/view`)).json.rules).toEqual(before);
    await harness.playground.close();
  });
});
