import type { Checkpoint, Recorded } from '../../extension/inspector/history/recorded.ts';
import type { ReplaySource } from '../../extension/inspector/history/replay.ts';
import { SessionFigures } from '../../extension/inspector/figures/sessionFigures.ts';
import { sessionIndexers } from '../../extension/inspector/indexers.ts';
import { indexFuncOf } from '../../extension/informer/namedIndexes.ts';
import { LintLog } from '../../extension/inspector/lintLog.ts';
import { newPipelineCounters } from '../../extension/inspector/pipelineCounters.ts';
import type { Session } from '../../extension/inspector/session.ts';
import type { Seq, TraceEntry } from '../../extension/trace/entry.ts';

/** The first line of the text; entries have a `seq`, and everything else that was recorded has none. */
interface Header {
  readonly startedAt: number;
  readonly stepper: Checkpoint['stepper'];
  readonly connection: Checkpoint['connection'];
}

/** All that was recorded of a session from its beginning, as lines of JSON. */
export function historyText(session: Session): string {
  const { oldestCheckpoint, recorded } = session.history;
  if (oldestCheckpoint?.seq !== 0) throw new Error('only a recording that is kept from its beginning can be written');
  const { stepper, connection } = oldestCheckpoint;
  const lines: unknown[] = [{ startedAt: session.tracer.startedAt, stepper, connection } satisfies Header, ...session.tracer.entries(), ...recorded];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** What another process needs to run it again. */
export function readHistory(text: string): ReplaySource & { readonly lastSeq: Seq } {
  const [header, ...lines] = text.trimEnd().split('\n').map((line) => JSON.parse(line) as unknown) as [Header, ...(TraceEntry | Recorded)[]];
  const entries = lines.filter((line): line is TraceEntry => 'seq' in line);
  const recorded = lines.filter((line): line is Recorded => !('seq' in line));
  const checkpoint: Checkpoint = { seq: 0, t: 0, informers: [], queues: [], controllers: [], tables: [], counters: newPipelineCounters(), figures: new SessionFigures(() => undefined), lints: new LintLog(), bytes: 0, ...header };
  return { checkpoint, startedAt: header.startedAt, entryAt: (seq) => entries[seq - 1], recorded, indexers: sessionIndexers, indexFunc: indexFuncOf, lastSeq: entries.length };
}
