import { describe, expect, it, vi } from 'vitest';
import { hastyClock } from '../../support/hastyClock.ts';
import { type RecorderRun, runRecorder } from '../../support/runRecorder.ts';
import { type Reply, type RouteScript, statusObject } from '../../support/scriptedServer.ts';

// Nothing here waits that long; a busy machine may.
vi.setConfig({ testTimeout: 30_000 });

const path = '/api/v1/pods';
const pod = { metadata: { name: 'a', namespace: 'd', uid: 'u', resourceVersion: '5' }, spec: { nodeName: 'n' } };
const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '10' }, items: [pod] };
const quiet: RouteScript = { list: [{ json: list }], watch: [{ end: 'hold' }] };
const run = (route: RouteScript, ...args: string[]): Promise<RecorderRun> =>
  runRecorder({ routes: { [path]: route } }, ['--resource', 'v1/pods', '--until-synced', ...args], { clock: hastyClock(10) });

describe.concurrent('--metadata-only', () => {
  it('is said in header and name, asks for metadata, and keeps no more in the cache', async () => {
    const { metadata } = pod;
    const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
    const served: RouteScript = {
      list: [{ json: { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '10' }, items: [partial] } }],
      watch: [{ body: [{ event: ['MODIFIED', { ...partial, metadata: { ...metadata, resourceVersion: '11' } }] }], end: 'hold' }],
    };
    const { lines, of, server, summary } = await runRecorder({ routes: { [path]: served } }, ['--resource', 'v1/pods', '--metadata-only', '--until-events', '1', '--cache'], { clock: hastyClock(10) });
    expect(lines[0]).toMatchObject({ informerTrace: 1, resource: 'v1/pods', metadataOnly: true });
    expect(server.requests.map(({ headers }) => /as=(\w+)/.exec(headers.accept ?? '')?.[1])).toEqual(['PartialObjectMetadataList', 'PartialObjectMetadata']);
    expect(new Set(lines.flatMap(({ informer }) => (informer === undefined ? [] : [informer])))).toEqual(new Set(['v1/pods#metadata']));
    expect(of('cache')).toEqual([{ kind: 'cache', key: 'd/a', object: { ...partial, metadata: { ...metadata, resourceVersion: '11' } } }]);
    expect(of('reflector.reduced')).toEqual([]);
    expect(summary).toMatchObject({ synced: true, objects: 1 });
  });

  it('says so when the server sends whole objects, and keeps their metadata alone', async () => {
    const { of } = await run(quiet, '--metadata-only', '--cache');
    expect(of('reflector.reduced')).toMatchObject([{ informer: 'v1/pods#metadata', got: 'PodList', cause: [of('reflector.list')[0]!['seq']] }]);
    expect(of('cache')[0]!['object']).toEqual({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: pod.metadata });
  });
});

describe.concurrent('--preflight', () => {
  const said = async (reply: Reply): Promise<readonly string[]> => (await run({ ...quiet, list: [reply, { json: list }] }, '--preflight')).said;

  it('asks for one object, says what will be read, and records no more than without it', async () => {
    const page = { ...list, metadata: { resourceVersion: '10', continue: 'more', remainingItemCount: 4999 } };
    const result = await run({ ...quiet, list: [{ json: page }, { json: list }] }, '--preflight');
    expect(result.said).toEqual([expect.stringMatching(/^About 5000 objects of v1\/pods will be read, about 485 kB\.$/)]);
    expect(result.server.requests.map(({ query }) => query.toString())).toEqual(['limit=1', 'resourceVersion=0&limit=500', expect.stringContaining('watch=true')]);
    expect(result.of('reflector.list')).toHaveLength(1);
    expect(result.status).toBe(0);
  });

  it.each<[string, Reply, RegExp]>([
    ['one', { json: list }, /^One object of v1\/pods will be read, about 97 B\.$/],
    ['none', { json: { ...list, items: [] } }, /^There are no objects of v1\/pods to be read\.$/],
    ['nobody knows how many', { json: { ...list, metadata: { resourceVersion: '10', continue: 'more' } } }, /^The server does not say how many objects of v1\/pods will be read, .*selector.*; the first has about 97 B\.$/],
    ['refused', { status: 500, json: statusObject(500, 'InternalError', 'etcd is away') }, /^It cannot be told how many objects of v1\/pods will be read: etcd is away\.$/],
  ])('%s', async (_name, reply, sentence) => {
    expect(await said(reply)).toEqual([expect.stringMatching(sentence)]);
  });

  it('does not keep a recording from starting when the server takes its time', async () => {
    const { said: sentences, status, summary } = await run({ ...quiet, list: [{ delayMs: 3000, json: list }, { json: list }] }, '--preflight');
    expect(sentences).toEqual(['The server did not say within 3 s how many objects of v1/pods will be read; the recording starts all the same.']);
    expect({ status, synced: summary['synced'] }).toEqual({ status: 0, synced: true });
  });
});

describe.concurrent('--qps and --burst', () => {
  it('hold requests back, and say for how long', async () => {
    const { lines, of, said } = await run({ ...quiet, list: [{ json: list }] }, '--preflight', '--qps', '0.1', '--burst', '1');
    expect(lines[0]).toMatchObject({ rateLimit: { qps: 0.1, burst: 1 } });
    const [throttled] = of('reflector.throttled');
    expect(throttled).toMatchObject({ informer: 'v1/pods', cause: [of('reflector.list')[0]!['seq']] });
    expect(throttled!['ms']).toBeGreaterThan(0);
    expect(throttled!['ms']).toBeLessThanOrEqual(10_000);
    expect(of('reflector.listed')).toMatchObject([{ cause: [throttled!['seq']] }]);
    // Watches are free.
    expect(of('reflector.throttled')).toHaveLength(1);
    expect(said).toEqual([expect.stringMatching(/^One object/), expect.stringMatching(/^The rate limit of this client \(0\.1 a second, burst 1\) held back GET \/api\/v1\/pods\?resourceVersion=0&limit=500 for \d+\.\d\d s\. /)]);
  });

  it('are off by default', async () => {
    const { lines, of } = await run(quiet);
    expect(lines[0]).not.toHaveProperty('rateLimit');
    expect(of('reflector.throttled')).toEqual([]);
  });
});
