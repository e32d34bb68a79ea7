import { afterEach, expect, it } from 'vitest';
import { sleep } from '../../../../extension/base/clock.ts';
import { systemClock } from '../../../../extension/base/systemClock.ts';
import { adminUser } from '../../../../extension/playground/access/userInfo.ts';
import type { TrafficView } from '../../../../extension/introspection/traffic.ts';
import { HttpsPlayground } from '../../../support/httpsPlayground.ts';

const token = 'admin';
const opened: HttpsPlayground[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function served(): Promise<(body?: object) => Promise<TrafficView>> {
  const server = await HttpsPlayground.start({ tokens: [{ token, user: adminUser('admin') }] });
  const { playground, url, ca } = server;
  playground.servedAt({ server: url, ca, token });
  opened.push(server);
  return async (body) => {
    const { status, body: answer } = await playground.introspect({
      auditId: '', user: adminUser('x'), method: body ? 'POST' : 'GET', path: body ? '/pollers' : '/traffic', query: new URLSearchParams(), accept: '', contentType: '', userAgent: '',
      body: new TextEncoder().encode(body ? JSON.stringify(body) : ''), signal: new AbortController().signal,
    });
    expect(status).toBe(200);
    return JSON.parse(String(answer)) as TrafficView;
  };
}

async function until(traffic: () => Promise<TrafficView>, holds: (view: TrafficView) => boolean): Promise<TrafficView> {
  for (;;) {
    const view = await traffic();
    if (holds(view)) return view;
    await sleep(systemClock, 20, new AbortController().signal);
  }
}

// A condition ends each of them; the limit is for a machine on which much else goes on.
it('pollers ask over the socket, count what they are sent, and see changes late', { timeout: 120_000 }, async () => {
  const traffic = await served();
  await traffic({ resource: 'v1/configmaps', pollers: 3, periodMs: 100, forMs: 600_000 });
  await until(traffic, ({ pollers }) => pollers!.cost.requests >= 3);
  const { registry } = opened[0]!.playground;
  const store = registry.find({ group: '', version: 'v1', resource: 'configmaps' })!;
  const objects = store.cache.size;
  store.create('default', { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'new', namespace: 'default' } }, { dryRun: false, manager: 'test', auditId: '' });
  const view = await until(traffic, ({ pollers }) => pollers!.latency.count >= 3);
  expect(view.pollers).toMatchObject({ resource: 'v1/configmaps', pollers: 3, periodMs: 100, consistent: false, running: true, failed: 0, latency: { count: 3 } });
  const { cost, latency } = view.pollers!;
  expect(cost.fromCache).toBeGreaterThanOrEqual(cost.requests * objects);
  expect(cost.fromStorage).toBe(0);
  expect(latency.max).toBeGreaterThan(0);
  const { lists, listBytes } = view.resources.find(({ resource }) => resource === 'v1/configmaps')!;
  expect(lists.requests).toBeGreaterThanOrEqual(cost.requests);
  expect(Math.abs(cost.bytes / cost.requests / listBytes - 1)).toBeLessThan(0.1);
  const after = await traffic({ pollers: 0 });
  expect(after.pollers!.running).toBe(false);
  expect((await traffic()).pollers!.runningMs).toBe(after.pollers!.runningMs);
});

it('pollers end when their time is over, and with the playground', { timeout: 120_000 }, async () => {
  const traffic = await served();
  await traffic({ resource: 'v1/pods', pollers: 2, periodMs: 100, forMs: 300, consistent: true });
  const view = await until(traffic, ({ pollers }) => !pollers!.running);
  expect(view.pollers!.cost.requests).toBeGreaterThan(0);
  await traffic({ resource: 'v1/pods', pollers: 100, periodMs: 100, forMs: 600_000 });
  await opened.splice(0)[0]!.close();
  expect((await traffic()).pollers!.running).toBe(false);
});
