import { expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const accounts = '/api/v1/namespaces/default/serviceaccounts';

it('a strategic patch of a ServiceAccount adds to its secrets, and replaces those for pulling images, which are one thing', async () => {
  const harness = new PlaygroundHarness();
  await harness.ask('POST', `${accounts}?fieldManager=me`, { body: { metadata: { name: 'a' }, secrets: [{ name: 's' }], imagePullSecrets: [{ name: 'pull' }] } });
  const { json } = await harness.patch(`${accounts}/a?fieldManager=me`, { secrets: [{ name: 't' }], imagePullSecrets: [{ name: 'other' }] }, 'strategic-merge');
  expect([json.secrets, json.imagePullSecrets]).toEqual([[{ name: 's' }, { name: 't' }], [{ name: 'other' }]]);
  expect(json.metadata.managedFields[0].fieldsV1['f:imagePullSecrets']).toEqual({});
});
