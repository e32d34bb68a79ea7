import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRecording } from '../../../../extension/inspector/recordings/readRecording.ts';
import { isRefusal } from '../../../../extension/inspector/recordings/recording.ts';
import { type Recording, whyNotReplayed } from '../../../../extension/inspector/recordings/recording.ts';
import { added, deleted, modified, pod } from '../../../support/objects.ts';
import { readLines, readText, RecordingScript, testHash } from '../../../support/recordings.ts';

const header = { informerTrace: 1, schema: 'trace.schema.json', resource: 'v1/pods', clientGo: '1.32', queue: 'DeltaFIFO' };
const entry = { seq: 1, t: 1, kind: 'reflector.synced', informer: 'v1/pods' };

async function read(text: string, ...more: [limits?: object, chunkBytes?: number]): Promise<Recording> {
  const recording = await readText(text, ...more);
  if (isRefusal(recording)) throw new Error(`refused: ${recording.refused}`);
  return recording;
}

describe('what a recording holds', () => {
  it('comes out as it went in, in chunks of any size', async () => {
    const script = new RecordingScript().list(10, pod('ä', 5)).watch(10).events(added(pod('b', 11)));
    const text = script.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const whole = await read(text);
    expect(whole).toMatchObject({ format: 'trace', informers: [{ name: 'v1/pods', resource: 'v1/pods', clientGo: '1.32', queue: 'DeltaFIFO' }], faults: { skipped: 0 } });
    expect(whole.input.map(({ kind, informer }) => [kind, informer])).toEqual([
      ['input.list', 'v1/pods'],
      ['input.watch', 'v1/pods'],
      ['input.watch', 'v1/pods'],
    ]);
    for (const bytes of [1, 7, 64, 100_000]) expect(await read(text, {}, bytes)).toEqual(whole);
    expect(await read(`\uFEFF\n\n${text.trimEnd()}`)).toEqual(whole);
  });

  it('needs no header: what is only the end of a file is read too', async () => {
    expect(await read(`${JSON.stringify(entry)}\n`)).toMatchObject({ header: { informerTrace: 1 }, informers: [{ name: 'v1/pods' }], entries: [entry] });
  });

  it('keeps numbers that are without gaps, and makes others so, with their causes', async () => {
    const at = (seq: number, ...cause: number[]): object => ({ ...entry, seq, cause });
    const kept = await readLines([header, at(7), at(8, 7)]);
    expect(kept.entries.map(({ seq, cause }) => [seq, cause])).toEqual([
      [7, []],
      [8, [7]],
    ]);
    const renumbered = await readLines([header, at(3), at(9, 3, 4), at(9, 9)]);
    expect(renumbered.entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(renumbered.entries[1]!.cause).toEqual([1]);
  });

  it('tells time that never falls', async () => {
    const { entries } = await readLines([header, { ...entry, t: 5 }, { ...entry, seq: 2, t: 3 }]);
    expect(entries.map(({ t }) => t)).toEqual([5, 5]);
  });

  it('of several informers each line says whose it is; one that does not is passed over', async () => {
    const informers = [
      { name: 'v1/pods', resource: 'v1/pods' },
      { name: 'apps/v1/deployments@d', resource: 'apps/v1/deployments', namespace: 'd' },
      { name: 'nonsense', resource: '../..' },
    ];
    const page = { kind: 'PodList', resourceVersion: '1', items: [], bytes: 0 };
    const recording = await readLines([{ informerTrace: 1, informers }, { kind: 'input.list', t: 0, informer: 'v1/pods', options: {}, page }, { kind: 'input.list', t: 0, options: {}, page }]);
    expect(recording.informers.map(({ name }) => name)).toEqual(['v1/pods', 'apps/v1/deployments@d']);
    expect(recording.input).toHaveLength(1);
    expect(recording.faults).toMatchObject({ skipped: 1, first: { line: 3, why: 'it does not say of which informer it is, and there are several' } });
  });

  it('can be replayed only where some of the state is known', async () => {
    expect(whyNotReplayed(await readLines([header, entry]))).toBe('noInput');
    expect(whyNotReplayed(await new RecordingScript().watch(10).events(added(pod('a', 11))).read())).toBe('noState');
    expect(whyNotReplayed(await new RecordingScript().list(10).read())).toBeUndefined();
    expect(whyNotReplayed(await new RecordingScript().watch(0, { sendInitialEvents: true }).read())).toBeUndefined();
  });
});

describe('a file that is not as it should be', () => {
  it('is refused when it is no recording, or one of a later version', async () => {
    expect(await readText('')).toEqual({ refused: 'empty' });
    expect(await readText(' \n\n')).toEqual({ refused: 'empty' });
    expect(await readText('PNG…')).toEqual({ refused: 'other' });
    expect(await readText('{"some":"json"}\n')).toEqual({ refused: 'other' });
    expect(await readText('{"seq":"x"}\n{"kind":"queue.add"}\n')).toEqual({ refused: 'other' });
    expect(await readText('{"informerTrace":2,"anything":true}\n')).toEqual({ refused: 'newer', version: 2 });
  });

  it('loses its broken lines, and the first of them is named', async () => {
    const broken = ['{', '[]', '{"kind":"nonsense"}', '{"kind":"queue.add","seq":2,"t":0,"informer":"v1/pods","delta":"Changed","waiting":1}', `{"kind":"cache","key":"k","object":${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`];
    const text = [JSON.stringify(header), ...broken, JSON.stringify(entry)].join('\n');
    const recording = await read(text);
    expect(recording.faults).toEqual({ skipped: 5, first: { line: 2, why: 'it is not a JSON object' }, cut: undefined });
    expect(recording.entries).toHaveLength(1);
    const why = await Promise.all(broken.slice(1).map(async (line) => (await read(`${JSON.stringify(header)}\n${line}\n`)).faults.first?.why));
    expect(why).toEqual([
      'it is not a JSON object',
      'there is no kind "nonsense"',
      'delta is none of Added, Updated, Deleted, Replaced, Sync, ReplacedAll, SyncAll, Bookmark',
      'it is nested deeper than 500 levels',
    ]);
  });

  it('is refused after so many blanks, each looked at once', async () => {
    const bytes = 4_000_000;
    const blanks = Buffer.alloc(bytes, 10);
    let taken = 0;
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      for (; taken < bytes; taken += 1000) yield blanks.subarray(taken, taken + 1000);
    };
    expect(await readRecording(chunks(), { hash: testHash })).toEqual({ refused: 'other' });
    expect(taken).toBeLessThan(100_000);
    const late = await readText(`${' \n'.repeat(10_000)}${JSON.stringify(header)}\n${JSON.stringify(entry)}`);
    expect(late).toMatchObject({ entries: [entry] });
  });

  it.each(['x', '{x', '"x"', '{'])('is left where line after line is no JSON: %j', async (line) => {
    let turns = 0;
    let isReading = true;
    const count = (): void => {
      turns++;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    const text = [JSON.stringify(header), JSON.stringify(entry), ...Array.from({ length: 60_000 }, () => line), JSON.stringify({ ...entry, seq: 2 })].join('\n');
    const { entries, faults } = await read(text, {}, 1_000_000);
    isReading = false;
    expect(entries).toEqual([entry]);
    expect(faults).toMatchObject({ skipped: 10_000, first: { line: 3 }, cut: 'broken' });
    // All of it is one chunk; others had their turn nevertheless.
    expect(turns).toBeGreaterThan(4);
  });

  it('masks a long list in turns, and gives it as it is', async () => {
    const items = Array.from({ length: 1234 }, (_, index) => ({ ...pod(`p${index}`, 5), kind: index === 777 ? 'Secret' : 'Pod', data: { a: 'hunter2' } }));
    const { input } = await readLines([header, { kind: 'input.list', t: 0, options: {}, page: { kind: 'PodList', resourceVersion: '9', items, bytes: 1 } }]);
    const [list] = input;
    const masked = list?.kind === 'input.list' ? (list.page?.items ?? []) : [];
    expect(masked).toHaveLength(1234);
    expect(masked.filter((_, index) => index !== 777)).toEqual(items.filter((_, index) => index !== 777));
    expect(JSON.stringify(masked[777])).toContain('<masked 5 bytes> #');
  });

  it('is read up to its bounds', async () => {
    const lines = [JSON.stringify(header), ...[1, 2, 3, 4].map((seq) => JSON.stringify({ ...entry, seq }))];
    expect(await read(lines.join('\n'), { entries: 2 })).toMatchObject({ entries: [{ seq: 1 }, { seq: 2 }], faults: { cut: 'entries' } });
    const some = await read(lines.join('\n'), { bytes: lines[0]!.length + lines[1]!.length + 5 });
    expect(some.entries).toHaveLength(1);
    expect(some.faults.cut).toBe('bytes');
    const long = await read([lines[0], JSON.stringify({ ...entry, informer: 'x'.repeat(300) }), lines[2]].join('\n'), { lineBytes: 200 });
    expect(long.entries).toHaveLength(1);
    expect(long.faults).toMatchObject({ skipped: 1, first: { line: 2, why: 'it is too long' } });
  });

  it('leaves out fields that nobody knows', async () => {
    const { entries } = await readLines([header, { ...entry, evil: '<script>', constructor: 1 }]);
    expect(Object.keys(entries[0]!).toSorted()).toEqual(['informer', 'kind', 'seq', 't']);
  });

  it('never makes the reader throw, whatever is in it', { timeout: 60_000 }, async () => {
    const line = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom(JSON.stringify(header), JSON.stringify(entry), '{"informerTrace":1}', '{"kind":"input.watch","t":0,"watch":1,"events":[{"type":"ADDED","object":{"metadata":null}}]}'),
      fc.record({ kind: fc.constantFrom('input.list', 'input.watch', 'cache', 'summary', 'store.update', 'queue.pop', '__proto__'), t: fc.anything(), seq: fc.anything(), options: fc.anything(), page: fc.anything(), events: fc.anything(), object: fc.anything(), key: fc.anything(), deltas: fc.anything() }).map((value) => {
        try {
          return JSON.stringify(value);
        } catch {
          return 'null';
        }
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n', ' ', ''), fc.integer({ min: 1, max: 200 }), async (lines, between, chunk) => {
        const recording = await readText(lines.join(between), {}, chunk);
        if (isRefusal(recording)) return;
        for (const [index, { seq }] of recording.entries.entries()) expect(seq).toBe(recording.entries[0]!.seq + index);
        expect(recording.faults.skipped > 0).toBe(recording.faults.first !== undefined);
      }),
      { numRuns: 500 },
    );
  });
});

