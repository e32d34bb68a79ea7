import { expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const root = '/apis/flowcontrol.apiserver.k8s.io/v1';

interface Named {
  readonly metadata: { readonly name: string; readonly uid: string };
}

it('tells of flow control by objects, which have the uids that answers name', async () => {
  const harness = new PlaygroundHarness();
  const { json: schemas } = await harness.get(`${root}/flowschemas`);
  const { json: levels } = await harness.get(`${root}/prioritylevelconfigurations`);
  const view = await harness.inside('/flow-control');
  const uids = (items: readonly Named[]): object => Object.fromEntries(items.map(({ metadata }) => [metadata.name, metadata.uid]));
  expect(uids(schemas.items)).toEqual(Object.fromEntries(view.schemas.map(({ name, uid }: { name: string; uid: string }) => [name, uid])));
  expect(levels.items.map(({ metadata }: Named) => metadata.name).toSorted()).toEqual(view.levels.map(({ name }: { name: string }) => name).toSorted());
  expect(await harness.object(`${root}/flowschemas/probes`)).toMatchObject({
    metadata: { generation: 1 },
    spec: { matchingPrecedence: 2, priorityLevelConfiguration: { name: 'exempt' }, rules: [{ subjects: [{ kind: 'Group', group: { name: 'system:unauthenticated' } }, { kind: 'Group' }], nonResourceRules: [{ verbs: ['get'] }] }] },
    status: { conditions: [{ type: 'Dangling', status: 'False', reason: 'Found' }] },
  });
  expect(await harness.object(`${root}/prioritylevelconfigurations/leader-election`)).toMatchObject({
    spec: { type: 'Limited', limited: { nominalConcurrencyShares: 10, lendablePercent: 0, limitResponse: { type: 'Queue', queuing: { queues: 16, handSize: 4, queueLengthLimit: 50 } } } },
  });
  expect((await harness.object(`${root}/prioritylevelconfigurations/catch-all`))['spec']).toMatchObject({ limited: { limitResponse: { type: 'Reject' } } });
});

it('shows them as a table, and can be watched', async () => {
  const harness = new PlaygroundHarness();
  const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
  const cells = async (target: string): Promise<unknown> => (await harness.ask('GET', `${root}/${target}`, { accept })).json.rows[0].cells;
  expect(await cells('flowschemas/global-default')).toEqual(['global-default', 'global-default', '9900', 'ByUser', '0s', 'False']);
  expect(await cells('prioritylevelconfigurations/system')).toEqual(['system', 'Limited', '30', '64', '6', '50', '0s']);
  expect(await cells('prioritylevelconfigurations/exempt')).toEqual(['exempt', 'Exempt', '<none>', '<none>', '<none>', '<none>', '0s']);
  const watch = await harness.watch(`${root}/flowschemas?watch=true&fieldSelector=metadata.name%3Dexempt`);
  expect(watch.lines()).toEqual(['ADDED /exempt']);
});

it.each([
  ['POST', 'flowschemas'],
  ['DELETE', 'flowschemas'],
  ['PUT', 'flowschemas/exempt'],
  ['PATCH', 'prioritylevelconfigurations/exempt'],
  ['DELETE', 'prioritylevelconfigurations/exempt'],
])('%s of %s is refused, and says why', async (method, path) => {
  const { status, json } = await new PlaygroundHarness().ask(method, `${root}/${path}`, { body: {}, contentType: method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' });
  expect([status, json.reason, json.message]).toEqual([405, 'MethodNotAllowed', expect.stringContaining('cannot be changed by objects')]);
});

it('has the names of Kubernetes for what they are made of', async () => {
  const { json } = await new PlaygroundHarness().get('/openapi/v3/apis/flowcontrol.apiserver.k8s.io/v1');
  const names = ['FlowSchemaCondition', 'UserSubject', 'GroupSubject', 'PriorityLevelConfigurationStatus', 'PriorityLevelConfigurationCondition'];
  expect(Object.keys(json.components.schemas)).toEqual(expect.arrayContaining(names.map((name) => `io.k8s.api.flowcontrol.v1.${name}`)));
});

it('says in discovery that they are read alone', async () => {
  const { json } = await new PlaygroundHarness().get(root);
  expect(json.resources.map(({ name, verbs }: { name: string; verbs: string[] }) => [name, verbs])).toEqual([['flowschemas', ['get', 'list', 'watch']], ['prioritylevelconfigurations', ['get', 'list', 'watch']]]);
});
