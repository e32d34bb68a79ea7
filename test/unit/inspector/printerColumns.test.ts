import { describe, expect, it } from 'vitest';
import { columnValues } from '../../../extension/inspector/columnValues.ts';
import { columnsOf } from '../../../extension/inspector/printerColumns.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { openSession } from '../../support/openSession.ts';

const definitions = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const websites = { group: 'example.com', version: 'v1', resource: 'websites' };
const pods = { group: '', version: 'v1', resource: 'pods' };
const minute = 60_000;

const column = (name: string, jsonPath: string, type = 'string', rest: object = {}) => ({ name, jsonPath, type, ...rest });

function definition(columns: readonly unknown[], version = 'v1'): KubeObject {
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name: 'websites.example.com' }, spec: { versions: [{ name: 'v0' }, { name: version, additionalPrinterColumns: columns }] } };
}

const website = (rest: object): KubeObject => ({ apiVersion: 'example.com/v1', kind: 'Website', metadata: { name: 'a', namespace: 'd', creationTimestamp: '2026-01-01T00:00:00Z' }, ...rest });
const now = Date.parse('2026-01-01T00:07:30Z');
const texts = (columns: readonly unknown[], object: KubeObject, at = now): string[] => columnValues(object, columnsOf(definition(columns), 'v1'), at).map(({ text }) => text);

describe('columnsOf', () => {
  it('takes those of the version that are always shown and can be evaluated', () => {
    const columns = [column('Host', '.spec.host'), column('Wide', '.spec.wide', 'string', { priority: 1 }), column('Broken', '{.spec}'), 7, { name: 'Nothing' }];
    expect(columnsOf(definition(columns), 'v1').map(({ name }) => name)).toEqual(['Host']);
    expect(columnsOf(definition(columns), 'v2')).toEqual([]);
    expect(columnsOf({ metadata: {}, spec: { versions: 'x' } }, 'v1')).toEqual([]);
    expect(columnsOf({ metadata: {} }, 'v1')).toEqual([]);
  });

  it('takes no more than a row has room for, and no path without a bound', () => {
    expect(columnsOf(definition(Array.from({ length: 50 }, (_, at) => column(`C${at}`, '.spec.host'))), 'v1')).toHaveLength(8);
    expect(columnsOf(definition([column('Long', `.${'a'.repeat(600)}`)]), 'v1')).toEqual([]);
  });
});

describe('columnValues', () => {
  it('shows values without names, truth by the name of its column, and dates as ages', () => {
    const columns = [
      column('Host', '.spec.host'),
      column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
      column('Public', '.spec.public', 'boolean'),
      column('Up To Date', '.status.current', 'boolean'),
      column('Stalled', '.status.stalled'),
      column('Pages', '.status.pages', 'integer'),
      column('Ports', '.spec.ports[*].port'),
      column('Age', '.metadata.creationTimestamp', 'date'),
    ];
    const object = website({ spec: { host: 'a.example.com', public: false, ports: [{ port: 80 }, { port: 443 }] }, status: { conditions: [{ type: 'Ready', status: 'True' }], current: false, stalled: 'Unknown', pages: 12 } });
    expect(texts(columns, object)).toEqual(['a.example.com', 'Ready', 'NotPublic', 'Up To Date: false', 'Stalled: unknown', '12', '80,443', '7m']);
  });

  it('says nothing where there is nothing, whatever the type, and bounds what there is', () => {
    expect(texts([column('Host', '.spec.host'), column('When', '.spec.host', 'date'), column('Empty', '.spec.empty')], website({ spec: { empty: '' } }))).toEqual([]);
    expect(texts([column('When', '.spec.host', 'date')], website({ spec: { host: 'soon' } }))).toEqual([]);
    const [long] = texts([column('Host', '.spec.host')], website({ spec: { host: 'x'.repeat(1000) } }));
    expect(long).toHaveLength(40);
    let deep: unknown = [];
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    expect(texts([column('Deep', '.spec.deep')], website({ spec: { deep } }))).toEqual(['…']);
    expect(texts([column('All', '.spec.all[*]')], website({ spec: { all: Array.from({ length: 50 }, (_, at) => at) } }))).toEqual(['0,1,2,3,4']);
  });

  it('tells when an age is another one', () => {
    const [age] = columnValues(website({}), columnsOf(definition([column('Age', '.metadata.creationTimestamp', 'date')]), 'v1'), now);
    expect(age).toEqual({ name: 'Age', text: '7m', changesInMs: 30_000 });
    const young = columnValues(website({}), columnsOf(definition([column('Age', '.metadata.creationTimestamp', 'date')]), 'v1'), now - 7 * minute);
    expect(young.map(({ text, changesInMs }) => [text, changesInMs])).toEqual([['<1m', 30_000]]);
  });

  it('says nothing of a Secret', () => {
    expect(columnValues({ kind: 'Secret', metadata: {}, data: { a: 'b' } }, columnsOf(definition([column('A', '.data.a')]), 'v1'), now)).toEqual([]);
  });
});

describe('PrinterColumns', () => {
  it('reads the definition once, when somebody looks, and tells when it is there', async () => {
    const { session, cluster, clock } = openSession();
    cluster.put(definitions, definition([column('Host', '.spec.host')]));
    const asked: string[] = [];
    const { get } = cluster;
    cluster.get = (resource, namespace, name) => {
      asked.push(`${resource.resource} ${name}`);
      return get.call(cluster, resource, namespace, name);
    };
    const informer = session.informers.start(websites);
    await clock.advance(1000);
    expect(asked).toEqual([]);
    const told: string[] = [];
    session.columns.onChange((name) => told.push(name));
    expect([session.columns.of(informer), session.columns.of(informer)]).toEqual([[], []]);
    await clock.advance(0);
    expect(session.columns.of(informer).map(({ name }) => name)).toEqual(['Host']);
    expect([asked, told]).toEqual([['customresourcedefinitions websites.example.com'], ['example.com/v1/websites']]);
    await session.close();
  });

  it.each(['forbidden', 'absent'] as const)('has none where the definition is %s, and says nothing of it', async (why) => {
    const { session, cluster, clock } = openSession();
    const informer = session.informers.start(websites);
    await clock.advance(1000);
    if (why === 'forbidden') cluster.get = () => Promise.reject(new ApiError({ code: 403, reason: 'Forbidden', message: 'forbidden' }));
    const told: string[] = [];
    session.columns.onChange((name) => told.push(name));
    session.columns.of(informer);
    await clock.advance(1000);
    expect([session.columns.of(informer), told, informer.hasSynced()]).toEqual([[], [], true]);
    await session.close();
  });

  it('asks nothing of what no definition describes, or of metadata alone', async () => {
    const { session, cluster, clock } = openSession();
    let asked = 0;
    cluster.get = () => {
      asked++;
      return Promise.reject(new Error('asked'));
    };
    session.columns.of(session.informers.start(pods));
    session.columns.of(session.informers.start(websites, { metadataOnly: true }));
    await clock.advance(1000);
    expect(asked).toBe(0);
    await session.close();
  });
});
