import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { english } from '../base/saying.ts';
import { createKeyedHash } from '../cluster/keyedHash.ts';
import { whyUnreadable } from '../cluster/whyUnreadable.ts';
import { keysIn, partingsOf } from '../debugger/comparison/partings.ts';
import { storiesOf } from '../debugger/comparison/stories.ts';
import { readRecording } from '../inspector/recordings/readRecording.ts';
import { isRefusal, type Recording, type RecordingFaults } from '../inspector/recordings/recording.ts';
import { plainLine } from './plainLine.ts';
import { parseTraceArguments, type TraceOptions, traceUsage } from './traceArguments.ts';
import { cutSentence, differenceSentence, nothingSentence, refusalSentence, skippedSentence, summarySentence } from './traceSentences.ts';
import { UsageError } from './usageError.ts';
import { validateLines } from './validateLines.ts';

export interface TraceHost {
  readonly args: readonly string[];
  /** Where the person stands. */
  readonly cwd: string;
  /** What was found. */
  readonly print: (line: string) => void;
  /** What went wrong. */
  readonly say: (sentence: string) => void;
}

/** 0: the same, or as the schema says; 1: not, or not for certain; 2: it could not be tried. */
export type TraceStatus = 0 | 1 | 2;

const shownFaults = 20;

/** Compares recordings, or holds one to the schema. Never throws for what a person can mend. */
export async function traceCommand(host: TraceHost): Promise<TraceStatus> {
  // Sentences quote files, which hold what somebody's cluster has sent: nothing of it writes to the terminal by itself.
  const quoting = { ...host, print: (line: string) => host.print(plainLine(line)), say: (line: string) => host.say(plainLine(line)) };
  try {
    const options = parseTraceArguments(host.args);
    if (!options) {
      host.print(traceUsage);
      return 0;
    }
    return await (options.command === 'diff' ? diff(quoting, options) : validate(quoting, options.file));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    quoting.say(error.message);
    return 2;
  }
}

async function diff(host: TraceHost, { files, versions, kinds, limit }: Extract<TraceOptions, { readonly command: 'diff' }>): Promise<TraceStatus> {
  const recordings: Recording[] = [];
  for (const file of files) recordings.push(await read(host, file));
  const runs = recordings.map(({ entries }) => storiesOf(entries, { versions, ...(kinds && { kinds }) }));
  const keys = keysIn(runs);
  if (keys === 0) throw new UsageError(nothingSentence(files, kinds));
  const partings = partingsOf(runs);
  // What was left out of one of them may be where they differ.
  const isWhole = recordings.every(({ faults }) => faults.cut === undefined && faults.skipped === 0) && runs.every(({ left }) => left === 0);
  for (const parting of partings.slice(0, limit)) host.print(differenceSentence(parting, files));
  host.print(summarySentence({ keys, parted: partings.length, shown: Math.min(partings.length, limit), entries: recordings.map(({ entries }) => entries.length), isWhole }));
  return partings.length === 0 && isWhole ? 0 : 1;
}

async function validate(host: TraceHost, file: string): Promise<TraceStatus> {
  const { lines, faulty, faults } = await reading(file, () => validateLines(createReadStream(resolve(host.cwd, file))));
  for (const { line, why } of faults.slice(0, shownFaults)) host.print(`Line ${line}: ${why}.`);
  if (lines === 0) throw new UsageError(`${file} is empty. Name a recording.`);
  if (faulty === 0) host.print(`All ${lines} lines are as the schema says.`);
  else host.print(`${faulty} of ${lines} lines are not as the schema says${faulty > shownFaults ? `; the first ${shownFaults} are told above` : ''}.`);
  return faulty === 0 ? 0 : 1;
}

/** @throws UsageError when it is none, or cannot be read */
async function read(host: TraceHost, file: string): Promise<Recording> {
  const recording = await reading(file, () => readRecording(createReadStream(resolve(host.cwd, file)) as AsyncIterable<Buffer>, { hash: createKeyedHash() }));
  if (isRefusal(recording)) throw new UsageError(refusalSentence(recording, file));
  tellFaults(host, file, recording.faults);
  return recording;
}

function tellFaults({ say }: TraceHost, file: string, { skipped, first, cut }: RecordingFaults): void {
  if (first) say(skippedSentence(file, skipped, first));
  if (cut) say(cutSentence(file, cut));
}

async function reading<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error;
    throw new UsageError(`${file} ${english(whyUnreadable(file, error).why)}. Name a recording.`, { cause: error });
  }
}
