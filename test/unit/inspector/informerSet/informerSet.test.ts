import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { entryOf, readEntry } from '../../../../extension/inspector/informerSet/informerEntry.ts';
import { addToInformerSet, mostInformers, newInformerSet, readInformerSet, type SetEdit } from '../../../../extension/inspector/informerSet/informerSet.ts';
import type { InformerRequest } from '../../../../extension/inspector/informerRequest.ts';
import { root } from '../../../tools/project.ts';

const pods = { group: '', version: 'v1', resource: 'pods' };
const plain: InformerRequest = { resource: pods, scope: {}, chosen: {} };

const schema: unknown = JSON.parse(readFileSync(path.join(root, 'extension', 'inspector', 'informerSet', 'informers.schema.json'), 'utf8'));
const isOfSchema = new Ajv({ strict: false }).compile(schema as object);

const faults = async (text: string) => (await readInformerSet(text)).problems.map(({ field, fault, offset, length }) => ({ field, fault, at: text.slice(offset, offset + length) }));
const file = (...entries: readonly unknown[]): string => JSON.stringify({ informers: entries });

function applied(text: string, edits: readonly SetEdit[]): string {
  return edits.toReversed().reduce((result, { offset, length, content }) => result.slice(0, offset) + content + result.slice(offset + length), text);
}

