import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../extension/base/logger.ts';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { type CompareOptions, compareQueues, type QueueComparison } from '../../../extension/inspector/compareQueues.ts';
import type { Recording } from '../../../extension/inspector/recordings/recording.ts';
import { added, deleted, errorEvent, modified, pod } from '../../support/objects.ts';
import { RecordingScript } from '../../support/recordings.ts';

const compare = (recording: Recording, hold: CompareOptions['hold']): Promise<QueueComparison> =>
  compareQueues(recording, { hold, turns: systemClock, logger: silentLogger, signal: new AbortController().signal });

const table = ({ pops }: QueueComparison): unknown[] => pops.map(({ key, same, next }) => [key, same, ...next.map((step) => step?.text ?? '')]);

describe('one recording through three queues', () => {
  it('is the same in all three for whoever keeps up', async () => {
    const recording = await new RecordingScript().list(10, pod('a', 5)).watch(10).events(added(pod('b', 11))).events(modified(pod('a', 12))).events(deleted(pod('b', 13))).read();
    const comparison = await compare(recording, 0);
    expect(comparison.calls).toEqual([]);
    expect(comparison.caches).toEqual([]);
    expect(comparison.runs.map(({ queue, cache }) => [queue, Object.fromEntries(cache)])).toEqual(
      ['DeltaFIFO', 'RealFIFO', 'atomic'].map((queue) => [queue, { 'v1/pods d/a': '12 u-a' }]),
    );
    expect(comparison.runs.map(({ counts }) => counts.calls)).toEqual([4, 4, 4]);
  });

  it('an object that is created and deleted before it is popped: DeltaFIFO pops both at once, the others one after another', async () => {
    const recording = await new RecordingScript().list(10).watch(10).events(added(pod('b', 11))).events(modified(pod('b', 12))).events(deleted(pod('b', 13))).read();
    const comparison = await compare(recording, 'all');
    expect(comparison.pops.map(({ key, same, next }) => [key, same, ...next.map((step) => step?.text)])).toEqual([
      ['d/b', 0, 'queue.pop Added Updated Deleted', 'queue.pop Added', 'queue.pop Added'],
      ['*', 0, undefined, undefined, 'queue.pop ReplacedAll (initial list)'],
    ]);
    expect(comparison.runs.map(({ counts: { deltas, pops, longestPop } }) => ({ deltas, pops, longestPop }))).toEqual([
      { deltas: 3, pops: 1, longestPop: 3 },
      { deltas: 3, pops: 3, longestPop: 1 },
      { deltas: 4, pops: 4, longestPop: 1 },
    ]);
    expect(comparison.calls).toEqual([]);
    expect(comparison.caches).toEqual([]);
  });

  it('a relist with a deletion: the tombstone comes from the queue, or from the store', async () => {
    const script = new RecordingScript().list(10, pod('a', 5), pod('b', 6)).watch(10).events(modified(pod('a', 11)));
    script.events(errorEvent(410, 'Expired')).closed().list(30, pod('a', 11), pod('c', 20)).watch(30).events(modified(pod('c', 31)));
    const comparison = await compare(await script.read(), 'all');
    expect(comparison.caches).toEqual([]);
    expect(comparison.runs.map(({ cache }) => [...cache.keys()].toSorted())).toEqual(Array.from({ length: 3 }, () => ['v1/pods d/a', 'v1/pods d/c']));
    expect(table(comparison)).toMatchInlineSnapshot(`
      [
        [
          "d/a",
          0,
          "queue.pop Replaced Updated Replaced (initial list)",
          "queue.pop Replaced (initial list)",
          "queue.pop Updated",
        ],
        [
          "d/b",
          0,
          "queue.pop Replaced Replaced (initial list)",
          "queue.pop Replaced (initial list)",
          "",
        ],
        [
          "d/c",
          0,
          "queue.pop Replaced",
          "queue.pop Replaced",
          "",
        ],
        [
          "*",
          0,
          "",
          "",
          "queue.pop ReplacedAll (initial list)",
        ],
      ]
    `);
  });

  it('says the same each time', async () => {
    const recording = await new RecordingScript().list(10, pod('a', 5)).watch(10).events(modified(pod('a', 11)), modified(pod('a', 12))).events(deleted(pod('a', 13)), added(pod('a', 14, { uid: 'u2' }))).read();
    const first = await compare(recording, 3);
    expect(await compare(recording, 3)).toEqual(first);
    expect(first.pops.length).toBeGreaterThan(0);
  });
});
