import { beforeEach, describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const pods = '/api/v1/namespaces/default/pods';

let harness: PlaygroundHarness;
beforeEach(async () => {
  harness = new PlaygroundHarness();
  await harness.ask('POST', pods, { body: { metadata: { name: 'p', annotations: { kept: 'yes' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } });
});

function post(action: string, body: object, name = 'p'): ReturnType<PlaygroundHarness['ask']> {
  return harness.ask('POST', `${pods}/${name}/${action}`, { body });
}

describe('a binding', () => {
  const onto = (node: string, metadata: object = {}): object => ({ kind: 'Binding', apiVersion: 'v1', metadata: { name: 'p', ...metadata }, target: { kind: 'Node', name: node } });

  it('puts a pod on a node, once, and nobody owns where that is', async () => {
    expect(await post('binding', onto('a', { annotations: { by: 'me' } }))).toMatchObject({ status: 201, json: { kind: 'Status', status: 'Success', code: 201 } });
    const { json: pod } = await harness.ask('GET', `${pods}/p`);
    expect(pod.spec.nodeName).toBe('a');
    expect(pod.metadata.annotations).toEqual({ kept: 'yes', by: 'me' });
    expect(pod.status.conditions).toMatchObject([{ type: 'PodScheduled', status: 'True' }]);
    expect(JSON.stringify(pod.metadata.managedFields)).not.toContain('nodeName');
    expect(await post('binding', onto('b'))).toMatchObject({ status: 409, json: { message: expect.stringContaining('already assigned to node "a"'), details: { kind: 'pods/binding' } } });
  });

  it('is the only way onto a node', async () => {
    expect(await harness.patch(`${pods}/p`, { spec: { nodeName: 'a' } })).toMatchObject({ status: 422, json: { details: { causes: [{ reason: 'FieldValueForbidden', field: 'spec' }] } } });
  });

  it.each([
    ['another name', onto('a', { name: 'other' }), 400],
    ['the uid of another pod', onto('a', { uid: 'other' }), 409],
    ['no node', { metadata: { name: 'p' }, target: { kind: 'Node' } }, 500],
    ['what is no node', { metadata: { name: 'p' }, target: { kind: 'Pod', name: 'a' } }, 500],
    ['another kind', { ...onto('a'), kind: 'Pod' }, 400],
  ])('with %s is refused', async (_, body, status) => {
    expect((await post('binding', body)).status).toBe(status);
    expect((await harness.ask('GET', `${pods}/p`)).json.spec.nodeName).toBeUndefined();
  });

  it('may be created in the collection of them, where it alone says of which pod it is', async () => {
    const bindings = '/api/v1/namespaces/default/bindings';
    expect((await harness.ask('POST', bindings, { body: onto('a', { name: '' }) })).status).toBe(400);
    expect((await harness.ask('POST', bindings, { body: onto('a', { name: 'none' }) })).status).toBe(404);
    expect((await harness.ask('POST', bindings, { body: onto('a', { namespace: 'shop' }) })).status).toBe(400);
    expect(await harness.ask('POST', bindings, { body: onto('a') })).toMatchObject({ status: 201, json: { kind: 'Status', status: 'Success' } });
    expect((await harness.ask('GET', `${pods}/p`)).json.spec.nodeName).toBe('a');
    expect((await harness.ask('POST', bindings, { body: onto('b') })).status).toBe(409);
    expect((await harness.ask('GET', bindings)).status).toBe(405);
    expect((await harness.ask('GET', `${bindings}/p`)).status).toBe(404);
    expect((await harness.ask('POST', '/api/v1/bindings', { body: onto('b') })).status).toBe(404);
    expect((await harness.ask('GET', '/api/v1')).json.resources).toContainEqual({ name: 'bindings', singularName: 'binding', namespaced: true, kind: 'Binding', verbs: ['create'] });
  });

  it('of no pod is not found, and cannot be read', async () => {
    expect((await post('binding', { metadata: { name: 'none' }, target: { name: 'a' } }, 'none')).status).toBe(404);
    expect((await harness.ask('GET', `${pods}/p/binding`)).status).toBe(405);
  });
});

describe('an eviction', () => {
  const of = (deleteOptions?: object, metadata: object = {}): object => ({ kind: 'Eviction', apiVersion: 'policy/v1', metadata: { name: 'p', ...metadata }, ...(deleteOptions && { deleteOptions }) });

  it('deletes a pod that runs in the time that it is given, and says why', async () => {
    await post('binding', { metadata: { name: 'p' }, target: { name: 'a' } });
    expect(await post('eviction', of({ gracePeriodSeconds: 3 }))).toMatchObject({ status: 201, json: { status: 'Success' } });
    const { json: pod } = await harness.ask('GET', `${pods}/p`);
    expect(pod.metadata).toMatchObject({ deletionGracePeriodSeconds: 3, deletionTimestamp: expect.any(String) });
    expect(pod.status.conditions).toContainEqual(expect.objectContaining({ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' }));
  });

  it.each([
    ['the pod is on no node', of(), 201],
    ['its version is an older one', { ...of(), apiVersion: 'policy/v1beta1' }, 201],
  ])('takes it away at once where %s', async (_, body, status) => {
    expect((await post('eviction', body)).status).toBe(status);
    expect((await harness.ask('GET', `${pods}/p`)).status).toBe(404);
  });

  it.each([
    ['that is only tried', of({ dryRun: ['All'] }), 201],
    ['of another name', of(undefined, { name: 'other' }), 400],
    ['of another uid', of({ preconditions: { uid: 'other' } }), 409],
    ['of an old version', of({ preconditions: { resourceVersion: '1' } }), 409],
    ['of another kind', { ...of(), apiVersion: 'v1' }, 400],
    ['with options that are none', of({ propagationPolicy: 'Sideways' }), 422],
  ])('%s leaves it as it is', async (_, body, status) => {
    const { json: before } = await harness.ask('GET', `${pods}/p`);
    expect((await post('eviction', body)).status).toBe(status);
    expect((await harness.ask('GET', `${pods}/p`)).json).toEqual(before);
  });

  it('is found by kubectl, which looks for the version of its kind', async () => {
    const { json } = await harness.ask('GET', '/api/v1');
    expect(json.resources).toContainEqual(expect.objectContaining({ name: 'pods/eviction', kind: 'Eviction', group: 'policy', version: 'v1', verbs: ['create'] }));
    expect(json.resources).toContainEqual(expect.objectContaining({ name: 'pods/binding', kind: 'Binding', verbs: ['create'] }));
  });
});
