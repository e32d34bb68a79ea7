import { beforeEach, describe, expect, it } from 'vitest';
import { bringGadgets, definitionsPath, gadget, gadgetDefinition, gadgets } from '../../../support/customKinds.ts';
import { fieldOwners } from '../../../support/fieldOwners.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const definition = `${definitionsPath}/gadgets.example.com`;
const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' };

let harness: PlaygroundHarness;
beforeEach(() => {
  harness = new PlaygroundHarness();
});

async function conditions(name = definition): Promise<string[]> {
  const status = (await harness.object(name))['status'] as { conditions: { type: string; status: string; reason: string }[] };
  return status.conditions.map(({ type, status: value, reason }) => `${type} ${value} ${reason}`);
}

describe('a kind that somebody brings', () => {
  it('is served once it is established, and not before', async () => {
    const { json, status } = await harness.ask('POST', definitionsPath, { body: gadgetDefinition() });
    expect(status).toBe(201);
    expect(json).toMatchObject({ spec: { names: { singular: 'gadget', listKind: 'GadgetList' }, conversion: { strategy: 'None' } }, metadata: { generation: 1 } });
    expect((await harness.get(gadgets)).status).toBe(404);
    await harness.clock.settle();
    expect(await conditions()).toEqual(['NamesAccepted True NoConflicts', 'Established True InitialNamesAccepted']);
    expect((await harness.object(definition))['status']).toMatchObject({ acceptedNames: { plural: 'gadgets', kind: 'Gadget' }, storedVersions: ['v1'] });
    expect((await harness.get(gadgets)).json).toMatchObject({ kind: 'GadgetList', apiVersion: 'example.com/v1', items: [] });
    expect(harness.errors).toEqual([]);
  });

  it('is in discovery, and in the OpenAPI documents', async () => {
    const index = async (): Promise<Record<string, { serverRelativeURL: string }>> => (await harness.get('/openapi/v3')).json.paths;
    const before = (await index())['api/v1'];
    await bringGadgets(harness);
    expect((await harness.get('/apis')).json.groups.at(-1)).toEqual({ name: 'example.com', versions: [{ groupVersion: 'example.com/v1', version: 'v1' }], preferredVersion: { groupVersion: 'example.com/v1', version: 'v1' } });
    const { resources } = (await harness.get('/apis/example.com/v1')).json;
    expect(resources.map(({ name }: { name: string }) => name)).toEqual(['gadgets', 'gadgets/status', 'gadgets/scale']);
    expect(resources[0]).toMatchObject({ kind: 'Gadget', singularName: 'gadget', namespaced: true, shortNames: ['gd'], categories: ['all'] });
    const paths = await index();
    expect(paths['api/v1']).not.toEqual(before);
    const document = (await harness.get(paths['apis/example.com/v1']!.serverRelativeURL)).json;
    const kind = document.components.schemas['com.example.v1.Gadget'];
    expect(kind['x-kubernetes-group-version-kind']).toEqual([{ group: 'example.com', kind: 'Gadget', version: 'v1' }]);
    expect(kind.properties.spec.properties.replicas).toEqual({ type: 'integer', minimum: 0, default: 1 });
    expect(document.components.schemas).toHaveProperty([kind.properties.metadata.$ref.split('/').at(-1)]);
    expect((await harness.get('/openapi/v2')).json.definitions['com.example.v1.Gadget'].properties.spec.properties.replicas).toEqual({ type: 'integer', minimum: 0 });
  });

  it('has its objects created, read, changed, listed, watched and deleted like any other', async () => {
    await bringGadgets(harness);
    const watch = await harness.watch(`${gadgets}?watch=true`);
    const created = await harness.ask('POST', `${gadgets}?fieldManager=me`, { body: gadget('a') });
    expect(created.status).toBe(201);
    expect(created.json).toMatchObject({ kind: 'Gadget', apiVersion: 'example.com/v1', metadata: { generation: 1, namespace: 'default' }, spec: { size: 'small', replicas: 1 } });
    expect(created.json.metadata.uid).toBeTruthy();
    expect((await harness.patch(`${gadgets}/a`, { spec: { replicas: 3 } })).json).toMatchObject({ metadata: { generation: 2 }, spec: { replicas: 3 } });
    expect((await harness.patch(`${gadgets}/a`, [{ op: 'replace', path: '/spec/size', value: 'large' }], 'json')).json.spec.size).toBe('large');
    expect((await harness.patch(`${gadgets}/a`, { spec: { replicas: 4 } }, 'strategic-merge')).status).toBe(415);
    const { json: list } = await harness.get(gadgets);
    expect(list.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['a']);
    expect((await harness.get(`${gadgets}?fieldSelector=spec.size%3Dsmall`)).json.items).toEqual([]);
    expect((await harness.get(`${gadgets}?fieldSelector=spec.replicas%3D3`)).status).toBe(400);
    const stale = await harness.ask('PUT', `${gadgets}/a`, { body: created.json });
    expect([stale.status, stale.json.reason]).toEqual([409, 'Conflict']);
    expect((await harness.ask('DELETE', `${gadgets}/a`)).status).toBe(200);
    await harness.clock.settle();
    expect(watch.lines()).toEqual(['ADDED default/a', 'MODIFIED default/a', 'MODIFIED default/a', 'DELETED default/a']);
  });

  it('has a table with the columns of its definition', async () => {
    await bringGadgets(harness);
    await harness.ask('POST', gadgets, { body: gadget('a', { replicas: 2 }) });
    await harness.clock.advance(5000);
    const { json } = await harness.ask('GET', gadgets, table);
    expect(json.columnDefinitions.map(({ name, type, priority }: { name: string; type: string; priority: number }) => `${name} ${type} ${priority}`)).toEqual(['Name string 0', 'Size string 0', 'Replicas integer 1', 'Age date 0']);
    expect(json.rows[0].cells).toEqual(['a', 'small', 2, '5s']);
    expect((await harness.ask('GET', definition, table)).json.rows[0].cells).toEqual(['gadgets.example.com', '2026-01-01T00:00:00Z']);
  });

  it('has a status of its own, and a scale', async () => {
    await bringGadgets(harness);
    const { json } = await harness.ask('POST', gadgets, { body: { ...gadget('a'), status: { phase: 'Mine' } } });
    expect(json.status).toBeUndefined();
    const status = await harness.patch(`${gadgets}/a/status`, { spec: { replicas: 9 }, status: { phase: 'Ready', replicas: 1, selector: 'a=b' } });
    expect(status.json).toMatchObject({ metadata: { generation: 1 }, spec: { replicas: 1 }, status: { phase: 'Ready' } });
    expect((await harness.patch(`${gadgets}/a`, { status: { phase: 'Mine' } })).json.status.phase).toBe('Ready');
    expect((await harness.get(`${gadgets}/a/scale`)).json).toMatchObject({ kind: 'Scale', spec: { replicas: 1 }, status: { replicas: 1, selector: 'a=b' } });
    expect((await harness.patch(`${gadgets}/a/scale`, { spec: { replicas: 5 } })).json.spec).toEqual({ replicas: 5 });
    expect((await harness.object(`${gadgets}/a`))['spec']).toMatchObject({ replicas: 5 });
    expect((await harness.patch(`${gadgets}/a/scale`, { spec: { replicas: -5 } })).status).toBe(422);
  });

  it('without subresources: its status is a field like others, and counts as a change', async () => {
    await bringGadgets(harness, gadgetDefinition({}, { subresources: undefined }));
    await harness.ask('POST', gadgets, { body: { ...gadget('a'), status: { phase: 'Mine' } } });
    expect((await harness.patch(`${gadgets}/a`, { status: { phase: 'Other' } })).json).toMatchObject({ metadata: { generation: 2 }, status: { phase: 'Other' } });
    expect((await harness.get(`${gadgets}/a/status`)).status).toBe(404);
    expect((await harness.get(`${gadgets}/a/scale`)).status).toBe(404);
  });

  it('may belong to the cluster', async () => {
    await bringGadgets(harness, gadgetDefinition({ scope: 'Cluster' }));
    expect((await harness.ask('POST', '/apis/example.com/v1/gadgets', { body: gadget('a') })).json.metadata.namespace).toBeUndefined();
    expect((await harness.get(gadgets)).status).toBe(404);
  });
});

