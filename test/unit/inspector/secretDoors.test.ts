import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../extension/base/systemClock.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import { describeEntry } from '../../../extension/inspector/describeEntry.ts';
import { asStored, asWritten, manifestsOf } from '../../../extension/inspector/manifests.ts';
import { lastVersion, objectHistory, previousVersion } from '../../../extension/inspector/objectHistory.ts';
import { objectStatus } from '../../../extension/inspector/objectStatus.ts';
import { comparableYaml, objectYaml } from '../../../extension/inspector/objectYaml.ts';
import { objectText } from '../../../extension/inspector/pages/item/objectParts.ts';
import { PanelModel } from '../../../extension/inspector/panelModel.ts';
import { recordingText, sessionLines } from '../../../extension/inspector/recordings/exportRecording.ts';
import { readRecording } from '../../../extension/inspector/recordings/readRecording.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { compareHeldWrite } from '../../../extension/inspector/writeComparison.ts';
import { hasMetadata, type KubeObject } from '../../../extension/kube/object.ts';
import { lineText } from '../../../extension/trace/lineText.ts';
import { playgroundUsers } from '../../../extension/playground/access/playgroundUsers.ts';
import { clusterSession } from '../../support/clusterSession.ts';
import { HttpsPlayground } from '../../support/httpsPlayground.ts';
import { openCluster, testHash } from '../../support/openCluster.ts';
import { RecordingLogger } from '../../support/recordingLogger.ts';

/**
 * A Secret whose values nobody may see but who asks for one by name, and every door by which they could get out. Each is shown to be open: what it says has the
 * name of the Secret in it.
 */

const secrets = { group: '', version: 'v1', resource: 'secrets' };
const name = 'doors';
const key = `default/${name}`;
const [informer, metadataInformer] = ['v1/secrets', 'v1/secrets@default#metadata'];
/** Each way in has a value of its own, so that a failure names it. */
const markers = { data: 'marker-data-6b1f', later: 'marker-later-90ac', stringData: 'marker-string-data-3e77', applied: 'marker-applied-c04d', annotation: 'marker-data-6b1f', file: 'marker-file-41d8', held: 'marker-held-77e2', refused: 'marker-refused-5c9b' };
const patience = { timeout: 60_000, interval: 20 };

const base64 = (text: string) => Buffer.from(text).toString('base64');
const applied = JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { name }, stringData: { token: markers.applied } });
const secret = (value: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'default', labels: { app: name }, annotations: { 'kubectl.kubernetes.io/last-applied-configuration': applied, note: `its value is ${value}` } },
  data: { password: base64(value) },
  stringData: { user: markers.stringData },
});

let served: HttpsPlayground;
let session: Session;
let writer: Cluster;
const logger = new RecordingLogger();

beforeAll(async () => {
  const [admin] = playgroundUsers;
  const user = { ...admin, token: 'admin-token' };
  served = await HttpsPlayground.start({ tokens: [user] });
  const kubeconfig = served.kubeconfig([user]);
  writer = await openCluster(kubeconfig);
  session = clusterSession(await openCluster(kubeconfig, { logger }), { logger });
  const { signal } = new AbortController();
  const write = (verb: 'create' | 'update' | 'delete', body?: KubeObject) => writer.objects.write({ verb, resource: secrets, namespace: 'default', name, ...(body && { body }) }, { dryRun: false }, signal);
  await write('create', secret(markers.data));
  session.informers.start(secrets);
  session.informers.start(secrets, { namespace: 'default', metadataOnly: true });
  const rv = () => session.informers.get(informer)?.indexer.get(key)?.metadata.resourceVersion;
  await vi.waitFor(() => expect(rv()).toBeDefined(), patience);
  const { resourceVersion } = (await write('update', secret(markers.later))).object!.metadata;
  await vi.waitFor(() => expect([informer, metadataInformer].map((each) => session.informers.get(each)?.indexer.get(key)?.metadata.resourceVersion)).toEqual([resourceVersion, resourceVersion]), patience);
  // What a server says of what it refuses may quote it.
  const refused = { ...secret(markers.refused), data: { 'not a key!': base64(markers.refused), bad: `${markers.refused}!` } };
  await expect(session.cluster.objects.write({ verb: 'update', resource: secrets, namespace: 'default', name, body: refused }, { dryRun: true }, signal)).rejects.toThrow();
}, 120_000);

afterAll(async () => {
  await session?.close();
  await writer?.close();
  await served?.close();
});