describe('what is secret', () => {
  const secret = (data: object): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', namespace: 'd', resourceVersion: '5' }, data });

  it('is masked again, and what is masked already stays as it is', async () => {
    const lines = (items: readonly unknown[]): object[] => [
      { informerTrace: 1, resource: 'v1/secrets' },
      { kind: 'input.list', t: 0, options: {}, page: { kind: 'SecretList', resourceVersion: '9', items, bytes: 0 } },
      { kind: 'input.watch', t: 1, watch: 1, events: [{ type: 'MODIFIED', object: items[0] }, { type: 'ERROR', object: { kind: 'Status', message: 'hunter2' } }] },
      { kind: 'input.list', t: 2, options: {}, error: { name: 'ApiError', code: 'ApiError', message: 'hunter2', data: { message: 'hunter2' } } },
      { kind: 'cache', key: 'd/s', object: items[0] },
    ];
    const once = await readLines(lines([secret({ password: Buffer.from('hunter2').toString('base64') })]));
    expect(JSON.stringify(once)).not.toMatch(/hunter2|aHVudGVyMg/);
    expect(JSON.stringify(once)).toContain('<masked 7 bytes> #');
    const twice = await readLines([once.header, ...once.input, ...once.cache]);
    expect(twice.input).toEqual(once.input);
    expect(twice.cache).toEqual(once.cache);
  });
});