describe('the file of a workspace', () => {
  it('may have comments and trailing commas, and says of each informer what was chosen for it', async () => {
    const text = `// ours
    {
      "informers": [
        { "resource": "v1/pods", /* two */ "namespaces": ["shop", "billing", "shop"], "labelSelector": "app in (web, api)", "clientGo": "1.36", "queue": "atomic", "resyncSeconds": 30 },
        { "resource": "apps/v1/deployments", "metadataOnly": true, "fieldSelector": "metadata.name=web", "source": "playground" },
        { "resource": "v1/nodes", "source": { "context": "kind-dev" }, },
      ],
    }`;
    const { entries, problems } = await readInformerSet(text);
    expect(problems).toEqual([]);
    const chosen = { clientGo: '1.36', queue: 'atomic', resyncPeriodMs: 30_000 };
    expect(entries).toEqual([
      { source: undefined, requests: ['shop', 'billing'].map((namespace) => ({ resource: pods, scope: { namespace, labelSelector: 'app in (web, api)' }, chosen })) },
      { source: 'playground', requests: [{ resource: { group: 'apps', version: 'v1', resource: 'deployments' }, scope: { metadataOnly: true, fieldSelector: 'metadata.name=web' }, chosen: {} }] },
      { source: { context: 'kind-dev' }, requests: [{ resource: { group: '', version: 'v1', resource: 'nodes' }, scope: {}, chosen: {} }] },
    ]);
    expect(isOfSchema(parse(text))).toBe(true);
  });

  it.each([
    ['', { field: '', fault: { kind: 'syntax', code: 'ValueExpected' }, at: '' }],
    ['{ "informers": [ }', { field: '', fault: { kind: 'syntax', code: 'ValueExpected' }, at: '}' }],
    ['[]', { field: '', fault: { kind: 'wrong', wanted: 'object' }, at: '[]' }],
    ['{}', { field: '', fault: { kind: 'missing', field: 'informers' }, at: '{}' }],
    ['{"informers": {}}', { field: 'informers', fault: { kind: 'wrong', wanted: 'list' }, at: '"informers": {}' }],
    ['{"informers": [], "onStart": "rm"}', { field: 'onStart', fault: { kind: 'unknown', field: 'onStart' }, at: '"onStart": "rm"' }],
    [file(1), { field: 'informers[0]', fault: { kind: 'wrong', wanted: 'object' }, at: '1' }],
    [file([]), { field: 'informers[0]', fault: { kind: 'wrong', wanted: 'object' }, at: '[]' }],
    [file({}), { field: 'informers[0]', fault: { kind: 'missing', field: 'resource' }, at: '{}' }],
    [file({ resource: 'pods' }), { field: 'informers[0].resource', fault: { kind: 'wrong', wanted: 'resource' }, at: '"resource":"pods"' }],
    [file({ resource: '../v1/pods' }), { field: 'informers[0].resource', fault: { kind: 'wrong', wanted: 'resource' }, at: '"resource":"../v1/pods"' }],
    [file({ resource: 'v1/pods', command: 'x' }), { field: 'informers[0].command', fault: { kind: 'unknown', field: 'command' }, at: '"command":"x"' }],
    [file({ resource: 'v1/pods', namespaces: [] }), { field: 'informers[0].namespaces', fault: { kind: 'wrong', wanted: 'namespaces' }, at: '"namespaces":[]' }],
    [file({ resource: 'v1/pods', namespaces: ['a', 'B'] }), { field: 'informers[0].namespaces[1]', fault: { kind: 'wrong', wanted: 'namespace' }, at: '"B"' }],
    [file({ resource: 'v1/pods', metadataOnly: 'yes' }), { field: 'informers[0].metadataOnly', fault: { kind: 'wrong', wanted: 'boolean' }, at: '"metadataOnly":"yes"' }],
    [file({ resource: 'v1/pods', clientGo: '1.24' }), { field: 'informers[0].clientGo', fault: { kind: 'wrong', wanted: 'clientGo' }, at: '"clientGo":"1.24"' }],
    [file({ resource: 'v1/pods', queue: 'fifo' }), { field: 'informers[0].queue', fault: { kind: 'wrong', wanted: 'queue' }, at: '"queue":"fifo"' }],
    [file({ resource: 'v1/pods', resyncSeconds: -1 }), { field: 'informers[0].resyncSeconds', fault: { kind: 'wrong', wanted: 'seconds' }, at: '"resyncSeconds":-1' }],
    [file({ resource: 'v1/pods', resyncSeconds: 1.5 }), { field: 'informers[0].resyncSeconds', fault: { kind: 'wrong', wanted: 'seconds' }, at: '"resyncSeconds":1.5' }],
    [file({ resource: 'v1/pods', source: 'prod' }), { field: 'informers[0].source', fault: { kind: 'wrong', wanted: 'source' }, at: '"source":"prod"' }],
    [file({ resource: 'v1/pods', source: {} }), { field: 'informers[0].source', fault: { kind: 'missing', field: 'context' }, at: '"source":{}' }],
    [file({ resource: 'v1/pods', source: { context: '' } }), { field: 'informers[0].source.context', fault: { kind: 'wrong', wanted: 'context' }, at: '"context":""' }],
    [file({ resource: 'v1/pods', source: { context: 'a', server: 'evil' } }), { field: 'informers[0].source.server', fault: { kind: 'unknown', field: 'server' }, at: '"server":"evil"' }],
  ])('%s is refused at its place, by the schema too', async (text, problem) => {
    expect(await faults(text)).toContainEqual(problem);
    const errors: never[] = [];
    const value: unknown = parse(text, errors);
    expect(errors.length > 0 || !isOfSchema(value)).toBe(true);
  });

  it.each([
    ['labelSelector', 'app=', undefined],
    ['labelSelector', 'app==web==x', { kind: 'labelRequirement', text: 'app==web==x' }],
    ['labelSelector', 'a b', { kind: 'labelRequirement', text: 'a b' }],
    ['fieldSelector', 'status.phase', { kind: 'fieldRequirement', text: 'status.phase' }],
  ])('a %s that is none (%j) is refused with the reason', async (field, selector, reason) => {
    const [problem] = await faults(file({ resource: 'v1/pods', [field]: selector }));
    if (reason === undefined) return expect(problem).toBeUndefined();
    expect(problem).toMatchObject({ field: `informers[0].${field}`, fault: { kind: 'wrong', wanted: field, reason } });
  });

  it('is bounded in length, in number, in depth and in what is told of it', async () => {
    expect(await faults(' '.repeat(300_000))).toEqual([{ field: '', fault: { kind: 'tooLong' }, at: ' ' }]);
    const namespaces = Array.from({ length: 60 }, (_, index) => `n${index}`);
    expect((await faults(file({ resource: 'v1/pods', namespaces }, { resource: 'v1/secrets', namespaces }))).map(({ fault }) => fault)).toEqual([{ kind: 'tooMany', count: 120 }]);
    expect((await faults(file(...Array.from({ length: mostInformers + 1 }, () => ({ resource: 'v1/pods' }))))).map(({ fault }) => fault)).toEqual([{ kind: 'tooMany', count: 101 }]);
    expect((await faults('['.repeat(200_000)))[0]?.fault.kind).toBe('syntax');
    // Somewhere in between it can still be parsed, and no more be read.
    for (let depth = 1000; depth <= 12_000; depth += 500) expect((await faults(`${'['.repeat(depth)}${']'.repeat(depth)}`))[0]?.fault.kind).toMatch(/^(wrong|syntax)$/);
    expect(await faults(file(...Array.from({ length: 100 }, () => 1)))).toHaveLength(50);
  });

  it('inherits nothing: what is not written in an entry is not there', async () => {
    const { entries, problems } = await readInformerSet('{"informers":[{"__proto__":{"resource":"v1/secrets"}}]}');
    expect(entries).toEqual([]);
    expect(problems.length).toBeGreaterThan(0);
  });

  it('whatever it is, reading it throws nothing', async () => {
    await fc.assert(fc.asyncProperty(fc.oneof(fc.string(), fc.json(), fc.json().map((json) => `{"informers":[${json}]}`)), async (text) => void (await readInformerSet(text))));
  });
});

