import { describe, expect, it } from 'vitest';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const web = `${deployments}/web`;
const podSpec = { containers: [{ name: 'c', image: 'nginx' }] };
const template = { metadata: { labels: { app: 'd' } }, spec: podSpec };

function deployment(name: string, spec: object = {}): object {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name }, spec: { selector: { matchLabels: { app: 'd' } }, template, ...spec } };
}

describe('creating', () => {
  it('gives identity, version, time and defaults', async () => {
    const harness = new PlaygroundHarness();
    const { status, json } = await harness.ask('POST', deployments, { body: deployment('d') });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      kind: 'Deployment',
      apiVersion: 'apps/v1',
      metadata: { name: 'd', namespace: 'default', generation: 1, creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
        template: { spec: { restartPolicy: 'Always', containers: [{ imagePullPolicy: 'Always', terminationMessagePath: '/dev/termination-log' }] } },
      },
      status: {},
    });
    expect(json.metadata.uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await harness.object(`${deployments}/d`)).toEqual(json);
  });

  it('says of what is taken of the pod itself by which version, and in which unit', async () => {
    const harness = new PlaygroundHarness();
    const fieldRef = { fieldPath: 'metadata.name' };
    const resourceFieldRef = { containerName: 'c', resource: 'limits.cpu' };
    const items = [{ path: 'a', fieldRef }, { path: 'b', resourceFieldRef }];
    const volumes = [{ name: 'v', downwardAPI: { items } }, { name: 'w', projected: { sources: [{ downwardAPI: { items } }, { serviceAccountToken: { path: 't' } }, { secret: { name: 's' } }] } }];
    const containers = [{ name: 'c', image: 'i', env: [{ name: 'A', valueFrom: { fieldRef } }, { name: 'B', valueFrom: { resourceFieldRef } }] }];
    const { json } = await harness.ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'p' }, spec: { containers, volumes } } });
    const whole = [{ fieldRef: { apiVersion: 'v1', ...fieldRef } }, { resourceFieldRef: { ...resourceFieldRef, divisor: '0' } }];
    expect(json.spec.containers[0].env.map(({ valueFrom }: { valueFrom: unknown }) => valueFrom)).toEqual(whole);
    const wholeItems = [{ path: 'a', ...whole[0] }, { path: 'b', ...whole[1] }];
    expect(json.spec.volumes[0].downwardAPI).toEqual({ defaultMode: 420, items: wholeItems });
    expect(json.spec.volumes[1].projected).toEqual({ defaultMode: 420, sources: [{ downwardAPI: { items: wholeItems } }, { serviceAccountToken: { path: 't', expirationSeconds: 3600 } }, { secret: { name: 's' } }] });
  });

  it.each([
    [{ downwardAPI: { items: [null] } }, 422],
    [{ downwardAPI: { items: ['x'] } }, 400],
    [{ projected: { sources: [{ downwardAPI: { items: [5] } }] } }, 400],
    [{ projected: { sources: [null] } }, 201],
    [{ projected: { sources: [{ serviceAccountToken: {} }] } }, 422],
  ])('a volume that makes no sense, %j, is answered (%i)', async (volume, expected) => {
    const spec = { containers: [{ name: 'c', image: 'i' }], volumes: [{ name: 'v', ...volume }] };
    const harness = new PlaygroundHarness();
    expect((await harness.ask('POST', '/api/v1/namespaces/default/pods', { body: { metadata: { name: 'p' }, spec } })).status).toBe(expected);
    expect(harness.errors).toEqual([]);
  });

  it('pulls an image by each creation unless it has a tag that is not the latest, or is no image', async () => {
    const harness = new PlaygroundHarness();
    const containers = ['nginx', 'nginx:1.25', 'nginx:latest', ' nginx'].map((image, index) => ({ name: `c${index}`, image }));
    const { json } = await harness.ask('POST', deployments, { body: deployment('d', { template: { ...template, spec: { containers } } }) });
    expect(json.spec.template.spec.containers.map(({ imagePullPolicy }: { imagePullPolicy: string }) => imagePullPolicy)).toEqual(['Always', 'IfNotPresent', 'Always', 'IfNotPresent']);
  });

  it('puts nothing that is in no namespace into one, whatever is said of it', async () => {
    const harness = new PlaygroundHarness();
    const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', namespace: 'elsewhere' } };
    const { status, json } = await harness.ask('POST', '/api/v1/nodes', { body: node });
    expect([status, json.metadata.namespace]).toEqual([201, undefined]);
    const put = await harness.ask('PUT', '/api/v1/nodes/n', { body: { ...node, metadata: { ...node.metadata, labels: { a: 'b' } } } });
    expect([put.status, put.json.metadata.namespace, put.json.metadata.labels]).toEqual([200, undefined, { a: 'b' }]);
  });

  it('forgets from what a name was made where a client does not say it again', async () => {
    const harness = new PlaygroundHarness();
    const { json: made } = await harness.ask('POST', configMaps, { body: { metadata: { generateName: 'a-' } } });
    const { generateName: _, ...metadata } = made.metadata;
    const { json } = await harness.ask('PUT', `${configMaps}/${made.metadata.name}`, { body: { ...made, metadata } });
    expect([made.metadata.generateName, json.metadata.generateName]).toEqual(['a-', undefined]);
  });

  it('makes a name where only its beginning is given', async () => {
    const { json } = await new PlaygroundHarness().ask('POST', configMaps, { body: { metadata: { generateName: 'a-' } } });
    expect(json.metadata.name).toMatch(/^a-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });

  it('admits pods: account, tolerations, priority, quality of service; a status of the client is ignored', async () => {
    const { json } = await new PlaygroundHarness().ask('POST', '/api/v1/namespaces/default/pods', {
      body: { metadata: { name: 'p' }, spec: podSpec, status: { phase: 'Running' } },
    });
    expect(json).toMatchObject({ spec: { serviceAccountName: 'default', priority: 0 }, status: { phase: 'Pending', qosClass: 'BestEffort' } });
    expect(json.spec.tolerations).toHaveLength(2);
  });

  it('turns the stringData of a secret into data', async () => {
    const { json } = await new PlaygroundHarness().ask('POST', '/api/v1/namespaces/default/secrets', { body: { metadata: { name: 's' }, stringData: { a: 'b' } } });
    expect(json).toMatchObject({ type: 'Opaque', data: { a: 'Yg==' } });
    expect(json.stringData).toBeUndefined();
  });

  it('dryRun: a table of what would be created by PUT says the version that was sent', async () => {
    const harness = new PlaygroundHarness();
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'x', resourceVersion: '0' }, spec: {} };
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    const { status, json } = await harness.ask('PUT', '/apis/coordination.k8s.io/v1/namespaces/default/leases/x?dryRun=All', { body: lease, accept });
    expect([status, json.kind, json.metadata]).toEqual([201, 'Table', { resourceVersion: '0' }]);
  });

  it('dryRun: answers as if, and does nothing', async () => {
    const harness = new PlaygroundHarness();
    const { revision } = harness.playground.storage;
    const { status, json } = await harness.ask('POST', `${configMaps}?dryRun=All`, { body: { metadata: { name: 'a' } } });
    expect([status, json.metadata.name]).toEqual([201, 'a']);
    expect((await harness.patch(`${web}?dryRun=All`, { spec: { replicas: 7 } })).json).toMatchObject({ spec: { replicas: 7 }, metadata: { generation: 3 } });
    expect((await harness.ask('DELETE', `${web}?dryRun=All`)).status).toBe(200);
    expect(harness.playground.storage.revision).toBe(revision);
  });

  it.each([
    [configMaps, { metadata: { name: 'web-content' } }, 409, 'AlreadyExists'],
    [configMaps, { metadata: {} }, 422, 'Invalid'],
    [configMaps, { metadata: { name: 'a', resourceVersion: '7' } }, 400, 'BadRequest'],
    [configMaps, { metadata: { name: 'No_Such-Name' } }, 422, 'Invalid'],
    [configMaps, { metadata: { name: 'a', labels: { 'a b': 'c' } } }, 422, 'Invalid'],
    [configMaps, { metadata: { name: 'a' }, data: { 'a/b': 'c' } }, 422, 'Invalid'],
    [configMaps, { metadata: { name: 'a', namespace: 'other' } }, 400, 'BadRequest'],
    [configMaps, { kind: 'Pod', metadata: { name: 'a' } }, 400, 'BadRequest'],
    [configMaps, { apiVersion: 'v2', metadata: { name: 'a' } }, 400, 'BadRequest'],
    [configMaps, { metadata: { name: 'a' }, data: { a: 1 } }, 400, 'BadRequest'],
    [configMaps, '[]', 400, 'BadRequest'],
    [configMaps, '{', 400, 'BadRequest'],
    [configMaps, '', 400, 'BadRequest'],
    [configMaps, `{"metadata":{"name":"a"},"data":${'{"a":'.repeat(300)}1${'}'.repeat(300)}}`, 400, 'BadRequest'],
    ['/api/v1/namespaces/none/configmaps', { metadata: { name: 'a' } }, 404, 'NotFound'],
    ['/api/v1/configmaps', { metadata: { name: 'a', namespace: 'default' } }, 405, 'MethodNotAllowed'],
    ['/api/v1/namespaces/default/pods', { metadata: { name: 'p' } }, 422, 'Invalid'],
    ['/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec: { containers: [] } }, 422, 'Invalid'],
    ['/api/v1/namespaces/default/pods', { metadata: { name: 'p' }, spec: { containers: [{ name: 'A', image: 'i' }] } }, 422, 'Invalid'],
    ['/api/v1/namespaces', { metadata: { name: 'a.b' } }, 422, 'Invalid'],
    [deployments, deployment('d', { selector: { matchLabels: { app: 'other' } } }), 422, 'Invalid'],
    [deployments, deployment('d', { selector: {} }), 422, 'Invalid'],
    [deployments, deployment('d', { replicas: -1 }), 422, 'Invalid'],
    [deployments, { metadata: { name: 'd' } }, 422, 'Invalid'],
  ])('POST %s %j: %i %s', async (target, body, code, reason) => {
    const harness = new PlaygroundHarness();
    const { status, json } = await harness.ask('POST', target, { body, contentType: 'application/json' });
    expect([status, json.reason], json.message).toEqual([code, reason]);
    expect(harness.errors).toEqual([]);
  });

  it('415 for what is neither JSON nor YAML nor protobuf', async () => {
    const { status, json } = await new PlaygroundHarness().ask('POST', configMaps, { body: 'a: b', contentType: 'text/plain' });
    expect([status, json.reason]).toEqual([415, 'UnsupportedMediaType']);
  });

  it('tells all that is wrong, with the fields', async () => {
    const { json } = await new PlaygroundHarness().ask('POST', deployments, { body: { metadata: { name: 'D!' }, spec: { ...deployment('d'), replicas: -1, selector: { matchLabels: { app: 'd' } }, template } } });
    expect(json.details.causes.map(({ field }: { field: string }) => field)).toEqual(['metadata.name', 'spec.replicas']);
    expect(json.details).toMatchObject({ name: 'D!', group: 'apps', kind: 'Deployment' });
  });

  it('tells of a workload with nothing in it all that is missing', async () => {
    for (const resource of ['deployments', 'replicasets']) {
      const { json } = await new PlaygroundHarness().ask('POST', `/apis/apps/v1/namespaces/default/${resource}`, { body: {} });
      expect(json.details.causes.map(({ reason, field }: { reason: string; field: string }) => `${reason.replace('FieldValue', '')} ${field}`).toSorted()).toEqual(['Invalid spec.template.metadata.labels', 'Required metadata.name', 'Required spec.selector', 'Required spec.template.spec.containers']);
    }
  });

  it('fieldValidation: Strict refuses, Warn (the default) warns, Ignore is silent; the field goes in any case', async () => {
    const harness = new PlaygroundHarness();
    const body = deployment('d', { replcas: 3 });
    const strict = await harness.ask('POST', `${deployments}?fieldValidation=Strict`, { body });
    expect([strict.status, strict.json.reason]).toEqual([400, 'BadRequest']);
    expect(strict.json.message).toContain('strict decoding error: unknown field "spec.replcas"');
    const warn = await harness.ask('POST', `${deployments}?dryRun=All`, { body });
    expect([warn.status, warn.warnings, warn.json.spec.replcas]).toEqual([201, ['unknown field "spec.replcas"'], undefined]);
    const ignore = await harness.ask('POST', `${deployments}?fieldValidation=Ignore`, { body });
    expect([ignore.status, ignore.warnings]).toEqual([201, []]);
    expect((await harness.ask('POST', `${deployments}?fieldValidation=Perhaps`, { body })).status).toBe(400);
  });
});

