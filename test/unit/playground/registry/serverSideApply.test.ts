import { beforeEach, describe, expect, it } from 'vitest';
import { fieldOwners } from '../../../support/fieldOwners.ts';
import { type Answer, PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const deployments = '/apis/apps/v1/namespaces/default/deployments';

let harness: PlaygroundHarness;
beforeEach(() => {
  harness = new PlaygroundHarness();
});

function apply(target: string, body: unknown, manager = 'me', more = ''): Promise<Answer> {
  return harness.ask('PATCH', `${target}?fieldManager=${manager}${more}`, { body, contentType: 'application/apply-patch+yaml' });
}

const configMap = (data?: object, metadata: object = { name: 'a' }): object => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...metadata }, ...(data && { data }) });
const container = (name: string, more: object = {}): object => ({ name, image: `${name}:1`, ...more });

function deployment(spec: object, containers: readonly object[] = [container('c')]): object {
  const template = { metadata: { labels: { app: 'd' } }, spec: { containers } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { selector: { matchLabels: { app: 'd' } }, template, ...spec } };
}

describe('what is applied', () => {
  it('is created where it is not there (201), with its defaults, of which the applier owns none', async () => {
    const { status, json } = await apply(`${deployments}/d`, deployment({ replicas: 2 }));
    expect(status).toBe(201);
    expect(json).toMatchObject({ metadata: { name: 'd', namespace: 'default', generation: 1 }, spec: { replicas: 2, revisionHistoryLimit: 10 } });
    expect(fieldOwners(json)).toEqual([
      'me (applied): spec.replicas spec.selector spec.template.metadata.labels.app' +
        ' spec.template.spec.containers.k:{"name":"c"}.. spec.template.spec.containers.k:{"name":"c"}.image spec.template.spec.containers.k:{"name":"c"}.name',
    ]);
  });

  it('may be said of one setting by one, and of the next by another, however deep: no conflict', async () => {
    const partly = (spec: object): object => ({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd' }, spec: { template: { spec } } });
    const target = `${deployments}/d`;
    await apply(target, deployment({ template: { metadata: { labels: { app: 'd' } }, spec: { containers: [container('c')], securityContext: { runAsUser: 0 }, affinity: { podAffinity: {} } } } }), 'one');
    const { status, json } = await apply(target, partly({ securityContext: { fsGroup: 7 }, affinity: { nodeAffinity: {} }, dnsConfig: { nameservers: ['10.0.0.1'] } }), 'other');
    expect([status, json.spec.template.spec.securityContext]).toEqual([200, { runAsUser: 0, fsGroup: 7 }]);
    expect((await apply(target, partly({ securityContext: { runAsUser: 2 } }), 'other')).json.message).toContain('conflict with "one": .spec.template.spec.securityContext.runAsUser');
  });

  it('is changed to what is said, and keeps what others say', async () => {
    await harness.ask('POST', `${configMaps}?fieldManager=you`, { body: { metadata: { name: 'a', labels: { l: '1' } }, data: { x: '1' } } });
    const { status, json } = await apply(`${configMaps}/a`, configMap({ y: '2' }));
    expect([status, json.data, json.metadata.labels]).toEqual([200, { x: '1', y: '2' }, { l: '1' }]);
    expect(fieldOwners(json)).toEqual(['me (applied): data.y', 'you: data.x metadata.labels.l']);
  });

  it('loses what the applier says no more and nobody else says', async () => {
    await apply(`${configMaps}/a`, configMap({ x: '1', y: '2', z: '3' }, { labels: { l: '1' } }));
    await apply(`${configMaps}/a`, configMap({ y: '2' }), 'you');
    const { json } = await apply(`${configMaps}/a`, configMap({ z: '3' }));
    expect([json.data, json.metadata.labels]).toEqual([{ y: '2', z: '3' }, undefined]);
    expect(fieldOwners(json)).toEqual(['me (applied): data.z', 'you (applied): data.y']);
  });

  it('is not written when nothing changes, whenever it is applied again', async () => {
    const first = await apply(`${deployments}/d`, deployment({ replicas: 2 }));
    await harness.clock.advance(5_000);
    const { revision } = harness.playground.storage;
    expect((await apply(`${deployments}/d`, deployment({ replicas: 2 }))).json).toEqual(first.json);
    expect(harness.playground.storage.revision).toBe(revision);
    // Somebody else who says the same owns it too: that is a change.
    const { json } = await apply(`${deployments}/d`, deployment({ replicas: 2 }), 'you');
    expect(json.metadata.generation).toBe(1);
    expect(json.metadata.resourceVersion).not.toBe(first.json.metadata.resourceVersion);
  });

  it('tells when it was applied with another value last', async () => {
    const timeOf = ({ json }: Answer): number => Date.parse(json.metadata.managedFields[0].time);
    const first = await apply(`${configMaps}/a`, configMap({ x: '1' }));
    await harness.clock.advance(5_000);
    expect(timeOf(await apply(`${configMaps}/a`, configMap({ x: '2' }))) - timeOf(first)).toBe(5_000);
    await harness.clock.advance(5_000);
    expect(timeOf(await apply(`${configMaps}/a`, configMap({ x: '2' }))) - timeOf(first)).toBe(5_000);
  });

  it('dryRun: answers as if, and does nothing', async () => {
    const { revision } = harness.playground.storage;
    expect((await apply(`${configMaps}/a`, configMap({ x: '1' }), 'me', '&dryRun=All')).status).toBe(201);
    expect((await apply(`${deployments}/web`, { apiVersion: 'apps/v1', kind: 'Deployment', spec: { minReadySeconds: 3 } }, 'me', '&dryRun=All')).json.spec.minReadySeconds).toBe(3);
    expect(harness.playground.storage.revision).toBe(revision);
  });
});

describe('lists', () => {
  it('are merged element by element where elements can be told apart', async () => {
    await apply(`${deployments}/d`, deployment({}, [container('a'), container('b', { args: ['1', '2'] })]));
    const { json } = await apply(`${deployments}/d`, deployment({}, [container('c'), container('b', { args: ['3'] })]), 'you', '&force=true');
    expect(json.spec.template.spec.containers.map(({ name, args }: { name: string; args?: string[] }) => [name, args])).toEqual([
      ['a', undefined],
      ['c', undefined],
      ['b', ['3']],
    ]);
  });

  it('lose an element as a whole once nobody names it, though others wrote into it; else only what nobody says of it', async () => {
    await apply(`${deployments}/d`, deployment({}, [container('a'), container('b', { args: ['1'], command: ['c'] })]));
    await harness.patch(`${deployments}/d?fieldManager=other`, { spec: { template: { spec: { containers: [{ name: 'b', workingDir: '/tmp' }] } } } }, 'strategic-merge');
    await apply(`${deployments}/d`, deployment({}, [{ name: 'b', image: 'b:1' }]), 'you');
    const names = async (): Promise<unknown> => {
      const { json } = await harness.get(`${deployments}/d`);
      return json.spec.template.spec.containers.map(({ name, args, workingDir }: { name: string; args?: unknown; workingDir?: string }) => [name, args, workingDir]);
    };
    await apply(`${deployments}/d`, deployment({}, [container('a')]));
    expect(await names()).toEqual([['a', undefined, undefined], ['b', undefined, '/tmp']]);
    await apply(`${deployments}/d`, deployment({}, [container('a')]), 'you');
    expect(await names()).toEqual([['a', undefined, undefined]]);
  });

  it('of values are sets: each value has its owners', async () => {
    await apply(`${configMaps}/a`, configMap(undefined, { finalizers: ['one/x', 'both/x'] }));
    await apply(`${configMaps}/a`, configMap(undefined, { finalizers: ['both/x', 'two/x'] }), 'you');
    const { json } = await apply(`${configMaps}/a`, configMap({ x: '1' }));
    expect(json.metadata.finalizers).toEqual(['both/x', 'two/x']);
  });

  it('know the defaults of what their elements are told apart by', async () => {
    const ports = (more: object): object => deployment({}, [container('c', { ports: [{ containerPort: 80, ...more }] })]);
    await apply(`${deployments}/d`, ports({}));
    const { json } = await apply(`${deployments}/d`, ports({ protocol: 'TCP', name: 'http' }));
    expect(json.spec.template.spec.containers[0].ports).toEqual([{ containerPort: 80, protocol: 'TCP', name: 'http' }]);
  });

  it('that are one thing can be emptied, which is not the same as left out', async () => {
    await apply(`${deployments}/d`, deployment({}, [container('c', { args: ['1'] })]));
    const left = await apply(`${deployments}/d`, deployment({}, [container('c')]), 'you');
    expect(left.json.spec.template.spec.containers[0].args).toEqual(['1']);
    expect((await apply(`${deployments}/d`, deployment({}, [container('c', { args: [] })]), 'you')).json.message).toContain('conflict with "me": .spec.template.spec.containers[name="c"].args');
    const emptied = await apply(`${deployments}/d`, deployment({}, [container('c', { args: [] })]), 'you', '&force=true');
    expect(emptied.json.spec.template.spec.containers[0]).not.toHaveProperty('args');
  });

  it('may not name an element twice', async () => {
    const { status, json } = await apply(`${deployments}/d`, deployment({}, [container('c'), container('c')]));
    expect([status, json.message]).toEqual([500, 'failed to create typed patch object (default/d; apps/v1, Kind=Deployment): .spec.template.spec.containers: duplicate entries for key {"name":"c"}']);
  });
});

describe('conflicts', () => {
  const web = `${deployments}/web`;
  const replicas = (count: number): object => ({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: count } });

  it('are refused, each with its field and its owner, and nothing is written', async () => {
    const { revision } = harness.playground.storage;
    const { status, json } = await apply(web, replicas(5));
    expect([status, json.reason, json.message]).toEqual([409, 'Conflict', 'Apply failed with 1 conflict: conflict with "kubectl-create" using apps/v1: .spec.replicas']);
    expect(json.details.causes).toEqual([{ reason: 'FieldManagerConflict', message: 'conflict with "kubectl-create" using apps/v1', field: '.spec.replicas' }]);
    expect(harness.playground.storage.revision).toBe(revision);

    await apply(`${configMaps}/a`, configMap({ x: '1', y: '1', z: '1' }));
    await harness.patch(`${configMaps}/a?fieldManager=other`, { data: { z: '2' } });
    const several = await apply(`${configMaps}/a`, configMap({ x: '3', y: '3', z: '3' }), 'you');
    expect(several.json.message).toBe('Apply failed with 3 conflicts: conflicts with "me":\n- .data.x\n- .data.y\nconflicts with "other" using v1:\n- .data.z');
  });

  it('name an element of a list by what it is told apart by', async () => {
    const containers = [{ name: 'nginx', image: 'nginx:1.26' }];
    const { json } = await apply(web, { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: { spec: { containers } } } });
    expect(json.details.causes.map(({ field }: { field: string }) => field)).toEqual(['.spec.template.spec.containers[name="nginx"].image']);
  });

  it('are none when the value is the same: then both own it', async () => {
    const { status, json } = await apply(web, replicas(3));
    expect(status).toBe(200);
    expect(fieldOwners(json)).toContain('me (applied): spec.replicas');
    expect(fieldOwners(json).find((line) => line.startsWith('kubectl-create'))).toContain(' spec.replicas ');
  });

  it('are settled by force: the fields change hands', async () => {
    const { status, json } = await apply(web, replicas(5), 'me', '&force=true');
    expect([status, json.spec.replicas, json.metadata.generation]).toEqual([200, 5, 3]);
    expect(fieldOwners(json)).toContain('me (applied): spec.replicas');
    expect(fieldOwners(json).find((line) => line.startsWith('kubectl-create'))).not.toContain(' spec.replicas ');
    // An ordinary write takes them back, without being asked.
    await harness.patch(`${web}?fieldManager=kubectl-edit`, { spec: { replicas: 2 } });
    expect(fieldOwners(await harness.object(web))).not.toContain('me (applied): spec.replicas');
    expect((await apply(web, replicas(5))).status).toBe(409);
  });

  it('also with oneself, where one has written without applying', async () => {
    await harness.patch(`${web}?fieldManager=me`, { spec: { replicas: 4 } });
    expect((await apply(web, replicas(5))).json.message).toContain('conflict with "me" using apps/v1: .spec.replicas');
  });
});