describe('what is secret, wherever it stands', () => {
  const data = { password: 'hunter2' };
  const object = { metadata: { name: 's', namespace: 'd', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ kind: 'Secret', data }) } }, data, stringData: data };
  const cache = { kind: 'cache', key: 'd/s', object };
  const lint = { seq: 1, t: 0, kind: 'lint.raised', key: 'd/s', lint: 'hot-loop', evidence: { field: 'data.password', values: ['hunter2'], writers: ['one'] } };
  const failed = (more: object): object => ({ kind: 'input.list', t: 0, options: {}, ...more });
  const error = { name: 'ApiError', code: 'ApiError', message: 'Forbidden' };
  const pods = { informerTrace: 1, resource: 'v1/pods' };
  it.each<[string, readonly object[]]>([
    ['in a cache without kinds, with a bare name in the header', [{ informerTrace: 1, resource: 'secrets' }, cache]],
    ['in a cache without kinds, with a header that does not say of what', [{ informerTrace: 1 }, cache]],
    ['in a cache without kinds and without a header', [cache]],
    ['in a cache before the header', [cache, { informerTrace: 1, resource: 'v1/secrets' }]],
    ['in a finding', [{ informerTrace: 1 }, { ...lint, informer: 'v1/secrets' }]],
    ['in a finding that is over, of one namespace', [{ informerTrace: 1 }, { ...lint, kind: 'lint.cleared', informer: 'v1/secrets@d' }]],
    ['in a finding of the only informer', [{ informerTrace: 1, resource: 'v1/secrets' }, lint]],
    ['in what was said instead of a list', [{ informerTrace: 1, resource: 'v1/secrets' }, failed({ error: { ...error, data: { kind: 'Secret', data } } })]],
    ['in what was said instead of a list of something else', [pods, failed({ error: { ...error, data: { kind: 'Secret', data } } })]],
    ['in a Status that has more than one has', [{ informerTrace: 1, resource: 'v1/secrets' }, failed({ error: { ...error, data: { kind: 'Status', password: 'hunter2', message: 'hunter2' } } })]],
    ['in what was said, as text', [{ informerTrace: 1, resource: 'v1/secrets' }, failed({ error: { ...error, data: ['hunter2'] } })]],
    ['in an error of a watch', [{ informerTrace: 1, resource: 'v1/secrets' }, { kind: 'input.watch', t: 0, watch: 1, events: [{ type: 'ERROR', object: { kind: 'Status', ...object } }] }]],
    ['in an entry that quotes the server', [{ informerTrace: 1 }, { seq: 1, t: 0, kind: 'reflector.error', informer: 'v1/secrets', phase: 'list', code: 500, reason: 'InternalError', message: 'hunter2', will: 'retry' }]],
    ['in a list whose informer is named by a word', [{ informerTrace: 1, resource: 'v1/pods' }, failed({ informer: 'secrets', page: { kind: 'List', resourceVersion: '1', bytes: 1, items: [object] } })]],
  ])('%s', async (_, lines) => {
    const recording = await readLines(lines);
    expect(recording.faults.skipped).toBe(0);
    expect(JSON.stringify(recording)).not.toContain('hunter2');
    expect(JSON.stringify(recording)).toMatch(/<masked \d+ bytes> #/);
    // Masked once is masked for good.
    const again = await readLines([recording.header, ...recording.entries, ...recording.input, ...recording.cache]);
    expect([again.entries, again.input, again.cache]).toEqual([recording.entries, recording.input, recording.cache]);
  });

  it('of other kinds nothing is', async () => {
    const config = { kind: 'ConfigMap', metadata: { name: 'c', namespace: 'd' }, data: { mode: 'fast' } };
    const lines = [{ informerTrace: 1 }, { ...lint, informer: 'v1/configmaps' }, failed({ informer: 'v1/configmaps', error: { ...error, data: { kind: 'Status', message: 'plain' } } }), { ...cache, object: config }];
    const { entries, input, cache: cached } = await readLines(lines);
    expect([entries, input, cached]).toEqual([[lines[1]], [lines[2]], [lines[3]]]);
  });
});