describe('updating', () => {
  it('refuses a version that is not the latest (409), and takes an object without one', async () => {
    const harness = new PlaygroundHarness();
    const read = await harness.object(web);
    await harness.patch(web, { metadata: { labels: { touched: 'yes' } } });
    const stale = await harness.ask('PUT', web, { body: read });
    expect([stale.status, stale.json.reason, stale.json.details]).toEqual([409, 'Conflict', { name: 'web', group: 'apps', kind: 'deployments' }]);
    const { resourceVersion: _, ...metadata } = read.metadata;
    expect((await harness.ask('PUT', web, { body: { ...read, metadata } })).status).toBe(200);
  });

  it('a version that is no number is nothing that a server has a reason for (500); of a new object it is no version', async () => {
    const harness = new PlaygroundHarness();
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l', resourceVersion: 'x' } };
    const leases = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    expect((await harness.ask('PUT', `${leases}/l`, { body: lease })).status).toBe(500);
    expect((await harness.ask('PUT', `${configMaps}/none`, { body: { metadata: { name: 'none', resourceVersion: 'x' } } })).status).toBe(404);
    expect((await harness.ask('POST', leases, { body: lease })).status).toBe(201);
    expect((await harness.ask('PUT', `${leases}/l`, { body: lease })).status).toBe(500);
    expect((await harness.patch(`${leases}/l`, { metadata: { resourceVersion: 'x' } })).status).toBe(500);
    expect((await harness.ask('POST', leases, { body: { ...lease, metadata: { name: 'm', resourceVersion: '5' } } })).status).toBe(400);
  });

  it('/status of a workload has no counts that cannot be', async () => {
    const harness = new PlaygroundHarness();
    const { items } = (await harness.get('/apis/apps/v1/namespaces/default/replicasets')).json;
    const replicaSet = `/apis/apps/v1/namespaces/default/replicasets/${items[0].metadata.name}/status`;
    for (const [target, status, fields] of [
      [`${web}/status`, { replicas: -1 }, ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas']],
      [`${web}/status`, { replicas: 1, updatedReplicas: 2, readyReplicas: 0, availableReplicas: 1 }, ['updatedReplicas', 'availableReplicas']],
      [replicaSet, { replicas: 1, fullyLabeledReplicas: 2, readyReplicas: 2, availableReplicas: 3, observedGeneration: -1 }, ['observedGeneration', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'availableReplicas']],
    ] as const) {
      const clear = { updatedReplicas: null, readyReplicas: null, availableReplicas: null, fullyLabeledReplicas: null, unavailableReplicas: null };
      const answer = await harness.patch(target, { status: { ...clear, ...status } });
      expect([answer.status, answer.json.details.causes.map(({ field }: { readonly field: string }) => field.replace('status.', ''))]).toEqual([422, [...fields]]);
    }
  });

  it('refuses another uid, another name, another namespace', async () => {
    const harness = new PlaygroundHarness();
    const { resourceVersion: _, ...metadata } = (await harness.object(web)).metadata;
    const put = async (change: object): Promise<number> => (await harness.ask('PUT', web, { body: { ...(await harness.object(web)), metadata: { ...metadata, ...change } } })).status;
    expect(await put({ uid: '00000000-0000-4000-8000-000000000000' })).toBe(409);
    expect(await put({ name: 'other' })).toBe(400);
    expect(await put({ namespace: 'other' })).toBe(400);
    expect(await put({})).toBe(200);
  });

  it('counts changes of the spec, and keeps what is the server’s to say', async () => {
    const harness = new PlaygroundHarness();
    const read = await harness.object(web);
    const { json } = await harness.ask('PUT', web, {
      body: { ...read, metadata: { ...read.metadata, creationTimestamp: '2000-01-01T00:00:00Z', generation: 99, managedFields: [] }, status: { replicas: 77 }, spec: { ...(read['spec'] as object), replicas: 4 } },
    });
    expect(json.metadata).toEqual({ ...read.metadata, generation: read.metadata.generation! + 1, resourceVersion: json.metadata.resourceVersion, managedFields: json.metadata.managedFields });
    expect(json.metadata.managedFields).toHaveLength(3);
    expect(json.status).toEqual(read['status']);
  });

  it('writes nothing when nothing changes', async () => {
    const harness = new PlaygroundHarness();
    for (const target of [web, '/api/v1/namespaces/default/configmaps/web-content', '/api/v1/nodes/playground-worker', '/api/v1/namespaces/default', '/api/v1/namespaces/shop/secrets/database']) {
      const read = await harness.object(target);
      const { status, json } = await harness.ask('PUT', target, { body: read });
      expect([status, json.metadata.resourceVersion], target).toEqual([200, read.metadata.resourceVersion]);
      expect((await harness.patch(target, { metadata: { labels: read.metadata.labels ?? {} } })).json.metadata.resourceVersion).toBe(read.metadata.resourceVersion);
    }
  });

  it('/status changes the status and nothing else', async () => {
    const harness = new PlaygroundHarness();
    const read = await harness.object(web);
    const { json } = await harness.patch(`${web}/status`, { spec: { replicas: 9 }, status: { readyReplicas: 1, availableReplicas: 1 } });
    expect(json.status).toEqual({ ...(read['status'] as object), readyReplicas: 1, availableReplicas: 1 });
    expect(json.spec).toEqual(read['spec']);
    expect(json.metadata.generation).toBe(read.metadata.generation);
  });

  it('/status may be put alone', async () => {
    const harness = new PlaygroundHarness();
    const { json } = await harness.ask('PUT', `${web}/status`, { body: { metadata: { name: 'web' }, status: { replicas: 1 } } });
    expect(json).toMatchObject({ spec: { replicas: 3 }, status: { replicas: 1 } });
    expect((await harness.ask('PUT', web, { body: { metadata: { name: 'web' } } })).status).toBe(422);
  });

  it('a selector cannot change, nor a pod’s containers but for the image', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.patch(web, { spec: { selector: { matchLabels: { app: 'x' } }, template: { metadata: { labels: { app: 'x' } } } } })).status).toBe(422);
    const pod = (await harness.get('/api/v1/namespaces/default/pods')).json.items[0].metadata.name;
    const target = `/api/v1/namespaces/default/pods/${pod}`;
    expect((await harness.patch(target, { spec: { containers: [{ name: 'nginx', image: 'nginx:1.26' }] } }, 'strategic-merge')).status).toBe(200);
    expect((await harness.patch(target, { spec: { containers: [{ name: 'nginx', command: ['sh'] }] } }, 'strategic-merge')).json.reason).toBe('Invalid');
    expect((await harness.patch(target, { spec: { nodeName: 'playground-control-plane' } })).status).toBe(422);
  });

  it('what is immutable stays', async () => {
    const harness = new PlaygroundHarness();
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'a' }, data: { x: '1' }, immutable: true } });
    expect((await harness.patch(`${configMaps}/a`, { data: { x: '2' } })).status).toBe(422);
    expect((await harness.patch(`${configMaps}/a`, { immutable: false })).status).toBe(422);
    expect((await harness.patch(`${configMaps}/a`, { metadata: { labels: { y: 'z' } } })).status).toBe(200);
  });

  it('404 for what is not there', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.ask('PUT', `${configMaps}/none`, { body: { metadata: { name: 'none' } } })).status).toBe(404);
    expect((await harness.patch(`${configMaps}/none`, {})).status).toBe(404);
    expect((await harness.ask('DELETE', `${configMaps}/none`)).status).toBe(404);
  });
});

