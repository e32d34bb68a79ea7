import { expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const accounts = '/api/v1/namespaces/default/serviceaccounts';

it('a strategic patch of a ServiceAccount adds to its secrets, and replaces those for pulling images, which are one thing', async () => {
  const harness = new PlaygroundHarness();
  await harness.ask('POST', `${accounts}?fieldManager=me`, { body: { metadata: { name: 'a' }, secrets: [{ name: 's' }], imagePullSecrets: [{ name: 'pull' }] } });
  const { json } = await harness.patch(`${accounts}/a?fieldManager=me`, { secrets: [{ name: 't' }], imagePullSecrets: [{ name: 'other' }] }, 'strategic-merge');
  expect([json.secrets, json.imagePullSecrets]).toEqual([[{ name: 't' }, { name: 's' }], [{ name: 'other' }]]);
  expect(json.metadata.managedFields[0].fieldsV1['f:imagePullSecrets']).toEqual({});
});

it('of the secrets of a ServiceAccount only the names count, and one without a name leaves nobody owning anything', async () => {
  const harness = new PlaygroundHarness();
  const { json } = await harness.ask('POST', accounts, { body: { metadata: { name: 'a', labels: { x: 'y' } }, secrets: [{ name: 's', namespace: 'elsewhere' }, { namespace: 'elsewhere' }] } });
  expect([json.secrets, json.metadata.managedFields]).toEqual([[{ name: 's' }, {}], undefined]);
  const { status, json: refusal } = await harness.ask('PATCH', `${accounts}/a?fieldManager=me`, { contentType: 'application/apply-patch+yaml', body: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'a' } } });
  expect([status, refusal.message]).toEqual([500, expect.stringContaining('omits key field "name"')]);
});