describe('what kubectl writes', () => {
  it('with --output-watch-events: events, on one line each or on several', async () => {
    for (const indent of [undefined, 4]) {
      const text = [added(pod('a', 5)), modified(pod('a', 7)), deleted(pod('a', 9))].map((event) => JSON.stringify(event, undefined, indent)).join('\n');
      const recording = await read(text, {}, 13);
      expect(recording).toMatchObject({ format: 'kubectl', informers: [{ name: 'v1/pods', objectKind: 'Pod' }], faults: { skipped: 0 } });
      expect(recording.input[0]).toMatchObject({ kind: 'input.list', page: { kind: 'PodList', resourceVersion: '4', items: [] } });
      expect(recording.input.slice(2).flatMap((line) => (line.kind === 'input.watch' ? (line.events ?? []).map(({ type }) => [line.t, type]) : []))).toEqual([
        [100, 'ADDED'],
        [200, 'MODIFIED'],
        [300, 'DELETED'],
      ]);
    }
  });

  it('without: bare objects, after a list where it began with one, of several kinds', async () => {
    const list = { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: [pod('a', 5), { ...pod('n', 6), apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' }] };
    const recording = await read(`${JSON.stringify(list, undefined, 2)}\n${JSON.stringify(pod('a', 8))}${JSON.stringify(pod('b', 9))}`);
    expect(recording.informers.map(({ name }) => name)).toEqual(['v1/pods', 'networking.k8s.io/v1/networkpolicies']);
    const lists = recording.input.flatMap((line) => (line.kind === 'input.list' ? [[line.informer, line.page?.resourceVersion, line.page?.items.length]] : []));
    expect(lists).toEqual([
      ['v1/pods', '5', 1],
      ['networking.k8s.io/v1/networkpolicies', '6', 1],
    ]);
  });

  it('is kept up to where it breaks, and that is said', async () => {
    const recording = await read(`${JSON.stringify(added(pod('a', 5)))}\n{"type":"Normal","object":{}}\n${JSON.stringify(added(pod('b', 6)))}\n{"type":"ADDED","obj`);
    expect(recording.faults).toEqual({ skipped: 2, first: { line: 2, why: 'its object is not one of Kubernetes' }, cut: undefined });
    expect(whyNotReplayed(recording)).toBeUndefined();
  });
});