describe('patching', () => {
  it('sets an image by a strategic merge patch, as kubectl set image does', async () => {
    const harness = new PlaygroundHarness();
    const before = await harness.object(web);
    const { json } = await harness.patch(
      web,
      { spec: { template: { spec: { '$setElementOrder/containers': [{ name: 'nginx' }], containers: [{ name: 'nginx', image: 'nginx:1.26' }] } } } },
      'strategic-merge',
    );
    const [container] = json.spec.template.spec.containers;
    expect(container).toMatchObject({ name: 'nginx', image: 'nginx:1.26', ports: [{ containerPort: 80 }] });
    expect(json.metadata.generation).toBe(before.metadata.generation! + 1);
  });

  it('JSON patch: a test that fails is 422 and changes nothing', async () => {
    const harness = new PlaygroundHarness();
    const { status, json } = await harness.patch(web, [{ op: 'test', path: '/spec/replicas', value: 9 }, { op: 'remove', path: '/spec/replicas' }], 'json');
    expect([status, json.reason]).toEqual([422, 'Invalid']);
    expect((await harness.patch(web, [{ op: 'replace', path: '/spec/replicas', value: 5 }], 'json')).json.spec.replicas).toBe(5);
  });

  it('what says of nothing what it is called replaces nothing', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.patch(web, { $patch: 'delete' }, 'strategic-merge')).status).toBe(400);
    expect((await harness.patch(web, { metadata: { name: null } })).status).toBe(400);
    expect((await harness.object(web)).metadata.name).toBe('web');
  });

  it('/finalize is put alone, whether or not the namespace is there (405)', async () => {
    const harness = new PlaygroundHarness();
    const statuses = await Promise.all(['GET', 'PATCH', 'DELETE'].map(async (method) => (await harness.ask(method, '/api/v1/namespaces/none/finalize')).status));
    expect(statuses).toEqual([405, 405, 405]);
    expect((await harness.ask('PUT', '/api/v1/namespaces/none/finalize', { body: { metadata: { name: 'none' } } })).status).toBe(404);
  });

  it('owners in what is applied are refused before its types are looked at', async () => {
    const apply = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', managedFields: [{ manager: 'x' }] }, spec: { replicas: 'many' } };
    const { status, json } = await new PlaygroundHarness().ask('PATCH', `${web}?fieldManager=me`, { contentType: 'application/apply-patch+yaml', body: apply });
    expect([status, json.message]).toEqual([400, 'metadata.managedFields must be nil']);
  });

  it('a version in the patch is a condition', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.patch(web, { metadata: { resourceVersion: '1' }, spec: { replicas: 5 } })).json).toMatchObject({ code: 409, reason: 'Conflict' });
    const { metadata } = await harness.object(web);
    expect((await harness.patch(web, { metadata: { resourceVersion: metadata.resourceVersion }, spec: { replicas: 5 } })).status).toBe(200);
  });

  it.each([
    ['application/apply-patch+yaml', '{}', 422],
    ['application/json', '{}', 415],
    ['', '{}', 415],
    ['application/merge-patch+json', '[]', 422],
    ['application/merge-patch+json', '"x"', 422],
    ['application/json-patch+json', '{}', 400],
    ['application/json-patch+json', '[{"op":"replace","path":"","value":null}]', 422],
    ['application/merge-patch+json', '{"spec":{"replicas":"x"}}', 422],
    ['application/merge-patch+json', '{"spec":null}', 422],
    ['application/merge-patch+json', '{"metadata":{"name":"x"}}', 400],
  ])('%s %s: %i', async (contentType, body, code) => {
    const harness = new PlaygroundHarness();
    const { status, json } = await harness.ask('PATCH', web, { contentType, body });
    expect(status, json.message).toBe(code);
    expect(harness.errors).toEqual([]);
  });
});