describe('the status', () => {
  const web = `${deployments}/web`;
  const both = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { labels: { l: '1' } }, spec: { minReadySeconds: 7 }, status: { collisionCount: 9 } };

  it('is applied at its own address, and nothing else is there', async () => {
    const { json } = await apply(`${web}/status`, both);
    expect([json.status.collisionCount, json.spec.minReadySeconds, json.metadata.labels]).toEqual([9, undefined, { app: 'web' }]);
    expect(fieldOwners(json)).toContain('me/status (applied): status.collisionCount');
  });

  it('is not applied with the rest', async () => {
    const { json } = await apply(web, both);
    expect([json.status.collisionCount, json.spec.minReadySeconds, json.metadata.labels]).toEqual([undefined, 7, { app: 'web', l: '1' }]);
    expect(fieldOwners(json)).toContain('me (applied): metadata.labels.l spec.minReadySeconds');
  });

  it('of an object that is not there makes none', async () => {
    expect((await apply(`${deployments}/none/status`, both)).status).toBe(404);
  });
});

describe('what it is applied as', () => {
  it('YAML, of which JSON is a part', async () => {
    const body = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  text: |\n    one\n    two\n  number: "1"\n';
    expect((await apply(`${configMaps}/a`, body)).json.data).toEqual({ text: 'one\ntwo\n', number: '1' });
  });

  it.each([
    ['no manager', `${configMaps}/a?`, configMap({}), 422],
    ['no kind', `${configMaps}/a?fieldManager=me`, { apiVersion: 'v1', data: {} }, 400],
    ['another kind', `${configMaps}/a?fieldManager=me`, { apiVersion: 'v1', kind: 'Secret' }, 400],
    ['another name', `${configMaps}/web-content?fieldManager=me`, configMap({}, { name: 'b' }), 400],
    ['another name, of what is not there', `${configMaps}/a?fieldManager=me`, configMap({}, { name: 'b' }), 400],
    ['another namespace', `${configMaps}/a?fieldManager=me`, configMap({}, { namespace: 'shop' }), 400],
    ['managed fields', `${configMaps}/a?fieldManager=me`, configMap({}, { managedFields: [{ manager: 'x' }] }), 400],
    ['an old version', `${configMaps}/web-content?fieldManager=me`, configMap({}, { name: 'web-content', resourceVersion: '1' }), 409],
    ['a uid of nothing', `${configMaps}/a?fieldManager=me`, configMap({}, { uid: 'x' }), 409],
    ['a uid of another', `${configMaps}/web-content?fieldManager=me`, configMap({}, { name: 'web-content', uid: 'x' }), 422],
    ['no name, of what is not there', `${configMaps}/a?fieldManager=me`, { apiVersion: 'v1', kind: 'ConfigMap' }, 400],
    ['metadata that is none', `${configMaps}/a?fieldManager=me`, { apiVersion: 'v1', kind: 'ConfigMap', metadata: [] }, 500],
    ['an unknown field', `${configMaps}/a?fieldManager=me`, { ...configMap({}), dta: {} }, 500],
    ['a wrong type', `${configMaps}/a?fieldManager=me`, configMap({ x: 1 }), 500],
    ['what is invalid', `${configMaps}/a?fieldManager=me`, configMap({ 'a/b': '1' }), 422],
    ['no YAML', `${configMaps}/a?fieldManager=me`, 'a: [', 400],
    ['an alias of nothing', `${configMaps}/a?fieldManager=me`, 'a: *b', 400],
    ['too many aliases', `${configMaps}/a?fieldManager=me`, `a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [${'*a,'.repeat(30)}]\nc: [${'*b,'.repeat(30)}]`, 400],
    ['a list', `${configMaps}/a?fieldManager=me`, '- 1', 400],
    ['nesting without end', `${configMaps}/a?fieldManager=me`, `a: ${'['.repeat(1_000_000)}`, 400],
    ['deep nesting', `${configMaps}/a?fieldManager=me`, `a: ${'['.repeat(300)}1${']'.repeat(300)}`, 400],
    ['the scale', `${deployments}/web/scale?fieldManager=me`, { kind: 'Scale', apiVersion: 'autoscaling/v1', spec: { replicas: 1 } }, 415],
  ])('%s: refused', async (_, target, body, code) => {
    const { status, json } = await harness.ask('PATCH', target, { body, contentType: 'application/apply-patch+yaml' });
    expect(status, json.message).toBe(code);
    expect(harness.errors).toEqual([]);
  });

  it('force goes with nothing else', async () => {
    expect((await harness.patch(`${deployments}/web?force=true`, { spec: { replicas: 4 } })).status).toBe(422);
  });
});
