import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const pods = '/api/v1/namespaces/default/pods';
const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';

function pod(spec: object): object {
  return { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }], ...spec } };
}

describe('a pod', () => {
  it('has the priority of the class that it names', async () => {
    const harness = new PlaygroundHarness();
    const { json } = await harness.ask('POST', pods, { body: pod({ priorityClassName: 'system-node-critical' }) });
    expect(json.spec).toMatchObject({ priorityClassName: 'system-node-critical', priority: 2_000_001_000, preemptionPolicy: 'PreemptLowerPriority' });
  });

  it('of no class has none, unless one is everybody’s', async () => {
    const harness = new PlaygroundHarness();
    const plain = await harness.ask('POST', `${pods}?dryRun=All`, { body: pod({}) });
    expect([plain.json.spec.priorityClassName, plain.json.spec.priority]).toEqual([undefined, 0]);
    await harness.ask('POST', classes, { body: { metadata: { name: 'usual' }, value: 7, globalDefault: true, preemptionPolicy: 'Never' } });
    expect((await harness.ask('POST', pods, { body: pod({}) })).json.spec).toMatchObject({ priorityClassName: 'usual', priority: 7, preemptionPolicy: 'Never' });
  });

  it.each([
    [{ priorityClassName: 'nobodys' }, 'no PriorityClass with name nobodys was found'],
    [{ priority: 5 }, 'the integer value of priority (5) must not be provided'],
    [{ preemptionPolicy: 'Never' }, 'the string value of PreemptionPolicy (Never) must not be provided'],
  ])('with %o is forbidden', async (spec, why) => {
    const { status, json } = await new PlaygroundHarness().ask('POST', pods, { body: pod(spec) });
    expect([status, json.reason, json.message]).toEqual([403, 'Forbidden', expect.stringContaining(why)]);
  });
});

it('a pod keeps its priority when somebody leaves it out', async () => {
  const harness = new PlaygroundHarness();
  await harness.ask('POST', pods, { body: pod({ priorityClassName: 'system-node-critical' }) });
  const { status, json } = await harness.patch(`${pods}/p`, { spec: { priority: null, preemptionPolicy: null } });
  expect([status, json.spec.priority, json.spec.preemptionPolicy]).toEqual([200, 2_000_001_000, 'PreemptLowerPriority']);
});

it('a namespace that is not there is told of first', async () => {
  const { status, json } = await new PlaygroundHarness().ask('POST', '/api/v1/namespaces/none/pods', { body: pod({ priorityClassName: 'nobodys' }) });
  expect([status, json.message]).toEqual([404, 'namespaces "none" not found']);
});

it('what runs from the beginning has the priority of its class, too', async () => {
  const { items } = (await new PlaygroundHarness().get('/api/v1/pods')).json as { readonly items: readonly { readonly spec: { readonly priorityClassName?: string; readonly priority: number } }[] };
  const priorities = new Set(items.map(({ spec }) => `${spec.priorityClassName} ${spec.priority}`));
  expect([...priorities].toSorted()).toEqual(['system-cluster-critical 2000000000', 'system-node-critical 2000001000', 'undefined 0']);
});

it('what is refused before it has a name is called by the beginning of that', async () => {
  const harness = new PlaygroundHarness();
  const { json } = await harness.ask('POST', pods, { body: { metadata: { generateName: 'p-' }, spec: { containers: [{ name: 'c', image: 'i' }], priorityClassName: 'nobodys' } } });
  expect([json.details.name, json.message]).toEqual(['p-', 'pods "p-" is forbidden: no PriorityClass with name nobodys was found']);
});

it('pods that are refused are told of by an Event of who wants them, once and counted', async () => {
  const harness = new PlaygroundHarness({ controllers: ['replicaset'] });
  const labels = { a: 'b' };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }], priorityClassName: 'nobodys' } } };
  await harness.ask('POST', '/apis/apps/v1/namespaces/default/replicasets', { body: { metadata: { name: 'r' }, spec } });
  await harness.clock.advance(2_000);
  const { items } = (await harness.get('/api/v1/namespaces/default/events?fieldSelector=involvedObject.name%3Dr')).json;
  expect(items).toMatchObject([{ type: 'Warning', reason: 'FailedCreate', message: 'Error creating: pods "r-" is forbidden: no PriorityClass with name nobodys was found' }]);
  expect(items[0].count).toBeGreaterThan(1);
  expect((await harness.object('/apis/apps/v1/namespaces/default/replicasets/r'))['status']).toEqual({ replicas: 0, observedGeneration: 1 });
});

describe('a PriorityClass', () => {
  it('keeps its value, and gives way to no second one that is everybody’s', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.ask('POST', classes, { body: { metadata: { name: 'a' }, value: 1_000_000_000, globalDefault: true } })).json).toMatchObject({ kind: 'PriorityClass', preemptionPolicy: 'PreemptLowerPriority' });
    expect((await harness.patch(`${classes}/a`, { value: 2 })).status).toBe(422);
    expect((await harness.patch(`${classes}/a`, { preemptionPolicy: 'Never' })).status).toBe(422);
    expect((await harness.patch(`${classes}/a`, { description: 'usual' })).json).toMatchObject({ globalDefault: true, description: 'usual' });
    expect((await harness.ask('POST', classes, { body: { metadata: { name: 'b' }, value: 1, globalDefault: true } })).status).toBe(403);
    expect((await harness.ask('POST', classes, { body: { metadata: { name: 'c' }, value: 1_000_000_001 } })).status).toBe(422);
    expect((await harness.ask('POST', classes, { body: { metadata: { name: 'system-mine' }, value: 1 } })).status).toBe(422);
    expect((await harness.ask('POST', classes, { body: { metadata: { name: 'd' }, preemptionPolicy: 'Perhaps' } })).status).toBe(422);
  });

  it('of the system stays', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.get(classes)).json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['system-cluster-critical', 'system-node-critical']);
    expect((await harness.ask('DELETE', `${classes}/system-node-critical`)).status).toBe(403);
  });
});
