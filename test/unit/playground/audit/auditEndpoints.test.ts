import { expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const policy = { apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'None', users: ['system:apiserver'] }, { level: 'Request', resources: [{ group: 'apps', resources: ['deployments'] }] }] };

it('takes rules, a whole policy, and none, from now on', async () => {
  const harness = new PlaygroundHarness();
  const set = async (body: object): Promise<{ readonly status: number; readonly json: unknown }> => harness.ask('POST', '/audit-policy', { to: 'introspect', body });
  expect((await set({ rules: [{ level: 'Metadata' }] })).json).toMatchObject({ policy: [{ level: 'Metadata', resources: [] }] });
  await harness.get('/api/v1/pods');
  expect(await harness.inside('/audit')).toMatchObject({ file: '', recent: expect.arrayContaining([expect.objectContaining({ verb: 'list', level: 'Metadata' })]) });
  expect((await set({ policy })).json).toMatchObject({ policy: [{ level: 'None', users: ['system:apiserver'] }, { level: 'Request', resources: ['deployments.apps'] }] });
  expect((await set({ rules: [] })).json).toMatchObject({ policy: [] });
});

it('refuses what is no policy, and both at once', async () => {
  const harness = new PlaygroundHarness();
  for (const body of [{}, { policy: { kind: 'Policy' } }, { policy: 'Metadata' }, { rules: [{ level: 'All' }] }, { rules: [{ level: 'None' }], policy }]) {
    expect((await harness.ask('POST', '/audit-policy', { to: 'introspect', body })).status, JSON.stringify(body)).toBe(400);
  }
});
