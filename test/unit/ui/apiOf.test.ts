import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { Breakpoints } from '../../../extension/debugger/breakpoints.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { Sessions } from '../../../extension/inspector/sessions.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { playgroundUsers } from '../../../extension/playground/access/playgroundUsers.ts';
import { apiOf } from '../../../extension/ui/apiOf.ts';
import type { InformerInspectorApi, TraceEntry } from '../../../extension/ui/inspectorApi.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import { clusterSession } from '../../support/clusterSession.ts';
import { HttpsPlayground } from '../../support/httpsPlayground.ts';
import { openCluster } from '../../support/openCluster.ts';

/** What other extensions get, over a real connection: decoded and masked as everything is. */
const secrets = { group: '', version: 'v1', resource: 'secrets' };
const [informer, key, marker] = ['v1/secrets', 'default/login', 'marker-of-a-value-5d20'];
const patience = { timeout: 60_000, interval: 20 };
const base64 = (text: string) => Buffer.from(text).toString('base64');
const secret = (value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'login', namespace: 'default', annotations: { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({ stringData: { token: value } }) } },
  data: { password: base64(value) },
});

let served: HttpsPlayground;
let writer: Cluster;
let session: Session;
let sessions: Sessions;
let api: InformerInspectorApi;
let source: string;
const breakpoints = new Breakpoints({ clock: systemClock, loadExpressions: () => Promise.reject(new Error('not asked for')) });

const write = (verb: 'create' | 'update', value: string) =>
  writer.objects.write({ verb, resource: secrets, namespace: 'default', name: 'login', body: secret(value) }, { dryRun: false }, new AbortController().signal);

beforeAll(async () => {
  const user = { ...playgroundUsers[0], token: 'admin-token' };
  served = await HttpsPlayground.start({ tokens: [user] });
  const kubeconfig = served.kubeconfig([user]);
  writer = await openCluster(kubeconfig);
  await write('create', marker);
  session = clusterSession(await openCluster(kubeconfig));
  sessions = new Sessions(() => Promise.resolve(session));
  api = apiOf(sessions, breakpoints, () => 'as in the side bar');
}, 120_000);

afterAll(async () => {
  await sessions?.dispose();
  await writer?.close();
  await served?.close();
});

it('tells of sources as they come, and of their informers', async () => {
  let told = 0;
  const subscription = api.onDidChangeSources(() => told++);
  expect([api.version, api.sources()]).toEqual([1, []]);
  await sessions.open(session.source);
  await vi.waitFor(() => expect(told).toBeGreaterThan(0), patience);
  subscription.dispose();
  session.informers.start(secrets);
  await vi.waitFor(() => expect(api.sources()[0]?.informers[0]?.synced).toBe(true), patience);
  source = api.sources()[0]!.id;
  expect(api.sources()).toMatchObject([{ kind: session.source.kind, title: 'as in the side bar', paused: false, informers: [{ name: informer, objects: session.informers.get(informer)!.indexer.size }], controllers: [] }]);
});

describe('a cache', () => {
  it('is read by key, and what is secret in it is masked', () => {
    expect(api.keys(source, informer)).toContain(key);
    const object = api.object(source, informer, key)!;
    expect(object).toMatchObject({ kind: 'Secret', metadata: { name: 'login' }, data: { password: expect.stringMatching(/^<masked 22 bytes>/) } });
    const text = JSON.stringify(object);
    for (const form of [marker, base64(marker)]) expect(text).not.toContain(form);
  });

  it('cannot be changed by who reads it', () => {
    const object = api.object(source, informer, key) as { metadata: { name: string }; data: Record<string, string> };
    object.metadata.name = 'other';
    object.data['password'] = 'spoilt';
    (api.keys(source, informer) as string[]).length = 0;
    expect(api.object(source, informer, key)).toMatchObject({ metadata: { name: 'login' }, data: { password: expect.stringMatching(/^<masked/) } });
    expect(session.informers.get(informer)!.indexer.get(key)!.metadata.name).toBe('login');
    expect(api.keys(source, informer)).toContain(key);
  });

  it('that is not there has nothing, and is no error', () => {
    expect([api.object('none', informer, key), api.object(source, 'v1/none', key), api.object(source, informer, 'none')]).toEqual([undefined, undefined, undefined]);
    expect([api.keys('none', informer), api.keys(source, 'v1/none'), api.entries('none'), api.onEntry('none', () => undefined)]).toEqual([[], [], [], undefined]);
  });
});

describe('the trace', () => {
  it('is read from a number on, and followed until the subscription is disposed of, masked and as copies', async () => {
    const heard: TraceEntry[] = [];
    const last = api.entries(source).at(-1)!.seq;
    const subscription = api.onEntry(source, (entry) => {
      heard.push(entry);
      // Whoever spoils what was handed over spoils nothing else.
      (entry as { key?: string }).key = 'spoilt';
    })!;
    await write('update', `${marker}-later`);
    await vi.waitFor(() => expect(heard.some(({ kind }) => kind === 'store.update')).toBe(true), patience);
    subscription.dispose();
    const read = api.entries(source, last + 1);
    expect(read.slice(0, heard.length).map(({ seq, kind }) => [seq, kind])).toEqual(heard.map(({ seq, kind }) => [seq, kind]));
    expect(read[0]!.seq).toBe(last + 1);
    expect(read.find(({ kind }) => kind === 'store.update')).toMatchObject({ informer, key });
    (read[0] as { kind: string }).kind = 'spoilt';
    expect(api.entries(source, last + 1)[0]!.kind).not.toBe('spoilt');
    const text = JSON.stringify([...heard, ...read]);
    for (const form of [marker, base64(marker)]) expect(text).not.toContain(form);
    const count = heard.length;
    await write('update', `${marker}-unheard`);
    await vi.waitFor(() => expect(api.entries(source, read.at(-1)!.seq + 1).some(({ kind }) => kind === 'store.update')).toBe(true), patience);
    expect(heard).toHaveLength(count);
  });
});

it('breakpoints are set, told of and taken away; nobody changes one by changing what was returned', () => {
  let told = 0;
  const subscription = api.onDidChangeBreakpoints(() => told++);
  const set = api.addBreakpoint({ key: 'default/web', delta: 'Updated' });
  (set as { key: string }).key = 'spoilt';
  (api.breakpoints()[0] as { enabled: boolean }).enabled = false;
  expect(api.breakpoints()).toMatchObject([{ id: set.id, key: 'default/web', delta: 'Updated', enabled: true, hitCount: 0 }]);
  expect(() => api.addBreakpoint({})).toThrow(/That is no breakpoint/);
  expect(() => api.addBreakpoint({ delta: 'Sometimes' as never })).toThrow(TypeError);
  api.removeBreakpoint(set.id);
  api.removeBreakpoint(set.id);
  expect([api.breakpoints(), told >= 2]).toEqual([[], true]);
  subscription.dispose();
});
