import { describe, expect, it } from 'vitest';
import type { ManagedFieldsEntry } from '../../../../extension/playground/registry/managedFields.ts';
import { fieldOwners } from '../../../support/fieldOwners.ts';
import { PlaygroundHarness } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';
const web = '/apis/apps/v1/namespaces/default/deployments/web';

/** Who owns which leaf of the object. */
async function owners(harness: PlaygroundHarness, target: string): Promise<string[]> {
  return fieldOwners(await harness.object(target));
}

describe('field ownership', () => {
  it('begins with whoever creates an object: fieldManager, else the client’s name', async () => {
    const harness = new PlaygroundHarness();
    await harness.ask('POST', `${configMaps}?fieldManager=me`, { body: { metadata: { name: 'a', labels: { l: '1' } }, data: { x: '1', y: '2' } } });
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'b' } , data: { x: '1' } }, userAgent: 'kubectl/v1.32 (linux)' });
    expect(await owners(harness, `${configMaps}/a`)).toEqual(['me: data.x data.y metadata.labels.l']);
    expect(await owners(harness, `${configMaps}/b`)).toEqual(['kubectl: data.x']);
    const [entry] = (await harness.object(`${configMaps}/a`)).metadata.managedFields as readonly ManagedFieldsEntry[];
    expect(entry).toMatchObject({ operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time: '2026-01-01T00:00:00Z' });
  });

  it('goes to whoever changes a field, and from whoever had it', async () => {
    const harness = new PlaygroundHarness();
    await harness.ask('POST', `${configMaps}?fieldManager=me`, { body: { metadata: { name: 'a' }, data: { x: '1', y: '2', z: '3' } } });
    await harness.patch(`${configMaps}/a?fieldManager=you`, { data: { x: '9', z: null, w: '4' } });
    expect(await owners(harness, `${configMaps}/a`)).toEqual(['me: data.y', 'you: data.w data.x']);
    await harness.patch(`${configMaps}/a?fieldManager=you`, { data: { y: '5' } });
    expect(await owners(harness, `${configMaps}/a`)).toEqual(['me: data', 'you: data.w data.x data.y']);
  });

  it('of a thing that was empty stays with whoever made it so, also when it has something in it', async () => {
    const harness = new PlaygroundHarness();
    const deployments = '/apis/apps/v1/namespaces/default/deployments';
    const template = (resources: object): object => ({ spec: { template: { spec: { containers: [{ name: 'c', image: 'i', resources }] } } } });
    await harness.ask('POST', `${deployments}?fieldManager=me`, { body: { metadata: { name: 'a' }, spec: { selector: { matchLabels: { x: 'y' } }, template: { metadata: { labels: { x: 'y' } }, spec: { containers: [{ name: 'c', image: 'i' }] } } } } });
    const ofResources = async (): Promise<unknown[]> => {
      const entries = (await harness.object(`${deployments}/a`)).metadata.managedFields as readonly ManagedFieldsEntry[];
      return entries.map(({ manager, fieldsV1 }) => [manager, fieldsV1['f:spec']?.['f:template']?.['f:spec']?.['f:containers']?.['k:{"name":"c"}']?.['f:resources']]);
    };
    await harness.patch(`${deployments}/a?fieldManager=you`, template({ limits: { cpu: '1' } }), 'strategic-merge');
    expect(await ofResources()).toEqual([['me', {}], ['you', { 'f:limits': { '.': {}, 'f:cpu': {} } }]]);
    await harness.patch(`${deployments}/a?fieldManager=me`, template({ requests: { cpu: '1' } }), 'strategic-merge');
    expect(await ofResources()).toEqual([['me', { '.': {}, 'f:requests': { '.': {}, 'f:cpu': {} } }], ['you', { 'f:limits': { '.': {}, 'f:cpu': {} } }]]);
  });

  it('is stored in one order: what was applied first, then by time, then by name', async () => {
    const harness = new PlaygroundHarness();
    const object = `${configMaps}/a`;
    await harness.ask('POST', `${configMaps}?fieldManager=z`, { body: { metadata: { name: 'a' }, data: { x: '1' } } });
    await harness.clock.advance(2_000);
    for (const manager of ['c', 'b']) await harness.patch(`${object}?fieldManager=${manager}`, { data: { [manager]: '2' } });
    await harness.clock.advance(2_000);
    await harness.ask('PATCH', `${object}?fieldManager=last`, { body: { apiVersion: 'v1', kind: 'ConfigMap', data: { y: '3' } }, contentType: 'application/apply-patch+yaml' });
    const entries = (await harness.object(object)).metadata.managedFields as readonly ManagedFieldsEntry[];
    expect(entries.map(({ manager, operation }) => `${manager} ${operation}`)).toEqual(['last Apply', 'z Update', 'b Update', 'c Update']);
  });

  it('tells elements of lists and the status apart', async () => {
    const harness = new PlaygroundHarness();
    const before = await owners(harness, web);
    expect(before.map((line) => line.split(':')[0])).toEqual(['kube-controller-manager/status', 'kubectl-create']);
    await harness.patch(`${web}?fieldManager=kubectl-set`, { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.26' }] } } } }, 'strategic-merge');
    await harness.patch(`${web}/status?fieldManager=counter`, { status: { replicas: 9 } });
    const after = await owners(harness, web);
    expect(after).toContain('kubectl-set: spec.template.spec.containers.k:{"name":"nginx"}.image');
    expect(after).toContain('counter/status: status.replicas');
    const image = /containers\.k:\{"name":"nginx"\}\.image /;
    expect(before.find((line) => line.startsWith('kubectl-create'))).toMatch(image);
    expect(after.find((line) => line.startsWith('kubectl-create'))).not.toMatch(image);
  });

  it('is the server’s to say: what a client sends is ignored, and no change is no write', async () => {
    const harness = new PlaygroundHarness();
    const read = await harness.object(web);
    const { json } = await harness.ask('PUT', `${web}?fieldManager=other`, { body: { ...read, metadata: { ...read.metadata, managedFields: [] } } });
    expect(json.metadata).toEqual(read.metadata);
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'a', managedFields: [{ manager: 'liar' }] }, data: { x: '1' } }, userAgent: 'honest' });
    expect(await owners(harness, `${configMaps}/a`)).toEqual(['honest: data.x']);
  });

  it('may be handed over by whoever writes the object, as kubectl does when it begins to apply on the server', async () => {
    const harness = new PlaygroundHarness();
    await harness.ask('POST', `${configMaps}?fieldManager=before`, { body: { metadata: { name: 'a' }, data: { x: '1' } } });
    const read = await harness.object(`${configMaps}/a`);
    const [entry] = read.metadata.managedFields as readonly ManagedFieldsEntry[];
    const handOver = (entries: unknown) => harness.patch(`${configMaps}/a?fieldManager=me`, [{ op: 'replace', path: '/metadata/managedFields', value: entries }], 'json');
    const { json } = await handOver([{ ...entry, manager: 'after', operation: 'Apply' }]);
    expect(fieldOwners(json)).toEqual(['after (applied): data.x']);
    expect(json.metadata.resourceVersion).not.toBe(read.metadata.resourceVersion);
    for (const unreadable of [[{ manager: 'liar' }], [{ ...entry, fieldsV1: { x: {} } }], [{ ...entry, fieldsV1: { 'k:no json': {} } }], []]) {
      expect(fieldOwners((await handOver(unreadable)).json), JSON.stringify(unreadable)).toEqual(['after (applied): data.x']);
    }
    expect(fieldOwners((await handOver([{}])).json)).toEqual([]);
    // Nobody's, until something is applied to it.
    expect(fieldOwners((await harness.patch(`${configMaps}/a?fieldManager=me`, { data: { y: '2' } })).json)).toEqual([]);
    const body = { apiVersion: 'v1', kind: 'ConfigMap', data: { z: '3' } };
    const applied = await harness.ask('PATCH', `${configMaps}/a?fieldManager=me`, { body, contentType: 'application/apply-patch+yaml' });
    expect(fieldOwners(applied.json)).toEqual(['before-first-apply: data.x data.y', 'me (applied): data.z']);
  });

  it('refuses a manager whose name is none', async () => {
    const harness = new PlaygroundHarness();
    expect((await harness.patch(`${web}?fieldManager=${'m'.repeat(129)}`, {})).status).toBe(422);
    expect((await harness.patch(`${web}?fieldManager=a%0ab`, {})).status).toBe(422);
  });
});
