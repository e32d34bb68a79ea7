import { clip } from '../../base/clip.ts';
import { limits } from '../../protocol/checks.ts';
import { type ComparisonView, type RecordedFileView, type RecordingLook, type ReplayView, shownPartings } from '../../protocol/pages/recording.ts';
import type { QueueComparison } from '../compareQueues.ts';
import type { ComparisonState } from '../recordings/queueComparisons.ts';
import { type Recording, whyNotReplayed } from '../recordings/recording.ts';
import type { ReplayProgress } from '../recordings/sessionRecording.ts';
import type { Page } from './page.ts';

export const recordingPage: Page<'recording'> = ({ session: { recording, comparisons } }, look) => {
  const progress = recording?.progress;
  const state: ComparisonState = comparisons?.state ?? { phase: 'none' };
  return {
    file: recording ? fileView(recording.recording) : null,
    whyNot: (recording ? whyNotReplayed(recording.recording) : state.phase === 'impossible' ? state.why : undefined) ?? null,
    replay: progress ? replayView(progress) : null,
    comparison: comparisonView(state, look),
  };
};

function fileView({ format, header, entries, input, informers, faults }: Recording): RecordedFileView {
  return {
    format,
    producer: (header.producer ?? '').slice(0, limits.text),
    entries: entries.length,
    input: input.length,
    informers: informers.length,
    skipped: faults.skipped,
    firstSkipped: faults.first?.line ?? 0,
    whySkipped: (faults.first?.why ?? '').slice(0, limits.text),
    cut: faults.cut ?? null,
  };
}

function replayView({ speed, at, of, ended }: ReplayProgress): ReplayView {
  return { speed: speed === 'fast' ? 0 : speed, at, of, ended };
}

const nothingCompared: Omit<ComparisonView, 'phase'> = { message: '', runs: [], keys: 0, parted: 0, partings: [], caches: 0, cut: false };

function comparisonView(state: ComparisonState, { parted }: RecordingLook): ComparisonView {
  switch (state.phase) {
    case 'done':
      return { phase: 'done', ...compared(state.comparison, parted) };
    case 'failed':
      return { ...nothingCompared, phase: 'failed', message: state.message.slice(0, limits.text) };
    case 'impossible':
      return { ...nothingCompared, phase: 'none' };
    default:
      return { ...nothingCompared, phase: state.phase };
  }
}

function compared(comparison: QueueComparison, parted: RecordingLook['parted']): Omit<ComparisonView, 'phase'> {
  const { runs, keys, caches, cut } = comparison;
  const partings = comparison[parted];
  return {
    message: '',
    runs: runs.map(({ queue, cache, counts: { deltas, coalesced, pops, longestPop, storeChanges, calls } }) => ({
      queue,
      deltas,
      coalesced,
      pops,
      longestPop,
      storeChanges,
      calls,
      objects: cache.size,
    })),
    keys,
    parted: partings.length,
    partings: partings.slice(0, shownPartings).map(({ owner, key, same, next }) => ({
      owner: owner.slice(0, limits.name),
      key: key.slice(0, limits.name),
      same,
      next: next.map((step) => abridged(withoutOwner(step?.text ?? ''))),
    })),
    caches: caches.length,
    cut,
  };
}

/** Whose pop or call it is stands above: `queue.pop Added` is `Added`, `handler.add comparison 5` is `add 5`. */
function withoutOwner(text: string): string {
  return text.replace(/^queue\.pop /, '').replace(/^handler\.(\w+) \S+ /, '$1 ');
}

/** A pop that waited long may have thousands of deltas. */
function abridged(text: string): string {
  return clip(text, 300);
}
