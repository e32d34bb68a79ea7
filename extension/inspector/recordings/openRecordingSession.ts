import type { Clock } from '../../base/clock.ts';
import { TimeSlice } from '../../base/timeSlice.ts';
import { Indexer } from '../../informer/indexer.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import type { KeyedHash } from '../../kube/mask.ts';
import { hasMetadata, type KubeObject } from '../../kube/object.ts';
import { Session, type SessionOptions } from '../session.ts';
import type { SessionSource } from '../sessionSource.ts';
import { RecordedCluster, replayedInformer } from './recordedCluster.ts';
import { RecordedServer } from './recordedServer.ts';
import type { Recording } from './recording.ts';
import { type ReplayOptions, SessionRecording } from './sessionRecording.ts';
import { StillClock } from './stillClock.ts';

export interface OpenedRecording {
  readonly recording: Recording;
  /** Absent: its entries are shown as they are. */
  readonly replay?: ReplayOptions;
}

export interface RecordingSessionOptions extends Omit<SessionOptions, 'cluster' | 'informerSettings' | 'recording'> {
  readonly source: Extract<SessionSource, { readonly kind: 'recording' }>;
  readonly clock: Clock;
  readonly hash: KeyedHash;
}

/** A session whose cluster is a recording. */
export async function openRecordingSession({ recording, replay }: OpenedRecording, options: RecordingSessionOptions): Promise<Session> {
  const { source, clock, hash, recordingBytes } = options;
  const cluster = new RecordedCluster({ recording, title: source.title, hash });
  const opened = new SessionRecording(recording, clock, replay);
  const still = new StillClock();
  const session = new Session({
    ...options,
    cluster,
    clock: opened.clock ?? still,
    // All of what was read is shown.
    ...(replay ? recordingBytes !== undefined && { recordingBytes } : { recordingBytes: Infinity }),
    informerSettings: () => ({}),
    recording: opened,
  });
  if (replay) begin(session, cluster, opened, replay);
  else await show(session, recording, still, clock);
  return session;
}

function begin(session: Session, cluster: RecordedCluster, opened: SessionRecording, { paused }: ReplayOptions): void {
  if (paused) session.stepper.pause();
  for (const { resource, scope, settings } of cluster.replayed) session.informers.start(resource, scope, settings);
  opened.play(cluster, session.tracer);
}

async function show(session: Session, recording: Recording, still: StillClock, clock: Clock): Promise<void> {
  for (const informer of recording.informers) {
    const shown = replayedInformer(informer);
    if (!shown) continue;
    const { indexer } = session.informers.show(shown.resource, shown.scope, shown.settings);
    const objects = cached(recording, informer.name);
    // It never runs, so nobody else writes to its cache.
    if (indexer instanceof Indexer) indexer.replace(new Map(objects.map((object) => [metaNamespaceKey(object), object])), recording.summary?.resourceVersion ?? '');
  }
  const slice = new TimeSlice(clock);
  for (const _ of session.tracer.adopt(recording.entries)) if (slice.isSpent()) await slice.rest();
  still.time = Math.max(recording.entries.at(-1)?.t ?? 0, recording.input.at(-1)?.t ?? 0);
}

/** What was cached at the end: as it was written down, else as the server had it. */
function cached({ cache, informers, input }: Recording, informer: string): readonly KubeObject[] {
  if (cache.length > 0 && informers.length === 1) return cache.map(({ object }) => object).filter(isNamed);
  const server = new RecordedServer({ address: '', kind: '', isAsked: false });
  for (const line of input) if (line.informer === informer) server.tell(line);
  return server.snapshot()?.items.filter(isNamed) ?? [];
}

function isNamed(object: unknown): object is KubeObject {
  return hasMetadata(object) && typeof object.metadata.name === 'string';
}
