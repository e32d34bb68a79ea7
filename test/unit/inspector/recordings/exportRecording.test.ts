import { expect, it } from 'vitest';
import { storiesOf } from '../../../../extension/debugger/comparison/stories.ts';
import { partingsOf } from '../../../../extension/debugger/comparison/partings.ts';
import { recordingText, sessionLines } from '../../../../extension/inspector/recordings/exportRecording.ts';
import { isRefusal } from '../../../../extension/inspector/recordings/recording.ts';
import { parseResource } from '../../../../extension/kube/resource.ts';
import { openSession } from '../../../support/openSession.ts';
import { readText } from '../../../support/recordings.ts';
import { faultsIn } from '../../../support/traceValidator.ts';

const pods = parseResource('v1/pods')!;
const configMaps = parseResource('v1/configmaps')!;

it('what a session has seen comes back from a file: informers with their settings, entries, and what servers sent', async () => {
  const { session, cluster, clock } = openSession({ informerSettings: () => ({ queue: 'RealFIFO' }) });
  cluster.put(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'd' } });
  session.informers.start(pods);
  session.informers.start(configMaps, { namespace: 'd' });
  await clock.settle();
  await clock.advance(500);
  cluster.put(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'd', labels: { changed: 'yes' } } });
  await clock.settle();
  cluster.remove(pods, 'd/a');
  await clock.settle();

  const lines = [...sessionLines(session, { producer: 'test', wallTime: 0 })];
  expect(faultsIn(lines)).toEqual([]);
  // As much as will be read at once, and as little.
  const text = [...recordingText(lines, 100)].join('');
  expect([...recordingText(lines)].join('')).toBe(text);
  const recording = await readText(text);
  if (isRefusal(recording)) throw new Error(recording.refused);
  expect(recording.faults).toEqual({ skipped: 0, first: undefined, cut: undefined });
  expect(recording.header).toMatchObject({ producer: 'test', recordedAt: '1970-01-01T00:00:00.000Z', context: 'kind-dev', server: 'https://127.0.0.1:6443' });
  expect(recording.informers).toEqual([
    { name: 'v1/pods', resource: 'v1/pods', clientGo: '1.32', queue: 'RealFIFO', resyncPeriodMs: 0 },
    { name: 'v1/configmaps@d', resource: 'v1/configmaps', namespace: 'd', clientGo: '1.32', queue: 'RealFIFO', resyncPeriodMs: 0 },
  ]);
  const runs = [[...session.tracer.entries()], recording.entries].map((entries) => storiesOf(entries, { versions: 'exact' }));
  expect(runs[0]!.all.size).toBeGreaterThan(0);
  expect(partingsOf(runs)).toEqual([]);
  expect(recording.entries.map(({ seq, cause }) => [seq, cause])).toEqual(Array.from(session.tracer.entries(), ({ seq, cause }) => [seq, cause]));
  const events = recording.input.flatMap((line) => (line.kind === 'input.watch' ? (line.events ?? []).map(({ type }) => `${line.informer} ${type}`) : []));
  expect(events).toEqual(['v1/pods MODIFIED', 'v1/pods DELETED']);
  await session.close();
});
