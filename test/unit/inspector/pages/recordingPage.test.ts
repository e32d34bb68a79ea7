import { describe, expect, it } from 'vitest';
import { recordingPicture } from '../../../../extension/protocol/pages/recording.ts';
import type { PageContext } from '../../../../extension/inspector/pages/page.ts';
import { recordingPage } from '../../../../extension/inspector/pages/recordingPage.ts';
import { openSession } from '../../../support/openSession.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import { silentLogger } from '../../../../extension/base/logger.ts';
import { seededRandom } from '../../../../extension/base/random.ts';
import { systemClock } from '../../../../extension/base/systemClock.ts';
import { openRecordingSession } from '../../../../extension/inspector/recordings/openRecordingSession.ts';
import type { Session } from '../../../../extension/inspector/session.ts';
import { launchHere } from '../../../support/inProcessReconcilers.ts';
import { added, deleted, modified, pod } from '../../../support/objects.ts';
import { readLines, RecordingScript, testHash } from '../../../support/recordings.ts';

const words = (): { word: string; detail: string } => ({ word: '', detail: '' });
const picture = (session: Session, parted: 'calls' | 'pops' = 'pops') => {
  const context: PageContext = { session, selected: null, words } as unknown as PageContext;
  const made = recordingPage(context, { parted });
  // What is made is never refused on its way.
  expect(recordingPicture(made, 'picture')).toBeUndefined();
  return made;
};

describe('the page of a recording', () => {
  it('of a live session offers to compare what it has recorded so far', async () => {
    const { session, cluster, clock } = openSession();
    const pods = parseResource('v1/pods')!;
    expect(picture(session)).toMatchObject({ file: null, whyNot: null, replay: null, comparison: { phase: 'none' } });
    session.informers.start(pods);
    await clock.settle();
    cluster.put(pods, pod('a', 1));
    cluster.remove(pods, 'd/a');
    await clock.settle();
    const comparing = session.comparisons.compare('all');
    expect(picture(session).comparison.phase).toBe('running');
    // Its turns are those of the session's clock.
    for (let turn = 0; turn < 500 && session.comparisons.state.phase === 'running'; turn++) await clock.settle();
    await comparing;
    const { comparison } = picture(session);
    expect(comparison).toMatchObject({ phase: 'done', caches: 0, cut: false });
    expect(comparison.runs.map(({ queue, objects }) => [queue, objects])).toEqual([
      ['DeltaFIFO', 0],
      ['RealFIFO', 0],
      ['atomic', 0],
    ]);
    expect(comparison.partings.find(({ key }) => key === 'd/a')).toEqual({ owner: 'v1/pods', key: 'd/a', same: 0, next: ['Added Deleted', 'Added', 'Added'] });
    await session.close();
  });

  it('of a file says what is in it, why it cannot be replayed, and how far a replay is', async () => {
    const options = { source: { kind: 'recording', uri: 'u', title: 't' }, clock: systemClock, random: seededRandom(1), logger: silentLogger, launchReconciler: launchHere(), hash: testHash } as const;
    const entries = await readLines([{ informerTrace: 1, producer: 'x'.repeat(10_000) }, { seq: 1, t: 1, kind: 'reflector.synced', informer: 'v1/pods' }, { kind: 'nonsense' }]);
    const looked = await openRecordingSession({ recording: entries }, options);
    expect(picture(looked)).toMatchObject({ whyNot: 'noInput', replay: null, file: { entries: 1, input: 0, informers: 1, skipped: 1, firstSkipped: 3, whySkipped: 'there is no kind "nonsense"' } });
    await looked.comparisons.compare(0);
    expect(picture(looked).comparison.phase).toBe('none');
    await looked.close();

    const recording = await new RecordingScript().list(10).watch(10).events(added(pod('a', 11)), modified(pod('a', 12)), deleted(pod('a', 13))).read();
    const replayed = await openRecordingSession({ recording, replay: { speed: 10, paused: false } }, options);
    expect(picture(replayed)).toMatchObject({ whyNot: null, replay: { speed: 10, ended: false } });
    expect(picture(replayed).replay?.of).toBeCloseTo(2000);
    await replayed.close();
  });
});