describe('/scale', () => {
  it('gets, puts and patches the number of replicas of any workload', async () => {
    const harness = new PlaygroundHarness();
    const scale = await harness.object(`${web}/scale`);
    expect(scale).toMatchObject({ kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'web' }, spec: { replicas: 3 }, status: { replicas: 3, selector: 'app=web' } });
    const put = await harness.ask('PUT', `${web}/scale`, { body: { ...scale, spec: { replicas: 5 } } });
    expect(put.json.spec).toEqual({ replicas: 5 });
    expect((await harness.object(web))['spec']).toMatchObject({ replicas: 5 });
    expect((await harness.patch(`${web}/scale`, { spec: { replicas: 2 } })).json.spec).toEqual({ replicas: 2 });
    expect((await harness.patch(`${web}/scale`, { spec: { replicas: 1 } }, 'strategic-merge')).json.spec).toEqual({ replicas: 1 });
    const replicaSet = (await harness.get('/apis/apps/v1/namespaces/shop/replicasets?fieldSelector=metadata.name%3Dbatch-worker')).json.items[0];
    expect((await harness.patch(`/apis/apps/v1/namespaces/shop/replicasets/${replicaSet.metadata.name}/scale`, { spec: { replicas: 4 } })).status).toBe(200);
  });

  it('is subject to the same rules', async () => {
    const harness = new PlaygroundHarness();
    const scale = await harness.object(`${web}/scale`);
    expect((await harness.patch(`${web}/scale`, { spec: { replicas: -1 } })).status).toBe(422);
    await harness.patch(web, { spec: { replicas: 4 } });
    expect((await harness.ask('PUT', `${web}/scale`, { body: scale })).status).toBe(409);
    expect((await harness.get(`${deployments}/none/scale`)).status).toBe(404);
    expect((await harness.get('/api/v1/namespaces/default/pods/x/scale')).status).toBe(404);
    expect((await harness.ask('DELETE', `${web}/scale`)).status).toBe(405);
  });
});

