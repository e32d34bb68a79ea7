import type { Parting } from '../debugger/comparison/partings.ts';
import type { RecordingFaults, Refusal } from '../inspector/recordings/recording.ts';

export function refusalSentence(refusal: Refusal, file: string): string {
  switch (refusal.refused) {
    case 'newer':
      return `${file} is of version ${refusal.version} of the format, which is later than this one reads. Use a later version of Informer Inspector.`;
    case 'empty':
      return `${file} is empty. Name a recording.`;
    case 'other':
      return `${file} is neither a recording nor what kubectl get --watch -o json writes. Name a recording.`;
  }
}

export function skippedSentence(file: string, skipped: number, { line, why }: NonNullable<RecordingFaults['first']>): string {
  return `${skipped === 1 ? 'A line' : `${skipped} lines`} of ${file} could not be used; the first is line ${line}: ${why}.`;
}

export function cutSentence(file: string, cut: NonNullable<RecordingFaults['cut']>): string {
  return `${file} ${whyCut[cut]}; the rest of it is left out.`;
}

const whyCut: Readonly<Record<NonNullable<RecordingFaults['cut']>, string>> = {
  bytes: 'is longer than what is read',
  entries: 'has more entries than are kept',
  broken: 'has too many lines that are not JSON',
};

/** `v1/pods, d/a: after 3 steps that are the same, the first has handler.add h 5, and the second nothing more (#12).` */
export function differenceSentence({ owner, key, same, next }: Parting, files: readonly string[]): string {
  const what = key === '*' ? `${owner}, the whole of it` : `${owner}, ${key}`;
  const after = same === 0 ? 'from the beginning' : same === 1 ? 'after one step that is the same' : `after ${same} steps that are the same`;
  const sides = next.map((step, index) => `${files[index]} has ${step ? `${step.text} (#${step.seq})` : 'nothing more'}`);
  return `${what}: ${after}, ${sides.join(', and ')}.`;
}

interface Summary {
  readonly keys: number;
  readonly parted: number;
  readonly shown: number;
  readonly entries: readonly number[];
  /** Nothing was left out of any of them. */
  readonly isWhole: boolean;
}

export function summarySentence({ keys, parted, shown, entries, isWhole }: Summary): string {
  const compared = `${keys === 1 ? 'one key' : `${keys} keys`} compared, in ${entries.join(' and ')} entries`;
  if (parted === 0 && !isWhole) return `No difference was found in what could be used of them, but not all of it could, so they may differ: ${compared}.`;
  if (parted === 0) return `The same: ${compared}.`;
  return `They differ in ${parted === 1 ? 'one key' : `${parted} keys`}${shown < parted ? `, of which the first ${shown} are told` : ''}; ${compared}.`;
}

export function nothingSentence([one, other]: readonly string[], kinds: readonly string[] | undefined): string {
  const what = kinds ? `that can be compared and whose kind begins with ${kinds.join(' or ')}` : 'that can be compared';
  return `Nothing was compared: neither ${one} nor ${other} has an entry ${what}. Name recordings that have${kinds ? ', or other kinds' : ''}.`;
}