/** Everything that can be seen of the Secret, by the door through which it comes. */
const doors: Readonly<Record<string, () => Promise<readonly unknown[]> | readonly unknown[]>> = {
  'the caches, whole and metadata alone, which the extension API reads, too': () => [informer, metadataInformer].map((each) => session.informers.get(each)!.indexer.get(key)),
  'the document of the object': () => [objectYaml(['head'], session.informers.get(informer)!.indexer.get(key))],
  'the document of its metadata alone': () => [objectYaml(['head'], session.informers.get(metadataInformer)!.indexer.get(key))],
  'what is copied of it, as YAML and JSON': () => (['yaml', 'json'] as const).map((format) => objectText(session.informers.get(informer)!.indexer.get(key)!, format)),
  'its versions': () => [...objectHistory(session, informer, key).map(({ object }) => object), lastVersion(session, informer, key), previousVersion(session, informer, key)?.old].map(comparableYaml),
  'the entries of the trace, which the extension API tells, too': () => [...session.tracer.entries()].flatMap((entry) => [lineText(entry as never).text, describeEntry(entry)]),
  'the recording, as it is written': () => recorded(),
  'the recording, as it is read again': async () => {
    const read = await readRecording(chunks(recorded()), { hash: testHash });
    expect(read).toHaveProperty('entries');
    return [read];
  },
  'a row of the tree': () => [name, objectStatus(session.informers.get(informer)!.indexer.get(key)!)],
  'a comparison with the server': async () => [comparableYaml(await session.cluster.objects.get(secrets, 'default', name, session.signal))],
  'a comparison with a file': async () => {
    const cached = session.informers.get(informer)!.indexer.get(key)!;
    const [manifest] = await manifestsOf(JSON.stringify({ ...secret(markers.file), metadata: { name, annotations: { note: markers.file } } }), cached);
    const masked = session.cluster.objects.masked({ resource: secrets, body: asStored(manifest!) });
    return [comparableYaml(masked), comparableYaml(asWritten(cached))];
  },
  'a write that is held': async () => {
    const write = { verb: 'update', resource: informer, namespace: 'default', name } as const;
    return Object.values(await compareHeldWrite(session, write, secret(markers.held), 'doors'));
  },
  'what a check of the cache finds': async () => [name, await session.caches.verify(informer)],
  'the pages of the panel': () => panelMessages(),
  'the log': () => [name, ...logger.lines],
};

describe.each(Object.entries(doors))('%s', (_, open) => {
  it('shows the Secret, and none of its values', async () => {
    const text = (await open()).map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');
    expect(text).toContain(name);
    const found = Object.entries(markers).filter(([, marker]) => [marker, base64(marker), marker.toUpperCase()].some((form) => text.includes(form)) || text.includes(Buffer.from(marker).toString('hex')));
    expect(found.map(([way]) => way)).toEqual([]);
  });
});

it('is told one value by name, and what was told is behind none of these doors', async () => {
  expect(await session.cluster.objects.secretValue!('default', name, 'password', session.signal)).toEqual(Buffer.from(markers.later));
  expect(await session.cluster.objects.secretValue!('default', name, 'user', session.signal)).toEqual(Buffer.from(markers.stringData));
  expect(await session.cluster.objects.secretValue!('default', name, 'none', session.signal)).toBeUndefined();
  const text = JSON.stringify(await Promise.all(Object.values(doors).map((open) => open())));
  for (const value of [markers.later, markers.stringData]) expect(text).not.toContain(value);
});

it('tells equal values from different ones without either: of file and cache, and of two versions', async () => {
  const cached = session.informers.get(informer)!.indexer.get(key)!;
  const written = (value: string) => session.cluster.objects.masked({ resource: secrets, body: asStored({ ...secret(value), data: {}, stringData: { password: value } }) });
  expect(written(markers.later)).toHaveProperty('data.password', (cached['data'] as Record<string, string>)['password']);
  expect(written(markers.file)).not.toHaveProperty('data.password', (cached['data'] as Record<string, string>)['password']);
  const [now, before] = objectHistory(session, informer, key).map(({ object }) => object?.['data'] as Record<string, string>);
  expect([now!['user'] === before!['user'], now!['password'] === before!['password']]).toEqual([true, false]);
});

function recorded(): readonly string[] {
  return [...recordingText(sessionLines(session, { producer: 'test', wallTime: 0 }))];
}

async function* chunks(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

/** Everything that a panel is sent which looks at the Secret on every page that speaks of objects. */
async function panelMessages(): Promise<readonly unknown[]> {
  const posted: unknown[] = [];
  const model = new PanelModel({ session, clock: systemClock, title: () => 'test', words: () => ({ word: '', detail: '', changesInMs: undefined }), post: (message) => void posted.push(message) });
  const last = [...session.tracer.entries()].findLast((entry) => entry.key === key && hasMetadata(lastVersion(session, informer, key)))!;
  model.show();
  for (const format of ['yaml', 'json'] as const) {
    model.look({ page: 'item', look: { seq: last.seq, informer, key, format } });
    await vi.waitFor(() => expect(JSON.stringify(posted)).toContain(`"format":"${format}"`), patience);
  }
  model.look({ page: 'chain', look: { seq: last.seq } });
  model.look({ page: 'cache', look: { informer, index: null, value: null, values: '', keys: '', firstValue: 0, firstKey: 0 } });
  model.look({ page: 'timeline', look: { end: null, spanMs: 600_000, pinned: [{ informer, key }], selected: last.seq } });
  const pages = (): ReadonlySet<unknown> => new Set(posted.flatMap((message) => (JSON.stringify(message).match(/"page":"(\w+)"/g) ?? [])));
  await vi.waitFor(() => expect(pages()).toEqual(new Set(['"page":"item"', '"page":"chain"', '"page":"cache"', '"page":"timeline"'])), patience);
  model.dispose();
  return posted;
}
