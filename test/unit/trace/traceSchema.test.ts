import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { UpdateChanges } from '../../../extension/informer/updateChanges.ts';
import { schemaFile } from '../../../extension/trace/recording.ts';
import { entrySchemas } from '../../../extension/trace/schema/entrySchemas.ts';
import { traceSchema } from '../../../extension/trace/schema/traceSchema.ts';
import { pod } from '../../support/objects.ts';
import { hastyClock } from '../../support/hastyClock.ts';
import { readCase, runRecorder } from '../../support/runRecorder.ts';
import { faultIn, faultsIn } from '../../support/traceValidator.ts';

const folder = new URL('../../../extension/trace/', import.meta.url);

describe('the JSON Schema of a recording', () => {
  it('is published as it is generated; `vitest -u` writes it anew', async () => {
    await expect(`${JSON.stringify(traceSchema(), undefined, 1)}\n`).toMatchFileSnapshot(`../../../extension/trace/${schemaFile}`);
  });

  it('is a schema, of which each line that the recorder writes is an instance', async () => {
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(traceSchema());
    const args = ['--resource', 'v1/secrets', '--namespace', 'd', '--input', '--cache', '--until-events', '1'];
    const { lines } = await runRecorder(await readCase('22-secrets'), args, { clock: hastyClock(20) });
    expect(new Set(lines.map((line) => line['kind'] ?? 'header'))).toEqual(
      new Set(['header', 'input.list', 'input.watch', 'cache', 'summary', ...lines.flatMap(({ kind, seq }) => (seq === undefined ? [] : [kind]))]),
    );
    for (const line of lines) expect(validate(line), JSON.stringify(line)).toBe(true);
    expect(validate({ kind: 'summary', synced: true, objects: 1, resourceVersion: '1', more: 1 })).toBe(false);
  });

  it('has each kind of the union: one that is added without its schema is found', async () => {
    const source = await readFile(new URL('entry.ts', folder), 'utf8');
    const kinds = [...source.matchAll(/kind: '([a-z]+\.[a-z]+)'/g)].map((match) => match[1]!);
    expect(kinds.length).toBeGreaterThan(40);
    expect(Object.keys(entrySchemas).toSorted()).toEqual([...new Set(kinds)].toSorted());
  });

  it('is named in the first line of a recording, which says what all others are', async () => {
    const { lines } = await runRecorder(await readCase('15-no-items'), ['--resource', 'v1/pods', '--namespace', 'd', '--until-synced']);
    expect(lines[0]).toMatchObject({ informerTrace: 1, schema: 'trace.schema.json' });
    expect(traceSchema()['$id']).toBe('trace.schema.json');
  });

  it('with the article’s rules each entry tells what client-go does instead; with others none does', async () => {
    const script = await readCase('04-first-list-fails');
    const args = ['--resource', 'v1/pods', '--namespace', 'd', '--until-synced'];
    const notes = async (clientGo: string): Promise<unknown[]> => {
      const { lines } = await runRecorder(script, [...args, '--client-go', clientGo], { clock: hastyClock(20) });
      return lines.flatMap(({ kind, note }) => (note === undefined ? [] : [[kind, (note as { row: number }).row]]));
    };
    expect(await notes('article')).toEqual([
      ['reflector.backoff', 1],
      ['queue.replace', 9],
    ]);
    expect(await notes('1.32')).toEqual([]);
  });

  it('has what can be switched on: gates, and the check of streamed lists, which finds what a server streams wrongly', async () => {
    const meta = (resourceVersion: string, annotations?: object): object => ({ kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion, ...(annotations && { annotations }) } });
    const streamed = [
      { event: ['ADDED', { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'a', namespace: 'd', resourceVersion: '5' } }] as const },
      { event: ['BOOKMARK', meta('9', { 'k8s.io/initial-events-end': 'true' })] as const },
    ];
    const list = { json: { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '9' }, items: [] } };
    const script = { routes: { '/api/v1/namespaces/d/pods': { list: [list], watch: [{ body: streamed, end: 'hold' as const }, { body: [], end: 'hold' as const }] } } };
    const args = ['--resource', 'v1/pods', '--namespace', 'd', '--until-synced', '--feature-gates', 'WatchListClient=true'];
    const unchecked = await runRecorder(script, args);
    expect(unchecked.lines[0]).toMatchObject({ clientGo: '1.32', featureGates: { WatchListClient: true } });
    expect(unchecked.summary).toMatchObject({ synced: true, objects: 1 });
    expect(unchecked.of('reflector.error')).toEqual([]);
    const checked = await runRecorder(script, [...args, '--check-streamed-lists']);
    expect(checked.lines[0]).toMatchObject({ checksStreamedLists: true });
    expect(checked.of('reflector.error')).toMatchObject([{ reason: 'Inconsistent', message: 'v1/pods@d: the streamed list differs from the list at version 9: d/a was streamed only' }]);
    expect(checked.summary).toMatchObject({ synced: true, objects: 0 });
  });

  it('refuses what no entry has: another field, a missing one, one of another type, an unknown kind', () => {
    const entry = { seq: 1, t: 0.5, kind: 'queue.add', informer: 'v1/pods', key: 'd/a', rv: '1', cause: [], delta: 'Added', waiting: 1 };
    expect(faultIn(entry)).toBeUndefined();
    const wrong = [{ more: 1 }, { waiting: undefined }, { waiting: '1' }, { waiting: 1.5 }, { delta: 'Changed' }, { cause: [0] }, { seq: 0 }, { kind: 'queue.added' }];
    for (const change of wrong) expect(faultIn({ ...entry, ...change }), JSON.stringify(change)).toBeDefined();
  });

  it('takes what an update has changed as the list of paths that it is written as', () => {
    const update = (before: KubeObject, after: KubeObject): object => ({
      seq: 1,
      t: 0,
      kind: 'store.update',
      informer: 'v1/pods',
      key: 'd/a',
      old: '1',
      changed: new UpdateChanges(before, after),
    });
    expect(faultsIn([update(pod('a', 1), pod('a', 2)), update(pod('a', 1), pod('a', 2, { labels: {} }))])).toEqual([]);
  });
});
