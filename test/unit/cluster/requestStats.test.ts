import { describe, expect, it } from 'vitest';
import { latencyBounds, RequestStats } from '../../../extension/cluster/requestStats.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { openCluster } from '../../support/openCluster.ts';
import { kubeconfigFor, ScriptedServer } from '../../support/scriptedServer.ts';

describe('figures of requests', () => {
  it('count by verb and resource: answers, times, bytes, what was refused and what was not answered', () => {
    const clock = new FakeClock();
    const stats = new RequestStats(clock);
    for (const [ms, status] of [
      [4, 200],
      [40, 200],
      [40_000, 503],
    ] as const) {
      const request = stats.sent('GET', '/api/v1/namespaces/d/pods?limit=500');
      clock.pass(ms);
      request.answered(status, {});
      request.received(100);
      request.ended();
    }
    stats.sent('GET', '/api/v1/pods').failed();
    stats.throttled('GET', '/api/v1/pods', 120);
    const [list] = stats.figures().kinds;
    expect(list).toMatchObject({ verb: 'list', resource: 'v1/pods', requests: 4, refused: 1, unanswered: 1, bytes: 300, throttled: 1, throttledMs: 120 });
    expect(list!.latencies).toMatchObject({ count: 3, sum: 40_044 });
    const filled = list!.latencies.counts.flatMap((count, index) => (count > 0 ? [latencyBounds[index]] : []));
    expect(filled).toEqual([5, 50, undefined]);
  });

  it('know which watches are open, for how long, and when the last byte came', () => {
    const clock = new FakeClock();
    const stats = new RequestStats(clock);
    const watch = stats.sent('GET', '/api/v1/pods?watch=true');
    expect(stats.figures().watches).toEqual([]);
    watch.answered(200, {});
    clock.pass(1000);
    watch.received(52);
    clock.pass(500);
    expect(stats.figures().watches).toEqual([{ resource: 'v1/pods', openMs: 1500, quietMs: 500, bytes: 52 }]);
    watch.ended();
    watch.ended();
    expect(stats.figures().watches).toEqual([]);
  });

  it('are those of a real connection', async () => {
    const pods = { group: '', version: 'v1', resource: 'pods' };
    const list = { kind: 'PodList', apiVersion: 'v1', metadata: { resourceVersion: '5' }, items: [{ metadata: { name: 'a', namespace: 'd', resourceVersion: '1' } }] };
    const server = await ScriptedServer.start({ routes: { '/version': { list: [{ json: { gitVersion: 'v1.34.0' } }] }, '/api/v1/pods': { list: [{ json: list }], watch: [{ body: [{ event: ['ADDED', list.items[0]] }], end: 'hold' }] } } });
    try {
      const cluster = await openCluster(kubeconfigFor(server.url));
      const { signal } = new AbortController();
      await cluster.version(signal);
      const source = cluster.listerWatcher(pods, {});
      await source.list({}, signal);
      const watch = await source.watch({ resourceVersion: '5', allowWatchBookmarks: true, timeoutSeconds: 300 }, signal);
      await watch.next();
      const told = () => cluster.requests.figures().kinds.map(({ verb, resource, requests, latencies }) => `${verb} ${resource} ${requests} ${latencies.count}`);
      expect(told()).toEqual(['get version 1 1', 'list v1/pods 1 1', 'watch v1/pods 1 1']);
      expect(cluster.requests.figures().kinds[1]!.bytes).toBe(JSON.stringify(list).length);
      expect(cluster.requests.figures().watches).toMatchObject([{ resource: 'v1/pods' }]);
      expect(cluster.requests.figures().watches[0]!.bytes).toBeGreaterThan(50);
      watch.close();
      await expect.poll(() => cluster.requests.figures().watches).toEqual([]);
      await cluster.close();
    } finally {
      await server.close();
    }
  });

  it('keep what the server says of 429, the newest few, and no more than so much of anything', () => {
    const clock = new FakeClock();
    const stats = new RequestStats(clock);
    const headers = { 'retry-after': '3', 'x-kubernetes-pf-flowschema-uid': 'f'.repeat(5000), 'x-kubernetes-pf-prioritylevel-uid': 'p-1' };
    for (let each = 0; each < 100; each++) stats.sent('GET', '/api/v1/pods').answered(429, headers);
    stats.sent('GET', '/api/v1/pods').answered(429, {});
    clock.pass(2000);
    const { refusals, tooMany } = stats.figures();
    expect([tooMany, refusals.length]).toEqual([101, 20]);
    expect(refusals[0]).toEqual({ verb: 'list', resource: 'v1/pods', agoMs: 2000, retryAfterSeconds: undefined, flowSchema: '', priorityLevel: '' });
    expect(refusals[1]).toMatchObject({ retryAfterSeconds: 3, priorityLevel: 'p-1', flowSchema: 'f'.repeat(100) });
    for (let each = 0; each < 1000; each++) stats.sent('GET', `/apis/g${each}.example.com/v1/things/secret-${each}?watch=true`).answered(200, {});
    expect(stats.figures().kinds.length).toBeLessThanOrEqual(201);
    expect(JSON.stringify(stats.figures())).not.toContain('secret-');
  });
});