describe('what an object of it holds', () => {
  it.each([
    [{ size: 'huge' }, ['spec.size: Unsupported value: "huge": supported values: "small", "large"']],
    [{ size: undefined }, ['spec.size: Required value']],
    [{ replicas: 'two' }, ['spec.replicas: Invalid value: "string": spec.replicas in body must be of type integer: "string"']],
    [{ replicas: -1 }, ['spec.replicas: Invalid value: -1: spec.replicas in body should be greater than or equal to 0']],
    [{ port: 1.5 }, ['spec.port: Invalid value: "number": spec.port in body must be of type integer,string: "number"']],
    [{ settings: { a: 1 } }, ['spec.settings.a: Invalid value: "integer": spec.settings.a in body must be of type string: "integer"']],
    [{ parts: [{ weight: 1 }] }, ['spec.parts[0].name: Required value']],
    [{ parts: [{ name: 'a' }, { name: 'a' }] }, ['spec.parts[1]: Duplicate value: {"name":"a"}']],
    [{ tags: ['a', 'a'] }, ['spec.tags[1]: Duplicate value: "a"']],
    [{ parts: {} }, ['spec.parts: Invalid value: "object": spec.parts in body must be of type array: "object"']],
    [{ size: 'huge', replicas: null, order: null }, ['spec.size: Unsupported value: "huge": supported values: "small", "large"', 'spec.order: Invalid value: "null": spec.order in body must be of type array: "null"']],
  ])('%j is refused', async (spec, causes) => {
    await bringGadgets(harness);
    const { status, json } = await harness.ask('POST', gadgets, { body: gadget('a', spec) });
    expect([status, json.reason], json.message).toEqual([422, 'Invalid']);
    expect(json.details.causes.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`)).toEqual(causes);
  });

  it('is what the schema has; the rest is dropped and told, or refused', async () => {
    await bringGadgets(harness);
    const body = gadget('a', { colour: 'red', anything: { at: { all: [1] } }, settings: { x: 'y' }, parts: [{ name: 'a', extra: 1 }] }, { labels: { l: '1' }, extra: 1 });
    const { json, warnings } = await harness.ask('POST', gadgets, { body: { ...body, other: true } });
    expect(warnings).toEqual(['metadata.extra', 'spec.colour', 'spec.parts[0].extra', 'other'].map((path) => `unknown field ${JSON.stringify(path)}`));
    expect(json.spec).toEqual({ size: 'small', replicas: 1, anything: { at: { all: [1] } }, settings: { x: 'y' }, parts: [{ name: 'a', weight: 5 }] });
    expect(json.metadata.labels).toEqual({ l: '1' });
    expect(json.other).toBeUndefined();
    expect((await harness.ask('POST', `${gadgets}?fieldValidation=Strict`, { body: gadget('b', { colour: 'red' }) })).json).toMatchObject({ code: 400, message: 'strict decoding error: unknown field "spec.colour"' });
  });

  it('keeps what is empty, and null where that is allowed', async () => {
    await bringGadgets(harness);
    const { json } = await harness.ask('POST', gadgets, { body: gadget('a', { order: [], settings: {}, parts: [{ name: 'a', note: null, weight: null }] }) });
    expect(json.spec).toMatchObject({ order: [], settings: {}, parts: [{ name: 'a', note: null, weight: 5 }] });
    const read = await harness.object(`${gadgets}/a`);
    expect((await harness.ask('PUT', `${gadgets}/a`, { body: read })).json.metadata.resourceVersion).toBe(read.metadata.resourceVersion);
  });

  it.each([
    [{ kind: 'Other' }, 400],
    [{ apiVersion: 'example.com/v2' }, 400],
    [{ metadata: { name: 'a', labels: { x: 1 } } }, 400],
    [{ metadata: { name: 'A' } }, 422],
    [{ metadata: [] }, 400],
    [{ kind: 5 }, 400],
  ])('%j: %i', async (change, code) => {
    await bringGadgets(harness);
    expect((await harness.ask('POST', gadgets, { body: { ...gadget('a'), ...change } })).status).toBe(code);
    expect((await harness.ask('POST', gadgets, { body: '[]' })).status).toBe(400);
    expect(harness.errors).toEqual([]);
  });

  it('is applied on the server by its own schema: maps, sets, what is one thing, and what is anything', async () => {
    await bringGadgets(harness);
    const apply = (manager: string, spec: object, more = '') => harness.ask('PATCH', `${gadgets}/a?fieldManager=${manager}${more}`, { body: { ...gadget('a'), spec }, contentType: 'application/apply-patch+yaml' });
    const first = await apply('me', { size: 'small', tags: ['x'], parts: [{ name: 'a', weight: 1 }], owner: { name: 'n' }, anything: { deep: { a: 1 } } });
    expect(first.status).toBe(201);
    const second = await apply('you', { tags: ['y'], parts: [{ name: 'b' }], anything: { deep: { b: 2 } } });
    expect(second.json.spec).toEqual({
      size: 'small',
      replicas: 1,
      tags: ['x', 'y'],
      parts: [{ name: 'a', weight: 1 }, { name: 'b', weight: 5 }],
      owner: { name: 'n' },
      anything: { deep: { a: 1, b: 2 } },
    });
    expect((await apply('you', { owner: { team: 't' } })).json.message).toBe('Apply failed with 1 conflict: conflict with "me": .spec.owner');
    const forced = await apply('you', { owner: { team: 't' } }, '&force=true');
    expect(forced.json.spec).toMatchObject({ tags: ['x'], parts: [{ name: 'a' }], owner: { team: 't' }, anything: { deep: { a: 1 } } });
    expect(fieldOwners(forced.json)).toContain('you (applied): spec.owner');
    expect((await apply('me', { colour: 'red' })).json).toMatchObject({ code: 500, message: 'failed to create typed patch object (default/a; example.com/v1, Kind=Gadget): .spec.colour: field not declared in schema' });
    const status = await harness.ask('PATCH', `${gadgets}/a/status?fieldManager=me`, { body: { ...gadget('a'), status: { phase: 'Up' } }, contentType: 'application/apply-patch+yaml' });
    expect(status.json.status).toEqual({ phase: 'Up' });
    expect(status.json.metadata.generation).toBe(forced.json.metadata.generation);
  });
});

describe('a definition', () => {
  it.each([
    ['another name', { ...gadgetDefinition(), metadata: { name: 'gadget.example.com' } }, 'metadata.name'],
    ['a group without a dot', { ...gadgetDefinition({ group: 'example' }), metadata: { name: 'gadgets.example' } }, 'spec.group'],
    ['a group of Kubernetes', { ...gadgetDefinition({ group: 'gadgets.k8s.io' }), metadata: { name: 'gadgets.gadgets.k8s.io' } }, 'metadata.annotations[api-approved.kubernetes.io]'],
    ['another scope', gadgetDefinition({ scope: 'Everywhere' }), 'spec.scope'],
    ['no versions', gadgetDefinition({ versions: [] }), 'spec.versions'],
    ['a webhook', gadgetDefinition({ conversion: { strategy: 'Webhook' } }), 'spec.conversion.strategy'],
    ['unknown fields', gadgetDefinition({ preserveUnknownFields: true }), 'spec.preserveUnknownFields'],
    ['names that are none', gadgetDefinition({ names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget!' } }), 'spec.names.kind'],
    ['no schema', gadgetDefinition({}, { schema: undefined }), 'spec.versions[0].schema.openAPIV3Schema'],
    ['no version that is stored', gadgetDefinition({}, { storage: false }), 'spec.versions'],
    ['a version that is none', gadgetDefinition({}, { name: 'V1' }), 'spec.versions[0].name'],
    ['a path that is none', gadgetDefinition({}, { additionalPrinterColumns: [{ name: 'X', type: 'string', jsonPath: 'spec' }] }), 'spec.versions[0].additionalPrinterColumns[0].jsonPath'],
    ['a type that is none', gadgetDefinition({}, { additionalPrinterColumns: [{ name: 'X', type: 'text', jsonPath: '.spec' }] }), 'spec.versions[0].additionalPrinterColumns[0].type'],
    ['a scale somewhere else', gadgetDefinition({}, { subresources: { scale: { specReplicasPath: '.status.x', statusReplicasPath: '.status.x' } } }), 'spec.versions[0].subresources.scale.specReplicasPath'],
  ])('with %s is refused', async (_, body, field) => {
    const { status, json } = await harness.ask('POST', definitionsPath, { body });
    expect([status, json.details?.causes?.[0]?.field], json.message).toEqual([422, field]);
  });

  it('whose kind somebody has already is not established; once that one goes, it is', async () => {
    await bringGadgets(harness);
    const rival = { ...gadgetDefinition({ names: { plural: 'others', singular: 'other', kind: 'Gadget' } }), metadata: { name: 'others.example.com' } };
    await bringGadgets(harness, rival);
    const others = `${definitionsPath}/others.example.com`;
    expect(await conditions(others)).toEqual(['NamesAccepted False KindConflict', 'Established False NotAccepted']);
    expect((await harness.get('/apis/example.com/v1/others')).status).toBe(404);
    await harness.ask('DELETE', definition);
    await harness.clock.settle();
    expect(await conditions(others)).toEqual(['NamesAccepted True NoConflicts', 'Established True InitialNamesAccepted']);
    expect((await harness.get('/apis/example.com/v1/others')).status).toBe(200);
  });

  it('that changes has its kind served anew: watches end, what is there stays', async () => {
    await bringGadgets(harness);
    await harness.ask('POST', gadgets, { body: gadget('a') });
    const watch = await harness.watch(`${gadgets}?watch=true`);
    const schema = { type: 'object', properties: { spec: { type: 'object', properties: { colour: { type: 'string', default: 'red' } } } } };
    expect((await harness.patch(definition, { spec: (gadgetDefinition({}, { schema: { openAPIV3Schema: schema } }) as { spec: object }).spec })).json.metadata.generation).toBe(2);
    await harness.clock.settle();
    expect(watch.ended).toBe(true);
    expect((await harness.object(`${gadgets}/a`))['spec']).toEqual({ colour: 'red' });
    expect((await harness.patch(`${gadgets}/a`, { metadata: { labels: { l: '1' } } })).json.spec).toEqual({ colour: 'red' });
    for (const spec of [{ scope: 'Cluster' }, { group: 'other.com' }, { names: { plural: 'gadgets', kind: 'Other' } }]) {
      expect((await harness.patch(definition, { spec })).status, JSON.stringify(spec)).toBe(422);
    }
  });

  it('that changes is how everything is read from then on: fields that went are dropped, defaults are filled in, and nothing is written', async () => {
    await bringGadgets(harness);
    const before = (await harness.ask('POST', gadgets, { body: gadget('a', { anything: { x: 1 } }) })).json;
    await harness.patch(`${gadgets}/a`, { metadata: { labels: { l: '1' } } });
    const { metadata } = await harness.object(`${gadgets}/a`);
    const schema = { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'string' }, colour: { type: 'string', default: 'red' } } } } };
    await harness.patch(definition, { spec: (gadgetDefinition({}, { schema: { openAPIV3Schema: schema } }) as { spec: object }).spec });
    await harness.clock.settle();
    const spec = { size: 'small', colour: 'red' };
    expect(await harness.object(`${gadgets}/a`)).toMatchObject({ metadata, spec });
    expect((await harness.object(`${gadgets}/a`))['spec']).toEqual(spec);
    expect((await harness.get(gadgets)).json.items.map((item: { spec: object }) => item.spec)).toEqual([spec]);
    const first = (await harness.get(`${gadgets}?resourceVersion=${before.metadata.resourceVersion}&resourceVersionMatch=Exact`)).json.items;
    expect(first).toMatchObject([{ spec, metadata: { resourceVersion: before.metadata.resourceVersion } }]);
    expect(first[0].metadata.labels).toBeUndefined();
    expect((await harness.watch(`${gadgets}?watch=true`)).events[0]!.object['spec']).toEqual(spec);
    const labelled = await harness.patch(`${gadgets}/a`, { metadata: { labels: { l: '2' } } });
    expect([labelled.status, labelled.json.metadata.generation]).toEqual([200, 1]);
    expect(harness.errors).toEqual([]);
  });

  it('that holds objects as wholes has them be objects', async () => {
    const embedded = { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true };
    const schema = { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'string' }, one: embedded, many: { type: 'array', items: embedded } } } } };
    await bringGadgets(harness, gadgetDefinition({}, { schema: { openAPIV3Schema: schema } }));
    const whole = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { a: 1 } };
    expect((await harness.ask('POST', gadgets, { body: gadget('good', { one: whole, many: [whole] }) })).json.spec.one).toEqual(whole);
    const { status, json } = await harness.ask('POST', gadgets, { body: gadget('bad', { one: { a: 1 }, many: [whole, { ...whole, apiVersion: 'a/b/c' }] }) });
    expect([status, json.details.causes.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`)]).toEqual([
      422,
      ['spec.one.apiVersion: Required value: must not be empty', 'spec.one.kind: Required value: must not be empty', 'spec.many[1].apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c'],
    ]);
  });

  it('that only says more about itself ends no watch', async () => {
    await bringGadgets(harness);
    const watch = await harness.watch(`${gadgets}?watch=true`);
    await harness.patch(definition, { metadata: { labels: { l: '1' } } });
    await harness.clock.settle();
    expect(watch.ended).toBe(false);
  });

  it('with several versions serves each object in all of them', async () => {
    const { versions } = (gadgetDefinition() as { spec: { versions: object[] } }).spec;
    const beta = { ...versions[0], name: 'v1beta1', storage: false };
    await bringGadgets(harness, gadgetDefinition({ versions: [beta, versions[0], { ...beta, name: 'v1alpha1', served: false }] }));
    const group = (await harness.get('/apis/example.com')).json;
    expect([group.versions.map(({ version }: { version: string }) => version), group.preferredVersion.version]).toEqual([['v1', 'v1beta1'], 'v1']);
    const path = gadgets.replace('v1', 'v1beta1');
    const created = await harness.ask('POST', `${path}?fieldManager=me`, { body: { ...gadget('a'), apiVersion: 'example.com/v1beta1' } });
    expect([created.status, created.json.apiVersion, created.json.metadata.managedFields[0].apiVersion]).toEqual([201, 'example.com/v1beta1', 'example.com/v1beta1']);
    expect((await harness.object(`${gadgets}/a`)).apiVersion).toBe('example.com/v1');
    expect((await harness.patch(`${path}/a`, { spec: { replicas: 2 } })).json).toMatchObject({ apiVersion: 'example.com/v1beta1', spec: { replicas: 2 } });
    expect((await harness.ask('PUT', `${path}/a`, { body: await harness.object(`${path}/a`) })).status).toBe(200);
    const list = (await harness.get(path)).json;
    expect([list.apiVersion, list.items[0].apiVersion, list.items[0].kind]).toEqual(['example.com/v1beta1', undefined, undefined]);
    const watch = await harness.watch(`${path}?watch=true`);
    expect(watch.events[0]!.object.apiVersion).toBe('example.com/v1beta1');
    expect((await harness.ask('GET', `${path}?includeObject=Object`, table)).json.rows[0].object.apiVersion).toBe('example.com/v1beta1');
    expect((await harness.get(gadgets.replace('v1', 'v1alpha1'))).status).toBe(404);
  });

  it('that is deleted takes its objects along, waits for their finalizers, and takes no new ones', async () => {
    await bringGadgets(harness);
    const watch = await harness.watch(`${gadgets}?watch=true`);
    await harness.ask('POST', gadgets, { body: gadget('a') });
    await harness.ask('POST', gadgets, { body: gadget('held', {}, { finalizers: ['example.com/wait'] }) });
    const { json } = await harness.ask('DELETE', definition);
    expect(json.metadata.finalizers).toEqual(['customresourcecleanup.apiextensions.k8s.io']);
    await harness.clock.settle();
    expect(await conditions()).toContain('Terminating True InstanceDeletionInProgress');
    expect((await harness.get(gadgets)).json.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['held']);
    expect((await harness.ask('POST', gadgets, { body: gadget('new') })).status).toBe(405);
    await harness.patch(`${gadgets}/held`, { metadata: { finalizers: null } });
    await harness.clock.settle();
    expect((await harness.get(definition)).status).toBe(404);
    expect((await harness.get(gadgets)).status).toBe(404);
    expect((await harness.get('/apis/example.com/v1')).status).toBe(404);
    expect(watch.ended).toBe(true);
    expect(watch.lines()).toEqual(['ADDED default/a', 'ADDED default/held', 'DELETED default/a', 'MODIFIED default/held', 'DELETED default/held']);

    await bringGadgets(harness);
    expect((await harness.get(gadgets)).json.items).toEqual([]);
    expect(harness.errors).toEqual([]);
  });

  it('whose schema has a rule with what only an API server has is taken, with a warning that the rule does nothing here', async () => {
    const rules = [{ rule: 'self.x > 1' }, { rule: 'isURL(self.url)' }];
    const schema = { type: 'object', properties: { spec: { type: 'object', properties: { x: { type: 'integer' }, url: { type: 'string' } }, 'x-kubernetes-validations': rules } } };
    const body = gadgetDefinition({}, { schema: { openAPIV3Schema: schema }, selectableFields: [] });
    const created = await harness.ask('POST', definitionsPath, { body });
    expect([created.status, created.warnings]).toEqual([201, ['version v1: properties[spec].x-kubernetes-validations[1].rule needs isURL, which the playground does not have: it is kept, and not evaluated']]);
    expect(created.json.spec.versions[0].schema.openAPIV3Schema.properties.spec['x-kubernetes-validations']).toEqual(rules);
    const applied = await harness.ask('PATCH', `${definition}?fieldManager=me&force=true`, { body, contentType: 'application/apply-patch+yaml' });
    expect(applied.warnings).toEqual(created.warnings);
    expect((await harness.patch(definition, { metadata: { labels: { l: '1' } } })).warnings).toEqual(created.warnings);
    await harness.clock.settle();
    expect((await harness.ask('POST', gadgets, { body: { ...gadget('a'), spec: { x: 2, url: 'none' } } })).status).toBe(201);
    expect((await harness.ask('POST', gadgets, { body: { ...gadget('b'), spec: { x: 1 } } })).json.details.causes).toEqual([{ reason: 'FieldValueInvalid', field: 'spec', message: 'Invalid value: "object": failed rule: self.x > 1' }]);
  });

  it('dryRun: brings nothing', async () => {
    const { status } = await harness.ask('POST', `${definitionsPath}?dryRun=All`, { body: gadgetDefinition() });
    await harness.clock.settle();
    expect([status, (await harness.get(gadgets)).status]).toEqual([201, 404]);
  });

  it('leaves nothing behind when the playground closes', async () => {
    await bringGadgets(harness);
    const watch = await harness.watch(`${gadgets}?watch=true`);
    await harness.ask('DELETE', definition);
    await harness.playground.close();
    await harness.clock.settle();
    expect(watch.ended).toBe(true);
    expect(harness.clock.pending).toBe(0);
  });
});

