import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../../extension/base/random.ts';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { systemClock } from '../../../../extension/base/systemClock.ts';
import type { Cluster } from '../../../../extension/cluster/cluster.ts';
import { causesOf } from '../../../../extension/debugger/chain/causeWalk.ts';
import { happenedAt } from '../../../../extension/debugger/chain/happenedAt.ts';
import { chainPage } from '../../../../extension/inspector/pages/chainPage.ts';
import { readRecording } from '../../../../extension/inspector/recordings/readRecording.ts';
import { recordingText, sessionLines } from '../../../../extension/inspector/recordings/exportRecording.ts';
import { partingsOf } from '../../../../extension/debugger/comparison/partings.ts';
import { storiesOf } from '../../../../extension/debugger/comparison/stories.ts';
import { openRecordingSession } from '../../../../extension/inspector/recordings/openRecordingSession.ts';
import { isRefusal, type Recording } from '../../../../extension/inspector/recordings/recording.ts';
import type { Session } from '../../../../extension/inspector/session.ts';
import { chainPicture } from '../../../../extension/protocol/pages/chain.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import type { EntryOf, TraceEntry, TraceKind } from '../../../../extension/trace/entry.ts';
import { launchHere } from '../../../support/inProcessReconcilers.ts';
import { PlaygroundSession } from '../../../support/playgroundSession.ts';
import { faultsIn } from '../../../support/traceValidator.ts';

/** The extension's session on a playground in its process: what a person patches with kubectl is known back to the request. */

const configMaps = parseResource('v1/configmaps')!;
let opened: PlaygroundSession;
let session: Session;
let person: Cluster;

beforeAll(async () => {
  opened = await PlaygroundSession.open();
  ({ session } = opened);
  person = await opened.client({ userAgent: 'kubectl/v1.32.0 (linux/amd64) kubernetes/70d3cc9' });
});
afterAll(() => opened?.close());

/** The first such entry, also one that is yet to come. */
async function entry<Kind extends TraceKind>(kind: Kind, holds: (entry: EntryOf<Kind>) => boolean): Promise<EntryOf<Kind>> {
  const isIt = (each: TraceEntry): each is EntryOf<Kind> => each.kind === kind && holds(each as EntryOf<Kind>);
  const there = [...session.tracer.entries()].find(isIt);
  if (there) return there;
  return new Promise((resolve) => {
    const subscription = session.tracer.onEntry((each) => {
      if (!isIt(each)) return;
      subscription.dispose();
      resolve(each);
    });
  });
}

const patch = (name: string, data: object) => person.objects.write({ verb: 'patch', resource: configMaps, namespace: 'default', name, body: { data } }, { dryRun: false }, new AbortController().signal);

it('a patch is known from the request to the handler’s call', async () => {
  session.informers.start(configMaps, {});
  await entry('reflector.synced', () => true);
  // Of a request that was sent before anybody listened there is nothing.
  await expect.poll(async () => (await patch('web-content', { at: String(session.tracer.lastSeq) }), [...session.tracer.entries()].some(({ kind }) => kind === 'apiserver.sent')), { timeout: 30_000 }).toBe(true);
  const { object } = await patch('web-content', { page: 'new' });
  const rv = object!.metadata.resourceVersion!;
  const event = await entry('reflector.event', (each) => each.rv === rv);
  await entry('apiserver.sent', (each) => each.rv === rv);
  const change = await entry('store.update', (each) => each.rv === rv);
  const { entries } = causesOf(session.tracer, change);
  const server = entries.filter(({ kind }) => kind.startsWith('apiserver.'));
  expect(server.map(({ kind }) => kind).toSorted()).toEqual(['apiserver.cached', 'apiserver.commit', 'apiserver.request', 'apiserver.sent']);
  const request = server.find((each): each is EntryOf<'apiserver.request'> => each.kind === 'apiserver.request')!;
  expect(request).toMatchObject({ verb: 'patch', path: '/api/v1/namespaces/default/configmaps/web-content', code: 200 });
  expect(request.userAgent).toMatch(/^kubectl\//);
  expect(request.user).not.toBe('');
  expect(server.every((each) => each.kind === 'apiserver.request' || each.key === 'default/web-content')).toBe(true);
  // In the order in which it happened, and none of it after it was heard of.
  const at = happenedAt([...entries, change]);
  const times = ['apiserver.request', 'apiserver.commit', 'apiserver.cached', 'apiserver.sent'].map((kind) => at.get(server.find((each) => each.kind === kind)!.seq)!);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times.at(-1)).toBeLessThanOrEqual(event.t);
});