describe('an informer is added', () => {
  it('to a new file, under its comment', async () => {
    const text = newInformerSet('ours');
    const added = applied(text, await addToInformerSet(text, { resource: pods, scope: { namespace: 'shop', metadataOnly: true }, chosen: { resyncPeriodMs: 5000 } }, 'playground'));
    expect(added).toContain('// ours');
    expect(parse(added)).toEqual({ informers: [{ resource: 'v1/pods', namespaces: ['shop'], metadataOnly: true, resyncSeconds: 5, source: 'playground' }] });
    expect((await readInformerSet(added)).problems).toEqual([]);
  });

  it('after the others: comments, order, indentation and line ends stay as they were', async () => {
    const text = '{\r\n\t// why\r\n\t"informers": [\r\n\t\t{ "resource": "v1/nodes" }, // all of them\r\n\t\t/* last */ { "resource": "v1/events" }\r\n\t]\r\n}\r\n';
    const added = applied(text, await addToInformerSet(text, plain, undefined));
    for (const comment of ['// why', '// all of them', '/* last */']) expect(added).toContain(comment);
    expect((parse(added) as { informers: unknown[] }).informers.at(-1)).toEqual({ resource: 'v1/pods' });
    expect(added.replaceAll('\r\n', '')).not.toContain('\n');
    expect(added.startsWith(text.slice(0, text.indexOf('{ "resource": "v1/events"')))).toBe(true);
  });

  it('to an object that has no list yet, and to an empty file', async () => {
    for (const text of ['{}', '']) {
      const added = applied(text === '' ? '{}' : text, await addToInformerSet(text, plain, undefined));
      expect(parse(added)).toEqual({ informers: [{ resource: 'v1/pods' }] });
    }
  });

  it('once: one that is there already, alone or among namespaces, changes nothing', async () => {
    const text = '{"informers":[{"resource":"v1/pods","namespaces":["a","b"]},{"resource":"v1/pods","source":"playground"}]}';
    const inB = { ...plain, scope: { namespace: 'b' } };
    expect(await addToInformerSet(text, inB, undefined)).toEqual([]);
    expect(await addToInformerSet(text, plain, 'playground')).toEqual([]);
    expect(await addToInformerSet(text, plain, undefined)).not.toEqual([]);
    expect(await addToInformerSet(text, { ...inB, chosen: { queue: 'atomic' } }, undefined)).not.toEqual([]);
  });
});

it('what is written of an informer is read as that informer', () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,10}$/);
  const request = fc.record({
    resource: fc.record({ group: fc.constantFrom('', 'apps'), version: fc.constant('v1'), resource: name }),
    scope: fc.record({ namespace: name, labelSelector: fc.constantFrom('a=b', 'a in (b,c)'), fieldSelector: fc.constant('metadata.name=x'), metadataOnly: fc.constant(true) }, { requiredKeys: [] }),
    chosen: fc.record({ clientGo: fc.constantFrom('1.32', '1.36', 'article'), queue: fc.constantFrom('DeltaFIFO', 'RealFIFO', 'atomic'), resyncPeriodMs: fc.nat(86_400).map((seconds) => seconds * 1000) }, { requiredKeys: [] }),
  });
  fc.assert(
    fc.property(request, (written) => {
      const problems: unknown[] = [];
      expect(readEntry(JSON.parse(JSON.stringify(entryOf(written as InformerRequest))), (problem) => problems.push(problem))).toEqual({ requests: [written], source: undefined });
      expect(problems).toEqual([]);
    }),
  );
});
