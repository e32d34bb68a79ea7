import { describe, expect, it } from 'vitest';
import type { ApiserverFact } from '../../../../extension/introspection/apiserverFact.ts';
import { adminUser } from '../../../../extension/playground/access/userInfo.ts';
import { PlaygroundHarness, type WatchReader } from '../../../support/playgroundHarness.ts';

/** What exactly goes over the wire, of each fault. */

const path = '/api/v1/namespaces/default/configmaps';
const line = /^\{"type":"(ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)","object":.*\}$/;

async function put(harness: PlaygroundHarness, name: string): Promise<number> {
  const { json } = await harness.ask('POST', path, { body: { metadata: { name } } });
  await harness.clock.settle();
  return Number(json.metadata.resourceVersion);
}

async function begin(query = ''): Promise<{ readonly harness: PlaygroundHarness; readonly watch: WatchReader }> {
  const harness = new PlaygroundHarness();
  const { revision } = harness.playground.storage;
  const watch = await harness.watch(`${path}?watch=1&resourceVersion=${revision}${query}`, '', { isRaw: true, auditId: 'the-watch' });
  return { harness, watch };
}

async function inject(harness: PlaygroundHarness, fault: object): Promise<number> {
  const { status, json, text } = await harness.ask('POST', '/faults', { to: 'introspect', body: fault });
  if (status !== 200) throw new Error(text);
  await harness.clock.settle();
  return json.at(-1).id;
}