describe('deleting', () => {
  it('answers with a Status that names what is gone', async () => {
    const harness = new PlaygroundHarness();
    const { metadata } = await harness.object(web);
    const { json } = await harness.ask('DELETE', web, { body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' } });
    expect(json).toEqual({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: { name: 'web', group: 'apps', kind: 'deployments', uid: metadata.uid } });
    expect((await harness.get(web)).status).toBe(404);
  });

  it('heeds preconditions', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.ask('DELETE', web, { body: { preconditions: { uid: 'x' } } })).status).toBe(409);
    expect((await harness.ask('DELETE', web, { body: { preconditions: { resourceVersion: '1' } } })).status).toBe(409);
    const { uid, resourceVersion } = (await harness.object(web)).metadata;
    expect((await harness.ask('DELETE', web, { body: { preconditions: { uid, resourceVersion } } })).status).toBe(200);
  });

  it('waits for finalizers, and goes with the last of them', async () => {
    const harness = new PlaygroundHarness();
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'a', finalizers: ['example.com/wait'] } } });
    const watch = await harness.watch(`${configMaps}?watch=true&fieldSelector=metadata.name%3Da`);
    const { json } = await harness.ask('DELETE', `${configMaps}/a`);
    expect(json).toMatchObject({ kind: 'ConfigMap', metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' } });
    expect((await harness.ask('DELETE', `${configMaps}/a`)).json.metadata.resourceVersion).toBe(json.metadata.resourceVersion);
    expect((await harness.patch(`${configMaps}/a`, { metadata: { finalizers: ['example.com/wait', 'example.com/more'] } })).status).toBe(422);
    await harness.patch(`${configMaps}/a`, { metadata: { finalizers: null } });
    expect((await harness.get(`${configMaps}/a`)).status).toBe(404);
    await harness.clock.settle();
    expect(watch.lines()).toEqual(['ADDED default/a', 'MODIFIED default/a', 'DELETED default/a']);
  });

  it('lets an Event go at once, whatever is to become of dependents: it has none', async () => {
    const harness = new PlaygroundHarness();
    const events = '/api/v1/namespaces/default/events';
    for (const propagationPolicy of ['Foreground', 'Orphan']) {
      await harness.ask('POST', events, { body: { metadata: { name: 'e' }, involvedObject: { namespace: 'default' } } });
      expect((await harness.ask('DELETE', `${events}/e`, { body: { propagationPolicy } })).json).toMatchObject({ kind: 'Status', status: 'Success' });
    }
  });

  it('deletes a collection, or the selected part of it', async () => {
    const harness = new PlaygroundHarness();
    for (let index = 0; index < 120; index++) await harness.ask('POST', configMaps, { body: { metadata: { name: `a-${index}`, labels: { many: index % 2 ? 'odd' : 'even' } } } });
    const deleting = harness.ask('DELETE', `${configMaps}?labelSelector=many%3Dodd`);
    await harness.clock.settle();
    expect((await deleting).json.items).toHaveLength(60);
    expect((await harness.get(`${configMaps}?labelSelector=many`)).json.items).toHaveLength(60);
    expect((await harness.ask('DELETE', '/api/v1/configmaps')).status).toBe(405);
    expect((await harness.ask('DELETE', '/api/v1/namespaces')).status).toBe(405);
  });

  it.each([
    [{ propagationPolicy: 'Sideways' }, 422],
    [{ dryRun: ['Some'] }, 422],
    [{ gracePeriodSeconds: 'none' }, 400],
  ])('%j: %i', async (body, code) => {
    expect((await new PlaygroundHarness().ask('DELETE', web, { body })).status).toBe(code);
  });

  describe('of a pod', () => {
    const seen = async (pod: object, ...deletions: readonly string[]): Promise<string[]> => {
      const harness = new PlaygroundHarness();
      const path = '/api/v1/namespaces/default/pods';
      await harness.ask('POST', path, { body: { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }], ...pod } } });
      const watch = await harness.watch(`${path}?watch=true&fieldSelector=metadata.name%3Dp`);
      watch.lines();
      for (const query of deletions) await harness.ask('DELETE', `${path}/p${query}`);
      await harness.clock.settle();
      const now = harness.clock.wallTime();
      return watch.events.map(({ type, object: { metadata } }) => `${type} ${metadata.deletionGracePeriodSeconds} ${(Date.parse(metadata.deletionTimestamp) - Math.floor(now / 1000) * 1000) / 1000}`);
    };
    const bound = { nodeName: 'n' };

    it.each<[string, object, readonly string[], readonly string[]]>([
      ['that runs: it stays for as long as it wishes', bound, [''], ['MODIFIED 30 30']],
      ['for which it says how long', { ...bound, terminationGracePeriodSeconds: 5 }, [''], ['MODIFIED 5 5']],
      ['or whoever deletes it', bound, ['?gracePeriodSeconds=7'], ['MODIFIED 7 7']],
      ['with less than nothing, which is a second', bound, ['?gracePeriodSeconds=-1'], ['MODIFIED 1 1']],
      ['that nobody runs: it goes at once, and is told of twice', {}, [''], ['MODIFIED 0 0', 'DELETED 0 0']],
      ['by force', bound, ['?gracePeriodSeconds=0'], ['MODIFIED 0 0', 'DELETED 0 0']],
      ['again: nothing new', bound, ['', ''], ['MODIFIED 30 30']],
      ['again, with more time: nothing new', bound, ['?gracePeriodSeconds=7', '?gracePeriodSeconds=8'], ['MODIFIED 7 7']],
      ['again, with less time', bound, ['', '?gracePeriodSeconds=3'], ['MODIFIED 30 30', 'MODIFIED 3 3']],
      ['again, by force', bound, ['', '?gracePeriodSeconds=0'], ['MODIFIED 30 30', 'MODIFIED 0 0', 'DELETED 0 0']],
      ['that is only tried', bound, ['?dryRun=All', '?gracePeriodSeconds=0&dryRun=All'], []],
      ['with nonsense', bound, ['?gracePeriodSeconds=soon'], []],
    ])('%s', async (_name, pod, deletions, events) => {
      expect(await seen(pod, ...deletions)).toEqual(events);
    });

    it('that ends: what changes of it meanwhile does not make it go', async () => {
      const harness = new PlaygroundHarness();
      const { metadata } = (await harness.get('/api/v1/namespaces/default/pods')).json.items[0];
      const path = `/api/v1/namespaces/default/pods/${metadata.name}`;
      await harness.ask('DELETE', path);
      expect((await harness.patch(path, { metadata: { labels: { still: 'here' } } })).status).toBe(200);
      expect((await harness.object(path)).metadata.labels).toMatchObject({ still: 'here' });
    });
  });

  it('keeps the namespaces that every cluster needs', async () => {
    const { json } = await new PlaygroundHarness().ask('DELETE', '/api/v1/namespaces/kube-system');
    expect(json).toMatchObject({ code: 403, reason: 'Forbidden' });
  });

  it('lets nothing new into a namespace that is on its way out', async () => {
    const harness = new PlaygroundHarness();
    const { json } = await harness.ask('DELETE', '/api/v1/namespaces/shop');
    expect(json).toMatchObject({ kind: 'Namespace', status: { phase: 'Terminating' } });
    expect(json.metadata).not.toHaveProperty('deletionGracePeriodSeconds');
    const refused = await harness.ask('POST', '/api/v1/namespaces/shop/configmaps', { body: { metadata: { name: 'a' } } });
    expect(refused.json).toMatchObject({ code: 403, details: { causes: [{ reason: 'NamespaceTerminating' }] } });
    const { metadata } = await harness.object('/api/v1/namespaces/shop');
    expect((await harness.ask('PUT', '/api/v1/namespaces/shop/finalize', { body: { metadata: { name: metadata.name }, spec: { finalizers: [] } } })).status).toBe(200);
    expect((await harness.get('/api/v1/namespaces/shop')).status).toBe(404);
  });
});

describe('methods', () => {
  it.each([
    ['PUT', configMaps],
    ['PATCH', configMaps],
    ['POST', web],
    ['OPTIONS', web],
    ['POST', `${web}/status`],
    ['POST', '/version'],
    ['DELETE', '/apis/apps/v1'],
    ['GET', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'],
  ])('%s %s is not allowed', async (method, target) => {
    const { status, json } = await new PlaygroundHarness().ask(method, target);
    expect([status, json.reason]).toEqual([405, 'MethodNotAllowed']);
  });
});