describe('the controllers of the playground', () => {
  beforeEach(async () => {
    harness = new PlaygroundHarness({ controllers: ['*'] });
    await harness.clock.settle();
    await bringGadgets(harness);
  });

  it('collect what belongs to such an object, and such an object that belongs to another', async () => {
    const { json: owner } = await harness.ask('POST', gadgets, { body: gadget('a') });
    const reference = { apiVersion: 'example.com/v1', kind: 'Gadget', name: 'a', uid: owner.metadata.uid, controller: true, blockOwnerDeletion: true };
    await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name: 'child', ownerReferences: [reference] } } });
    await harness.ask('POST', gadgets, { body: gadget('grandchild', {}, { ownerReferences: [reference] }) });
    await harness.clock.advance(1000);
    expect((await harness.get('/api/v1/namespaces/default/configmaps/child')).status).toBe(200);
    await harness.ask('DELETE', `${gadgets}/a`, { body: { propagationPolicy: 'Foreground' } });
    await harness.clock.advance(1000);
    for (const path of ['/api/v1/namespaces/default/configmaps/child', `${gadgets}/a`, `${gadgets}/grandchild`]) expect((await harness.get(path)).status, path).toBe(404);
    expect(harness.errors).toEqual([]);
  });

  it('go on when the kind is defined anew, and when it goes and comes back', async () => {
    await harness.patch(definition, { spec: { names: { shortNames: ['gg'] } } });
    await harness.clock.advance(1000);
    await harness.ask('DELETE', definition);
    await harness.clock.advance(1000);
    await bringGadgets(harness);
    const { json: owner } = await harness.ask('POST', gadgets, { body: gadget('a') });
    const reference = { apiVersion: 'example.com/v1', kind: 'Gadget', name: 'a', uid: owner.metadata.uid };
    await harness.ask('POST', '/api/v1/namespaces/default/configmaps', { body: { metadata: { name: 'child', ownerReferences: [reference] } } });
    await harness.clock.advance(1000);
    await harness.ask('DELETE', `${gadgets}/a`);
    await harness.clock.advance(1000);
    expect((await harness.get('/api/v1/namespaces/default/configmaps/child')).status).toBe(404);
    expect(harness.errors).toEqual([]);
  });

  it('empty a namespace of such objects too', async () => {
    await harness.ask('POST', gadgets.replace('default', 'shop'), { body: gadget('a') });
    await harness.ask('DELETE', '/api/v1/namespaces/shop');
    await harness.clock.advance(5000);
    expect((await harness.get('/api/v1/namespaces/shop')).status).toBe(404);
    expect((await harness.get('/apis/example.com/v1/gadgets')).json.items).toEqual([]);
  });
});
