import { describe, expect, it } from 'vitest';
import type { ApiserverFact, FactLine } from '../../../../extension/introspection/apiserverFact.ts';
import { unknownUser } from '../../../../extension/playground/access/userInfo.ts';
import { FactBuffer } from '../../../../extension/playground/introspection/factBuffer.ts';
import { PlaygroundHarness, type WatchReader } from '../../../support/playgroundHarness.ts';

const configMaps = '/api/v1/namespaces/default/configmaps';

/** What has been told so far. */
function take(reader: WatchReader): FactLine[] {
  return reader.events.splice(0) as unknown as FactLine[];
}

function follow(harness: PlaygroundHarness): Promise<WatchReader> {
  return harness.watch('/trace', '', { to: 'introspect' });
}

const fact = (seq: number): ApiserverFact => ({ kind: 'apiserver.commit', seq, at: 0, resource: 'v1/pods', key: 'd/a', revision: seq, type: 'ADDED', auditId: '' });

describe('the trace of the API server', () => {
  it('tells a write from its request to what each watcher is sent, joined by audit id and revision', async () => {
    const harness = new PlaygroundHarness({ commitLatencyMs: 100 });
    const at = harness.playground.storage.revision;
    await harness.watch(`${configMaps}?watch=true&resourceVersion=${at}`, '', { auditId: 'watch-1' });
    await harness.watch(`/api/v1/configmaps?watch=true&resourceVersion=${at}&labelSelector=no%3Done`, '', { auditId: 'watch-2' });
    const trace = await follow(harness);
    void harness.ask('POST', configMaps, { auditId: 'write', userAgent: 'kubectl/v1.32', body: { metadata: { name: 'a' } } });
    await harness.clock.advance(100);
    const revision = at + 1;
    const of = { resource: 'v1/configmaps', key: 'default/a', revision };
    const request = { kind: 'apiserver.request', auditId: 'write', verb: 'create', path: configMaps, query: '', user: 'test', userAgent: 'kubectl/v1.32' };
    const told = take(trace).map((line) => {
      const { seq: _, at: __, ...rest } = line as ApiserverFact;
      return rest;
    });
    expect(told).toEqual([
      { ...request, stage: 'RequestReceived', code: 0, ms: 0 },
      { kind: 'apiserver.commit', ...of, type: 'ADDED', auditId: 'write' },
      { kind: 'apiserver.cached', ...of, slot: 0, capacity: 100 },
      { kind: 'apiserver.dispatched', ...of, watchers: 2, asked: 2, sent: [{ watcher: 1, type: 'ADDED' }] },
      { ...request, stage: 'ResponseStarted', code: 201, ms: 100 },
      { ...request, stage: 'ResponseComplete', code: 201, ms: 100 },
      { kind: 'apiserver.sent', resource: 'v1/configmaps', watcher: 1, auditId: 'watch-1', revisions: [revision], bookmarks: [], length: expect.any(Number) },
    ]);
  });

  it('numbers what it tells without a gap, at times that rise', async () => {
    const harness = new PlaygroundHarness();
    const trace = await follow(harness);
    for (const name of ['a', 'b', 'c']) {
      await harness.ask('POST', configMaps, { body: { metadata: { name } } });
      await harness.clock.advance(10);
    }
    const facts = take(trace) as ApiserverFact[];
    expect(facts.length).toBeGreaterThan(12);
    expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => facts[0]!.seq + index));
    expect(facts.map(({ at }) => at)).toEqual(facts.map(({ at }) => at).toSorted((a, b) => a - b));
    expect(facts[0]!.at).toBe(harness.clock.wallTime() - 30);
  });

  it('names who wrote, also for deletions, and nobody for what happens by itself', async () => {
    const harness = new PlaygroundHarness({ controllers: ['*'] });
    await harness.clock.advance(1000);
    const trace = await follow(harness);
    const path = '/api/v1/namespaces/default/pods';
    const { name } = (await harness.get(path)).json.items[0].metadata;
    await harness.ask('DELETE', `${path}/${name}?gracePeriodSeconds=0`, { auditId: 'delete' });
    await harness.clock.advance(5000);
    const commits = take(trace).filter((each) => each.kind === 'apiserver.commit');
    expect(commits.slice(0, 2)).toMatchObject(['MODIFIED', 'DELETED'].map((type) => ({ resource: 'v1/pods', key: `default/${name}`, type, auditId: 'delete' })));
    expect(commits.slice(2).some(({ resource, type }) => resource === 'v1/pods' && type === 'ADDED')).toBe(true);
    expect(new Set(commits.slice(2).map(({ auditId }) => auditId))).toEqual(new Set(['']));
  });

  it('tells a refusal, a watch until it ends, and what is not about a resource', async () => {
    const harness = new PlaygroundHarness();
    const trace = await follow(harness);
    await harness.get('/api/v1/nothings');
    await harness.get('/healthz');
    const watch = await harness.watch(`${configMaps}?watch=true`, '', { auditId: 'w' });
    await harness.clock.advance(5000);
    watch.close();
    await harness.clock.settle();
    const requests = take(trace).filter((each) => each.kind === 'apiserver.request');
    expect(requests.map(({ verb, stage, code, ms }) => `${verb} ${stage} ${code} ${ms}`)).toEqual([
      'list RequestReceived 0 0',
      'list ResponseStarted 404 0',
      'list ResponseComplete 404 0',
      'get RequestReceived 0 0',
      'get ResponseStarted 200 0',
      'get ResponseComplete 200 0',
      'watch RequestReceived 0 0',
      'watch ResponseStarted 200 0',
      'watch ResponseComplete 200 5000',
    ]);
  });

  it('a reader that does not read loses the oldest, is told how many, and holds nobody up', async () => {
    const harness = new PlaygroundHarness();
    const opened = await harness.playground.introspect({ ...unread, path: '/trace' });
    const brisk = await follow(harness);
    const watch = await harness.watch(`${configMaps}?watch=true&resourceVersion=${harness.playground.storage.revision}`);
    for (let index = 0; index < 4000; index++) {
      harness.playground.storage.put(`/registry/configmaps/default/a`, { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a', namespace: 'default' } });
      if (index % 50 === 0) await harness.clock.settle();
    }
    await harness.clock.settle();
    expect(watch.events).toHaveLength(4000);
    const seen = take(brisk) as ApiserverFact[];
    expect(seen.some(({ kind }) => (kind as string) === 'gap')).toBe(false);
    const first = (opened.body as { next(): Promise<string> }).next();
    const [gap, next] = (await first).split('\n').map((line) => line && JSON.parse(line));
    expect(gap).toEqual({ kind: 'gap', lost: next.seq - 1 });
    expect(gap.lost).toBe(seen.at(-1)!.seq - 10_000);
    (opened.body as { close(): void }).close();
  });

  it('a gap stands where it is, before what came after it', async () => {
    const buffer = new FactBuffer(() => undefined, 3);
    for (let seq = 1; seq <= 5; seq++) buffer.push(fact(seq));
    expect((await buffer.next())!.trim().split('\n').map((line) => (JSON.parse(line) as { lost?: number; seq?: number }).lost ?? (JSON.parse(line) as { seq: number }).seq)).toEqual([2, 3, 4, 5]);
    const waiting = buffer.next();
    buffer.push(fact(6));
    expect(await waiting).toContain('"seq":6');
    buffer.close();
    expect(await buffer.next()).toBeUndefined();
  });

  it('is followed by so many at one time, and by another one when one goes', async () => {
    const harness = new PlaygroundHarness();
    const readers = await Promise.all(Array.from({ length: 16 }, () => follow(harness)));
    expect((await harness.ask('GET', '/trace', { to: 'introspect' })).status).toBe(429);
    readers[3]!.close();
    expect((await follow(harness)).status).toBe(200);
  });

  it('costs no fact while nobody follows', async () => {
    const harness = new PlaygroundHarness();
    await harness.ask('POST', configMaps, { body: { metadata: { name: 'a' } } });
    const trace = await follow(harness);
    await harness.get('/healthz');
    expect((take(trace)[0] as ApiserverFact).seq).toBe(1);
  });
});

const unread = { auditId: '', user: unknownUser, method: 'GET', query: new URLSearchParams(), accept: '', contentType: '', userAgent: '', body: new Uint8Array(), signal: new AbortController().signal };