it('its own list names its request, and its picture is one that the panel takes', async () => {
  session.informers.start(parseResource('v1/nodes')!, {});
  const request = await entry('apiserver.request', (each) => each.verb === 'list' && each.informer === 'v1/nodes');
  expect(session.tracer.at(request.cause![0]!)).toMatchObject({ kind: 'reflector.list', informer: 'v1/nodes' });
  const event = await entry('reflector.event', ({ informer }) => informer === 'v1/configmaps');
  const context = { session, selected: null, words: () => ({ word: '', detail: '' }) };
  const picture = chainPage(context, { seq: [...session.tracer.entries()].findLast(({ kind }) => kind === 'store.update')!.seq });
  expect(chainPicture(picture, 'picture')).toBeUndefined();
  expect(picture.spans.map(({ id }) => id)).toEqual(expect.arrayContaining(['request', 'commit', 'watchCache', 'fanOut', 'wire']));
  expect(picture.observed).toEqual(expect.arrayContaining(['kubectl', 'apiServer', 'etcd', 'watchCache', 'reflector']));
  expect(event.seq).toBeGreaterThan(0);
});

it('past times are rebuilt between these entries', async () => {
  const { lastSeq } = session.tracer;
  const sent = [...session.tracer.entries()].findLast(({ kind }) => kind === 'apiserver.sent')!;
  for (const seq of [sent.seq - 1, sent.seq, lastSeq]) expect((await session.history.goTo(seq, session.signal)).seq).toBe(seq);
});

describe('a recording of it', () => {
  let recording: Recording;
  const source = { kind: 'recording', uri: 'file:///w/web.informertrace', title: 'web.informertrace' } as const;
  const options = { source, clock: systemClock, random: systemRandom, logger: silentLogger, launchReconciler: launchHere(), hash: () => '' };
  /** Kinds of the server’s steps behind the newest change, and who asked for it. */
  const behind = ({ tracer }: Session): readonly string[] => {
    const change = [...tracer.entries()].findLast(({ kind, informer }) => kind === 'store.update' && informer === 'v1/configmaps');
    const { entries } = change ? causesOf(tracer, change) : { entries: [] };
    return entries.filter(({ kind }) => kind.startsWith('apiserver.')).map((each) => (each.kind === 'apiserver.request' ? `${each.kind} ${each.verb} ${each.code}` : each.kind)).toSorted();
  };
  const whole = ['apiserver.cached', 'apiserver.commit', 'apiserver.request patch 200', 'apiserver.sent'];

  beforeAll(async () => {
    const text = [...recordingText(sessionLines(session, { producer: 'test', wallTime: 0 }))].join('');
    expect(faultsIn(text.trimEnd().split('\n').map((line) => JSON.parse(line) as object))).toEqual([]);
    const read = await readRecording(Readable.from([Buffer.from(text)]), { hash: () => '' });
    if (isRefusal(read)) throw new Error('it was not read');
    expect(read.faults).toMatchObject({ skipped: 0 });
    recording = read;
  });

  it('shows them as they were', async () => {
    const shown = await openRecordingSession({ recording }, options);
    expect(behind(shown)).toEqual(whole);
    await shown.close();
  });

  it('has them in its replay, tied anew to what is seen there', async () => {
    const replayed = await openRecordingSession({ recording, replay: { speed: 'fast', paused: false } }, options);
    await expect.poll(() => replayed.recording?.progress?.ended, { timeout: 30_000 }).toBe(true);
    await expect.poll(() => behind(replayed), { timeout: 30_000 }).toEqual(whole);
    for (const { seq, cause = [] } of replayed.tracer.entries()) for (const each of cause) expect(each).toBeLessThan(seq);
    await replayed.close();
  });

  it('is compared with another without them: they belong to one run alone', () => {
    const without = recording.entries.filter(({ kind }) => !kind.startsWith('apiserver.'));
    const runs = [recording.entries, without].map((entries) => storiesOf(entries, { versions: 'exact' }));
    expect(partingsOf(runs)).toEqual([]);
  });
});