/** Each line that came, as its type and what it is about; what is no line of a watch as it stands. */
function linesOf({ bytes }: WatchReader): string[] {
  return bytes.split('\n').filter(Boolean).map((text) => {
    if (!line.test(text)) return text;
    const { type, object } = (text.match(/\{"type"/g)?.length ?? 0) > 1 ? { type: 'TWO', object: {} } : JSON.parse(text);
    return `${type} ${object.metadata?.name ?? object.reason ?? object.metadata?.resourceVersion ?? ''}`.trim();
  });
}

describe('a watch', () => {
  it('dropWatch: is cut at once, without a word; the next one has what this one was to bring', async () => {
    const { harness, watch } = await begin();
    await inject(harness, { kind: 'dropWatch' });
    expect([watch.bytes, watch.cut]).toEqual(['', true]);
    const next = await begin();
    await next.harness.ask('POST', '/faults', { to: 'introspect', body: { kind: 'dropWatch', rate: 0.999, seed: 2, times: 1 } });
    await put(next.harness, 'a');
    expect([next.watch.bytes, next.watch.cut]).toEqual(['', true]);
  });

  it('expireWatch: a 410 inside of the stream, and its end (A-20)', async () => {
    const { harness, watch } = await begin();
    await inject(harness, { kind: 'expireWatch' });
    expect([linesOf(watch), watch.ended, watch.cut]).toEqual([['ERROR Expired'], true, false]);
    expect(JSON.parse(watch.bytes).object).toMatchObject({ kind: 'Status', status: 'Failure', code: 410, reason: 'Expired' });
  });

  it('stallWatch: stays open, and brings all when it is over', async () => {
    const { harness, watch } = await begin();
    await inject(harness, { kind: 'stallWatch', ms: 60_000 });
    await put(harness, 'a');
    await put(harness, 'b');
    await harness.clock.advance(59_000);
    expect([watch.bytes, watch.ended]).toEqual(['', false]);
    await harness.clock.advance(1_000);
    expect([linesOf(watch), watch.ended]).toEqual([['ADDED a', 'ADDED b'], false]);
  });

  it('stallWatch: for good, even when it is switched off, until somebody closes it', async () => {
    const { harness, watch } = await begin('&timeoutSeconds=30');
    await inject(harness, { kind: 'stallWatch' });
    await put(harness, 'a');
    await harness.ask('POST', '/faults/clear', { to: 'introspect' });
    await harness.clock.advance(600_000);
    expect([watch.bytes, watch.ended]).toEqual(['', false]);
    watch.close();
    await harness.clock.settle();
    expect(watch.ended).toBe(true);
  });

  it('cutObject: what came before it, half of an object, and a break', async () => {
    const { harness, watch } = await begin();
    await inject(harness, { kind: 'cutObject' });
    await Promise.all([put(harness, 'a'), put(harness, 'b')]);
    const [first, half, ...more] = watch.bytes.split('\n');
    expect(JSON.parse(first!).object.metadata.name).toBe('a');
    expect(half).toMatch(/^\{"type":"ADDED","object":/);
    expect(() => JSON.parse(half!)).toThrow();
    expect([more, watch.cut]).toEqual([[], true]);
  });

  it('junkLine: a line that is not JSON before the event', async () => {
    const { harness, watch } = await begin();
    await inject(harness, { kind: 'junkLine' });
    await put(harness, 'a');
    await put(harness, 'b');
    expect(linesOf(watch)).toEqual(['<html>502 Bad Gateway</html>', 'ADDED a', 'ADDED b']);
  });

  it('twoOnOneLine: no newline between two events, whether they come together or not', async () => {
    for (const together of [true, false]) {
      const { harness, watch } = await begin();
      await inject(harness, { kind: 'twoOnOneLine' });
      if (together) await Promise.all([put(harness, 'a'), put(harness, 'b')]);
      else for (const name of ['a', 'b']) await put(harness, name);
      await put(harness, 'c');
      expect(linesOf(watch)).toEqual(['TWO', 'ADDED c']);
    }
  });

  it('noEndMarker: the initial events come, and their end is not marked', async () => {
    const harness = new PlaygroundHarness();
    await inject(harness, { kind: 'noEndMarker' });
    const streamed = `${path}?watch=1&allowWatchBookmarks=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan`;
    expect((await harness.watch(streamed)).lines()).toEqual(['ADDED default/kube-root-ca.crt', 'ADDED default/web-content']);
    expect((await harness.watch(streamed)).lines().at(-1)).toMatch(/^BOOKMARK \d+ end$/);
  });

  it('noBookmarks: none comes, until it is switched off', async () => {
    const { harness, watch } = await begin('&allowWatchBookmarks=1');
    const id = await inject(harness, { kind: 'noBookmarks' });
    await harness.clock.advance(130_000);
    expect(watch.bytes).toBe('');
    await harness.ask('POST', '/faults/clear', { to: 'introspect', body: { id } });
    await harness.clock.advance(65_000);
    expect(linesOf(watch)).toEqual([`BOOKMARK ${harness.playground.storage.revision}`]);
  });

  it('loseEvent and duplicateEvent: no real server does this', async () => {
    const { harness, watch } = await begin();
    await inject(harness, { kind: 'loseEvent' });
    await put(harness, 'a');
    await inject(harness, { kind: 'duplicateEvent' });
    await put(harness, 'b');
    await put(harness, 'c');
    expect(linesOf(watch)).toEqual(['ADDED b', 'ADDED b', 'ADDED c']);
  });

  it('slowWatcher: takes one event at a time, and is closed by the cache when too many wait (A-43)', async () => {
    const { harness, watch } = await begin();
    await inject(harness, { kind: 'slowWatcher', ms: 10_000 });
    for (let count = 0; count < 3; count++) await put(harness, `few${count}`);
    await harness.clock.advance(10_000);
    expect(linesOf(watch).length).toBeLessThan(3);
    for (let count = 0; count < 120; count++) await put(harness, `many${count}`);
    await harness.clock.advance(1_000); // the budget of blocked watchers
    expect(await harness.inside('/watchers?resource=v1/configmaps')).toEqual([]);
    await harness.clock.advance(40_000);
    expect([watch.ended, watch.cut]).toEqual([true, false]);
  });

  it('strikes only whom it is meant for', async () => {
    const { harness, watch } = await begin();
    await inject(harness, { kind: 'dropWatch', scope: { resource: 'v1/pods' } });
    await inject(harness, { kind: 'dropWatch', scope: { user: 'somebody-else' } });
    await put(harness, 'a');
    expect([linesOf(watch), watch.ended]).toEqual([['ADDED a'], false]);
  });
});

describe('a request', () => {
  it.each([401, 403, 404, 410, 429, 500, 503, 504])('status: %i, as often as it is said', async (code) => {
    const harness = new PlaygroundHarness();
    await inject(harness, { kind: 'status', code, retryAfter: 7, times: 2, scope: { resource: 'v1/configmaps', verb: 'list' } });
    for (let count = 0; count < 2; count++) {
      const { status, json, retryAfterSeconds } = await harness.get(path);
      expect([status, json.kind, json.code, retryAfterSeconds]).toEqual([code, 'Status', code, 7]);
    }
    expect((await harness.get('/api/v1/pods')).status).toBe(200);
    expect((await harness.get(path)).status).toBe(200);
  });

  it.each([
    [{ code: 429 }, 1],
    [{ code: 429, retryAfter: 0 }, undefined],
    [{ code: 503 }, undefined],
  ])('status %j: says when to come again as a kube-apiserver does, unless it is told otherwise', async (answer, wanted) => {
    const harness = new PlaygroundHarness();
    await inject(harness, { kind: 'status', times: 1, ...answer });
    const { status, retryAfterSeconds } = await harness.get(path);
    expect([status, retryAfterSeconds]).toEqual([answer.code, wanted]);
  });

  it('tooLarge: of a version that is named; a list is refused, a watch told inside of its stream', async () => {
    const harness = new PlaygroundHarness();
    const { revision } = harness.playground.storage;
    await inject(harness, { kind: 'tooLarge', times: 2 });
    expect((await harness.get(path)).status).toBe(200);
    expect((await harness.get(`${path}?resourceVersion=0`)).status).toBe(200);
    const { status, json } = await harness.get(`${path}?resourceVersion=${revision}`);
    expect([status, json.details.causes[0].reason]).toEqual([504, 'ResourceVersionTooLarge']);
    const watch = await harness.watch(`${path}?watch=1&resourceVersion=${revision}`);
    expect([watch.status, watch.lines(), watch.ended]).toEqual([200, ['ERROR Timeout'], true]);
  });

  it('slowAnswer and holdHeaders: the answer begins later', async () => {
    const harness = new PlaygroundHarness();
    await inject(harness, { kind: 'slowAnswer', ms: 3_000 });
    const id = await inject(harness, { kind: 'holdHeaders' });
    let answered = 0;
    const asked = harness.get(path).then(() => void answered++);
    await harness.clock.advance(3_600_000);
    expect(answered).toBe(0);
    await harness.ask('POST', '/faults/clear', { to: 'introspect', body: { id } });
    await harness.clock.advance(2_999);
    expect(answered).toBe(0);
    await harness.clock.advance(1);
    await asked;
    expect(answered).toBe(1);
  });

  it('cutObject: a list breaks off in its middle', async () => {
    const harness = new PlaygroundHarness();
    await inject(harness, { kind: 'cutObject', scope: { verb: 'list' } });
    const whole = await harness.get('/api/v1/nodes').catch((error: unknown) => error);
    expect(whole).toMatchObject({ name: 'ConnectionCut' });
    expect((await harness.get('/api/v1/nodes')).json.items.length).toBeGreaterThan(0);
  });

  it('staleRead: a list for which any version will do comes from a server that is behind; what is newer it has not heard of', async () => {
    const harness = new PlaygroundHarness();
    const behind = harness.playground.storage.revision;
    await inject(harness, { kind: 'staleRead' });
    const now = await put(harness, 'a');
    const { json } = await harness.get(`${path}?resourceVersion=0`);
    expect([json.metadata.resourceVersion, json.items.map((item: { metadata: { name: string } }) => item.metadata.name)]).toEqual([String(behind), ['kube-root-ca.crt', 'web-content']]);
    const newest = await harness.get(path);
    expect([newest.json.metadata.resourceVersion, newest.json.items.length]).toEqual([String(now), 3]);
    const refused = harness.get(`${path}?resourceVersion=${now}`);
    await harness.clock.advance(3_000);
    expect([(await refused).status, (await refused).json.message]).toEqual([504, `Too large resource version: ${now}, current: ${behind}`]);
    // From where that list stood, a watch has the rest.
    expect((await harness.watch(`${path}?watch=1&resourceVersion=${behind}`)).lines()).toEqual(['ADDED default/a']);
  });
});

describe('the server', () => {
  it('compact: everything up to now', async () => {
    const harness = new PlaygroundHarness();
    const old = harness.playground.storage.revision;
    const now = await put(harness, 'a');
    await inject(harness, { kind: 'compact' });
    expect(harness.playground.storage.compacted).toBe(now);
    expect((await harness.get(`${path}?resourceVersion=${old}&resourceVersionMatch=Exact`)).status).toBe(410);
  });

  it('lag: a resource hears late, another at once', async () => {
    const { harness, watch } = await begin();
    const secrets = await harness.watch('/api/v1/secrets?watch=1&resourceVersion=' + harness.playground.storage.revision);
    const id = await inject(harness, { kind: 'lag', ms: 4_000, scope: { resource: 'v1/configmaps' } });
    await put(harness, 'a');
    await harness.ask('POST', '/api/v1/namespaces/default/secrets', { body: { metadata: { name: 's' } } });
    await harness.clock.settle();
    expect([secrets.lines(), watch.bytes]).toEqual([['ADDED default/s'], '']);
    await harness.clock.advance(4_000);
    expect(linesOf(watch)).toEqual(['ADDED a']);
    await harness.ask('POST', '/faults/clear', { to: 'introspect', body: { id } });
    await put(harness, 'b');
    expect(linesOf(watch)).toEqual(['ADDED a', 'ADDED b']);
  });

  it('restart: connections break, caches are not ready and begin anew, versions go on (A-07, A-15, A-21)', async () => {
    const { harness, watch } = await begin();
    let broken = 0;
    harness.playground.onConnectionsBroken(() => void broken++);
    const before = await put(harness, 'a');
    await inject(harness, { kind: 'restart' });
    expect([broken, watch.ended]).toEqual([1, true]);
    expect((await harness.get(path)).status).toBe(429);
    expect((await harness.get(`${path}?watch=1&resourceVersion=${before}`)).status).toBe(429);
    await harness.clock.advance(1_000);
    expect((await harness.get(path)).json.metadata.resourceVersion).toBe(String(before));
    expect((await harness.watch(`${path}?watch=1&resourceVersion=${before - 1}`)).lines()).toEqual(['ERROR Expired']);
    expect(await put(harness, 'b')).toBe(before + 1);
  });

  it('restore: versions go backwards, and what was written since is gone', async () => {
    const { harness, watch } = await begin();
    const before = harness.playground.storage.revision;
    await put(harness, 'a');
    await harness.clock.advance(10_000);
    const later = await put(harness, 'b');
    await inject(harness, { kind: 'restore', ms: 5_000 });
    expect(watch.ended).toBe(true);
    await harness.clock.advance(1_000);
    const { json } = await harness.get(path);
    expect([json.metadata.resourceVersion, json.items.length]).toEqual([String(before + 1), 3]);
    const refused = harness.get(`${path}?resourceVersion=${later}`);
    await harness.clock.advance(3_000);
    expect((await refused).status).toBe(504);
    expect(await put(harness, 'c')).toBe(later);
    await inject(harness, { kind: 'restore' });
    await harness.clock.advance(1_000);
    expect((await harness.get(path)).json.metadata.resourceVersion).toBe(String(before));
  });
});

describe('each strike', () => {
  it('is told with what it struck: the audit id of the request, the revision of the event', async () => {
    const { harness, watch } = await begin();
    const facts: ApiserverFact[] = [];
    const { body } = await harness.playground.introspect({ auditId: '', user: adminUser('test'), method: 'GET', path: '/trace', query: new URLSearchParams(), accept: '', contentType: '', userAgent: '', body: new Uint8Array(), signal: new AbortController().signal });
    if (typeof body === 'string') throw new Error(body);
    const id = await inject(harness, { kind: 'junkLine' });
    const revision = await put(harness, 'a');
    await inject(harness, { kind: 'status', code: 503 });
    await harness.ask('GET', path, { auditId: 'the-list' });
    await inject(harness, { kind: 'compact' });
    for (const text of String(await body.next()).split('\n').filter(Boolean)) facts.push(JSON.parse(text));
    body.close();
    watch.close();
    expect(facts.flatMap((fact) => (fact.kind === 'apiserver.fault' ? [[fact.fault, fact.id, fact.auditId, fact.resource, fact.revision]] : []))).toEqual([
      ['junkLine', id, 'the-watch', 'v1/configmaps', revision],
      ['status', id + 1, 'the-list', 'v1/configmaps', 0],
      ['compact', id + 2, '', '', revision],
    ]);
  });
});
