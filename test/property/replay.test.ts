import { expect, it } from 'vitest';
import { silentLogger } from '../../extension/base/logger.ts';
import { seededRandom } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import { compareQueues } from '../../extension/inspector/compareQueues.ts';
import type { Recording } from '../../extension/inspector/recordings/recording.ts';
import type { ClientGo, QueueKind } from '../../extension/informer/profile.ts';
import { recordedSession } from '../../extension/inspector/recordings/recordedSession.ts';
import { ObservedListerWatcher } from '../../extension/inspector/recordings/observedListerWatcher.ts';
import type { InputLine, RecordingLine } from '../../extension/trace/recording.ts';
import { FakeApiServer } from '../support/fakeApiServer.ts';
import { playStep, randomStep } from '../support/history.ts';
import { type HistoryVariant, runHistory } from '../support/historyRuns.ts';
import { InformerHarness } from '../support/informerHarness.ts';
import { longestRecoveryMs } from '../support/longestRecovery.ts';
import { readLines } from '../support/recordings.ts';
import { propertyRuns, testSeeds } from '../support/seed.ts';

interface Recorded {
  readonly recording: Recording;
  /** Keys, uids and versions at the end. */
  readonly state: readonly string[];
}

/** What an informer lived through, with what the server had in the end. */
async function record(seed: number, clientGo: ClientGo, queue: QueueKind): Promise<Recorded> {
  const random = seededRandom(seed);
  const server = new FakeApiServer();
  server.put('n0', 'k0');
  server.put('n1', 'k1');
  const input: InputLine[] = [];
  const harness = new InformerHarness(
    new ObservedListerWatcher(server, { now: () => harness.clock.now(), onInput: (line) => input.push(line), onSuccess: () => undefined, onFailure: () => undefined }),
    { settings: { clientGo, queue }, random: seededRandom(seed) },
  );
  await harness.start();
  for (let step = 0; step < 30; step++) await playStep(randomStep(random, 4), server, harness);
  harness.gate.open();
  server.listFailures.length = 0;
  server.watchFailures.length = 0;
  for (let waited = 0; waited < longestRecoveryMs(clientGo) && harness.informer.lastSyncResourceVersion() !== String(server.revision); waited += 500) await harness.clock.advance(500);
  await harness.stop();
  const header: RecordingLine = { informerTrace: 1, resource: 'v1/pods', clientGo, queue };
  // As a file has it.
  return { recording: await readLines([header, ...input]), state: server.state };
}

/** The same by a session that keeps little: what was at first is there only in what it led to. */
async function recordInSession(seed: number, variant: HistoryVariant): Promise<Recorded & { readonly isCut: boolean }> {
  const { session, clock, server } = await runHistory(seed, variant, { steps: 200, share: 0, recordingBytes: 120_000 });
  server.listFailures.length = 0;
  server.watchFailures.length = 0;
  const informer = session.informers.get('v1/pods')!;
  for (let waited = 0; waited < longestRecoveryMs(variant.clientGo) && informer.lastSyncResourceVersion() !== String(server.revision); waited += 500) await clock.advance(500);
  const recording = recordedSession(session, () => '', () => Promise.resolve());
  const { oldest } = session.history.extent;
  const recorded = { recording: await recording, state: server.state, isCut: oldest > 1 };
  await Promise.all([session.close(), clock.settle(), clock.advance(100)]);
  return recorded;
}

const profiles: readonly ClientGo[] = ['1.32', '1.36', 'article'];

it('whatever was recorded, and by whom, is replayed to the state of the server by each client-go and through each queue', { timeout: 120_000 }, async () => {
  const runs = propertyRuns(40);
  let parted = 0;
  for (let seed = 1; seed <= runs; seed++) {
    const { recording, state } = await record(seed, profiles[seed % 3]!, 'DeltaFIFO');
    for (const clientGo of profiles) {
      const [informer] = recording.informers;
      const played: Recording = { ...recording, informers: [{ ...informer!, clientGo }] };
      for (const hold of [0, 2, 'all'] as const) {
        const comparison = await compareQueues(played, { hold, turns: systemClock, logger: silentLogger, signal: new AbortController().signal });
        parted += comparison.calls.length;
        for (const { queue, cache } of comparison.runs) {
          const reached = Array.from(cache, ([id, version]) => `${id.replace('v1/pods ', '')} ${version.split(' ').toReversed().join(' ')}`).toSorted();
          expect(reached, `seed ${seed}: client-go ${clientGo}, ${queue}, hold ${hold}`).toEqual(state);
        }
      }
    }
  }
  // Otherwise there would be nothing to compare.
  expect(parted).toBeGreaterThan(0);
});

it('what a session keeps no more of is replayed to the state of the server all the same', { timeout: 180_000 }, async () => {
  const runs = propertyRuns(24);
  const seeds = testSeeds(runs);
  let cut = 0;
  for (const seed of seeds) {
    const queue = (['DeltaFIFO', 'RealFIFO', 'atomic'] as const)[seed % 3]!;
    const clientGo = queue === 'atomic' ? '1.36' : profiles[seed % 2 === 0 ? 0 : 1]!;
    const { recording, state, isCut } = await recordInSession(seed, { clientGo, queue, resyncPeriodMs: 20_000, workQueue: {} });
    if (isCut) cut++;
    const pods: Recording = { ...recording, informers: recording.informers.filter(({ name }) => name === 'v1/pods'), input: recording.input.filter(({ informer }) => informer === 'v1/pods') };
    const comparison = await compareQueues(pods, { hold: 0, turns: systemClock, logger: silentLogger, signal: new AbortController().signal });
    for (const { queue: by, cache } of comparison.runs) {
      const reached = Array.from(cache, ([id, version]) => `${id.replace('v1/pods ', '')} ${version.split(' ').toReversed().join(' ')}`).toSorted();
      expect(reached, `PROPERTY_SEED=${seed}: ${queue}, by ${by}`).toEqual(state);
    }
  }
  if (seeds.length > 1) expect(cut).toBeGreaterThan(seeds.length / 2);
});
