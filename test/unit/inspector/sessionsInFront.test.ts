import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { seededRandom } from '../../../extension/base/random.ts';
import { openRecordingSession } from '../../../extension/inspector/recordings/openRecordingSession.ts';
import type { ReplayOptions } from '../../../extension/inspector/recordings/sessionRecording.ts';
import type { Session } from '../../../extension/inspector/session.ts';
import { sessionsInFront, steppingState, whyNotStepped } from '../../../extension/inspector/sessionsInFront.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { launchHere } from '../../support/inProcessReconcilers.ts';
import { pod } from '../../support/objects.ts';
import { openSession } from '../../support/openSession.ts';
import { RecordingScript, testHash } from '../../support/recordings.ts';

const { session: dev } = openSession({ source: { kind: 'context', context: 'dev' } });
const { session: playground } = openSession({ source: { kind: 'playground', size: 'small', seed: 7 } });
const all = [dev, playground];

it('is that of the panel in front, whatever is selected in the tree', () => {
  expect(sessionsInFront({ panel: { session: playground, isPast: false }, selected: dev, all })).toEqual([playground]);
});

it('is none in front of a panel whose session is gone or has ended: no other may be stepped from there', async () => {
  expect(sessionsInFront({ panel: { session: undefined, isPast: false }, selected: dev, all })).toEqual([]);
  const { session: ended } = openSession();
  await ended.close();
  expect(sessionsInFront({ panel: { session: ended, isPast: false }, selected: dev, all })).toEqual([]);
});

it('is the selected one when no panel is in front, while it is there', () => {
  expect(sessionsInFront({ panel: undefined, selected: dev, all })).toEqual([dev]);
  expect(sessionsInFront({ panel: undefined, selected: dev, all: [playground] })).toEqual([playground]);
});

it('is any of them when nothing tells which', () => {
  expect(sessionsInFront({ panel: undefined, selected: undefined, all })).toEqual(all);
});

async function recorded(replay?: ReplayOptions): Promise<Session> {
  const recording = await new RecordingScript().list(10, pod('a', 5)).watch(10).read();
  const source = { kind: 'recording', uri: 'file:///w/web.informertrace', title: 'web.informertrace' } as const;
  return openRecordingSession({ recording, ...(replay && { replay }) }, { source, clock: new FakeClock(), random: seededRandom(1), logger: silentLogger, launchReconciler: launchHere(), hash: testHash });
}

describe('what can be stepped', () => {
  const nothing = { canPause: false, paused: false, canStep: false, canWhatIf: false };

  it('is what is in front, by what holds and what may be changed', async () => {
    const { session, cluster, clock } = openSession({ source: { kind: 'playground', size: 'small', seed: 7 } });
    const front = { panel: { session, isPast: false }, selected: undefined, all: [session, dev] };
    expect(steppingState(front)).toEqual({ canPause: true, paused: false, canStep: false, canWhatIf: true });
    session.stepper.pause();
    const pods = { group: '', version: 'v1', resource: 'pods' };
    cluster.put(pods, pod('a', 1));
    session.informers.start(pods);
    await clock.settle();
    expect(steppingState(front)).toEqual({ canPause: false, paused: true, canStep: true, canWhatIf: true });
    // What the panel shows has happened; what would be stepped is something else.
    const past = { ...front, panel: { session, isPast: true } };
    expect(steppingState(past)).toEqual(nothing);
    expect([whyNotStepped(session, past), whyNotStepped(dev, past), whyNotStepped(session, front)]).toEqual(['past', undefined, undefined]);
    session.stepper.continue();
    await session.close();
  });

  it('is nothing of a recording that is only looked at, and all of one that is replayed', async () => {
    const shown = await recorded();
    expect(steppingState({ panel: { session: shown, isPast: false }, selected: undefined, all: [shown] })).toEqual(nothing);
    expect([whyNotStepped(shown, { panel: undefined }), shown.stepper.allowsWhatIf, shown.whatIf]).toEqual(['lookedAt', false, undefined]);
    const replayed = await recorded({ speed: 1, paused: false });
    expect(steppingState({ panel: { session: replayed, isPast: false }, selected: undefined, all: [replayed] })).toEqual({ canPause: true, paused: false, canStep: false, canWhatIf: true });
    expect([whyNotStepped(replayed, { panel: undefined }), replayed.whatIf === undefined]).toEqual([undefined, false]);
    // Beside one that runs it is not asked about.
    expect(steppingState({ panel: undefined, selected: undefined, all: [shown, dev] })).toMatchObject({ canPause: true, canWhatIf: false });
    await Promise.all([shown.close(), replayed.close()]);
  });
});
