import type { ExportedSession } from './exportRecording.ts';
import { sessionLines } from './exportRecording.ts';
import type { KeyedHash } from '../../kube/mask.ts';
import type { RecordingLine } from '../../trace/recording.ts';
import type { Recording } from './recording.ts';
import { RecordingBuilder } from './recordingBuilder.ts';

/** What a session has recorded so far, as if it had been exported and read again. Of entries nothing is taken that only a file needs. */
export function recordedSession(session: ExportedSession, hash: KeyedHash, turn: () => Promise<void>): Promise<Recording> {
  const builder = new RecordingBuilder({ hash, maxEntries: 0 });
  let number = 0;
  for (const line of sessionLines(session, { producer: '', wallTime: 0 }) as Iterable<RecordingLine>) {
    number++;
    if (!('seq' in line)) builder.add(line, number);
  }
  return builder.build('trace', turn);
}
