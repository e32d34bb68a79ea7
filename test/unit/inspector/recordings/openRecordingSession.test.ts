import { afterEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { seededRandom } from '../../../../extension/base/random.ts';
import { NoClusterError } from '../../../../extension/inspector/recordings/noClusterError.ts';
import { openRecordingSession } from '../../../../extension/inspector/recordings/openRecordingSession.ts';
import type { Recording } from '../../../../extension/inspector/recordings/recording.ts';
import type { ReplayOptions } from '../../../../extension/inspector/recordings/sessionRecording.ts';
import { informerStatus } from '../../../../extension/inspector/informerStatus.ts';
import { PanelModel } from '../../../../extension/inspector/panelModel.ts';
import type { Session } from '../../../../extension/inspector/session.ts';
import { validateHostMessage } from '../../../../extension/protocol/validate.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import { noInside } from '../../../support/insidePictures.ts';
import { FakeClock } from '../../../support/fakeClock.ts';
import { launchHere } from '../../../support/inProcessReconcilers.ts';
import { added, deleted, modified, pod } from '../../../support/objects.ts';
import { readLines, RecordingScript, testHash } from '../../../support/recordings.ts';

const pods = parseResource('v1/pods')!;
const opened: Session[] = [];

afterEach(() => Promise.all(opened.splice(0).map((session) => session.close())));

async function open(recording: Recording, replay?: ReplayOptions): Promise<{ readonly session: Session; readonly clock: FakeClock }> {
  const clock = new FakeClock();
  const source = { kind: 'recording', uri: 'file:///w/web.informertrace', title: 'web.informertrace' } as const;
  const session = await openRecordingSession(
    { recording, ...(replay && { replay }) },
    { source, clock, random: seededRandom(1), logger: silentLogger, launchReconciler: launchHere(), hash: testHash },
  );
  opened.push(session);
  return { session, clock };
}

const kinds = (session: Session): string[] => Array.from(session.tracer.entries(), ({ kind }) => kind);
const story = (): Promise<Recording> =>
  new RecordingScript().list(10, pod('a', 5)).watch(10).events(added(pod('b', 11))).events(modified(pod('b', 12)), deleted(pod('b', 13))).events(modified(pod('a', 14))).read();

describe('a recording that is looked at', () => {
  it('shows its entries as they are, its informers in the state that they were in, and runs nothing', async () => {
    const recording = await readLines([
      { informerTrace: 1, resource: 'v1/pods', clientGo: '1.36', queue: 'RealFIFO' },
      { seq: 41, t: 5, kind: 'reflector.listed', informer: 'v1/pods', items: 1, pages: 1, bytes: 10, resourceVersion: '9' },
      { seq: 42, t: 7, kind: 'reflector.watch', informer: 'v1/pods', resourceVersion: '9', timeoutSeconds: 300, streaming: false, cause: [41] },
      { seq: 43, t: 8, kind: 'reflector.synced', informer: 'v1/pods' },
      { seq: 44, t: 900, kind: 'reconcile.start', controller: 'web', key: 'd/a', worker: 0 },
      { kind: 'cache', key: 'd/a', object: pod('a', 5) },
    ]);
    const { session, clock } = await open(recording);
    expect(Array.from(session.tracer.entries(), ({ seq }) => seq).slice(0, 4)).toEqual([41, 42, 43, 44]);
    // What it does not tell, that the server has accepted the watch, is not known.
    expect(informerStatus(session, 'v1/pods')).toMatchObject({ doing: 'opening', isLast: true });
    const [shown] = session.informers.all;
    expect(shown?.informer.settings).toMatchObject({ clientGo: '1.36', queue: 'RealFIFO' });
    expect(shown?.informer.indexer.listKeys()).toEqual(['d/a']);
    expect(session.now()).toBe(900);
    expect(session.recording).toMatchObject({ isReplay: false, whyNot: 'noInput' });
    // Whoever asks for another one is not given a pipeline that runs into the recording.
    session.informers.start(parseResource('v1/configmaps')!);
    await clock.advance(60_000);
    expect(kinds(session).filter((kind) => kind.startsWith('reflector'))).toHaveLength(3);
    expect(session.now()).toBe(900);
  });

  it('gives the panel pictures that it takes, with every page looked at', async () => {
    const { session, clock } = await open(await story());
    const refused: unknown[] = [];
    const seen = new Set<string>();
    const model = new PanelModel({
      session,
      clock,
      title: () => 'web',
      words: ({ informers }, name) => ({ word: informers.stateOf(name).phase, detail: '' }),
      post(message) {
        seen.add(message.type === 'page/picture' ? message.body.page : message.type);
        // As JSON, as it goes over.
        const checked = validateHostMessage(JSON.parse(JSON.stringify({ ...message, number: 1 })));
        if (!checked.message) refused.push(checked.reason);
      },
    });
    model.show();
    model.look({ page: 'queues', look: { controller: null, filter: '', sort: 'key', descending: false, first: 0 } });
    model.look({ page: 'server', look: { inside: noInside } });
    model.look({ page: 'lints', look: {} });
    await clock.advance(1000);
    model.dispose();
    expect(refused).toEqual([]);
    expect([...seen].toSorted()).toEqual(expect.arrayContaining(['lints', 'panel/state', 'queues', 'server']));
  });

  it('has the objects that the server had, where the cache was not written down', async () => {
    const { session } = await open(await story());
    expect(session.informers.all[0]?.informer.indexer.list().map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`)).toEqual(['a 14']);
  });
});

describe('a replay', () => {
  it('comes by itself to what was recorded, at the times that were recorded', async () => {
    const { session, clock } = await open(await story(), { speed: 1, paused: false });
    await clock.settle();
    expect(kinds(session)).toEqual(['reflector.list']);
    await clock.advance(0);
    await clock.advance(2500);
    expect(session.informers.get('v1/pods')!.indexer.listKeys().toSorted()).toEqual(['d/a', 'd/b']);
    expect(session.recording?.progress).toMatchObject({ at: 2500, of: 4000, ended: false });
    await clock.advance(3000);
    expect(session.informers.get('v1/pods')!.indexer.list().map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`)).toEqual(['a 14']);
    expect(session.recording?.progress).toMatchObject({ at: 4000, of: 4000, ended: true });
    expect(session.informers.stateOf('v1/pods').phase).toBe('watching');
  });

  it('goes faster, or leaves out whatever nobody waits for, at the same times on its own clock', async () => {
    const { session, clock } = await open(await story(), { speed: 10, paused: false });
    await clock.advance(400);
    expect(session.recording?.progress).toMatchObject({ ended: true });
    const fast = await open(await story(), { speed: 'fast', paused: false });
    await fast.clock.settle();
    expect(fast.session.recording?.progress).toMatchObject({ ended: true });
    const times = (of: Session): number[] => Array.from(of.tracer.entries()).flatMap(({ kind, t }) => (kind === 'reflector.event' ? [t] : []));
    expect(times(fast.session)).toEqual([2000, 3000, 3000, 4000]);
    expect(times(session)).toEqual([2000, 3000, 3000, 4000]);
  });

  it('is held at its gates like any pipeline: while it is, time passes, deltas pile up, and one step is one pop', async () => {
    const { session, clock } = await open(await story(), { speed: 'fast', paused: true });
    session.stepper.setPoints(['queue.pop']);
    await clock.advance(1);
    expect(session.informers.get('v1/pods')!.queueSnapshot(10).deltas).toBe(1);
    await clock.advance(5000);
    expect(session.stepper.held.map(({ point, key }) => [point, key])).toEqual([['queue.pop', 'd/a']]);
    expect(session.informers.get('v1/pods')!.queueSnapshot(10).items.map(({ key, deltas }) => [key, deltas.map(({ type }) => type)])).toEqual([
      ['d/a', ['Replaced', 'Updated']],
      ['d/b', ['Added', 'Updated', 'Deleted']],
    ]);
    session.stepper.step();
    await clock.settle();
    expect(kinds(session).filter((kind) => kind === 'queue.pop')).toHaveLength(1);
    expect(session.stepper.held.map(({ key }) => key)).toEqual(['d/b']);
    session.stepper.continue();
    await clock.settle();
    expect(session.informers.get('v1/pods')!.indexer.listKeys()).toEqual(['d/a']);
  });

  it('refuses what only a cluster can do, in a sentence', async () => {
    const { session, clock } = await open(await story(), { speed: 1, paused: false });
    const refused: unknown = await session.cluster.objects.get(pods, 'd', 'a', session.signal).catch((error: unknown) => error);
    expect(NoClusterError.is(refused)).toBe(true);
    expect((await session.cluster.discover(session.signal)).resources).toMatchObject([{ resource: 'pods', kind: 'Pod' }]);
    session.informers.start(parseResource('apps/v1/deployments')!);
    await clock.settle();
    expect(session.informers.stateOf('apps/v1/deployments').failure).toBeDefined();
  });

  it('ends without leaving anything behind', async () => {
    const { session, clock } = await open(await story(), { speed: 1, paused: false });
    await clock.advance(1500);
    const closed = session.close();
    await clock.settle();
    await closed;
    expect(clock.pending).toBe(0);
  });
});
