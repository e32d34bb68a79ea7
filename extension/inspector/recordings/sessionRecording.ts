import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter, type Event } from '../../base/emitter.ts';
import type { Tracer } from '../../trace/tracer.ts';
import type { InputLine, RecordedInformer } from '../../trace/recording.ts';
import { type Recording, whyNotReplayed } from './recording.ts';
import type { RecordedCluster } from './recordedCluster.ts';
import { ReplayClock, type ReplaySpeed } from './replayClock.ts';
import { replayServerSteps } from './serverSteps.ts';

/** How a recording is replayed. */
export interface ReplayOptions {
  readonly speed: ReplaySpeed;
  /** The pipeline is held from the beginning on. */
  readonly paused: boolean;
}

/** How far a replay has come. */
export interface ReplayProgress {
  readonly speed: ReplaySpeed;
  /** Milliseconds of it that have passed, and that there are. */
  readonly at: number;
  readonly of: number;
  readonly ended: boolean;
}

/** What a session is of whose source is a recording: its entries as they are, or a replay of what came from the server. */
export class SessionRecording implements Disposable {
  readonly recording: Recording;
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<void>();
  readonly #clock: ReplayClock | undefined;
  /** Gives turns of the event loop, also where the session's own clock stands still. */
  readonly turns: Pick<Clock, 'defer'>;
  #cluster: RecordedCluster | undefined;
  #startedAt = 0;
  #end = 0;

  /** @param replay absent: its entries are shown as they are */
  constructor(recording: Recording, outer: Clock, replay?: ReplayOptions) {
    this.recording = recording;
    this.turns = outer;
    if (!replay) return;
    this.#clock = this.#owned.add(new ReplayClock(outer, replay.speed));
    this.#owned.add(this.#clock.onChange(() => this.#onChange.fire()));
  }

  /** As a session has them of its own. */
  get informers(): ReadonlyMap<string, RecordedInformer> {
    return new Map(this.recording.informers.map((informer) => [informer.name, informer]));
  }

  lines(): IterableIterator<InputLine> {
    return this.recording.input.values();
  }

  readonly onChange: Event<void> = this.#onChange.event;

  /** That of a replay; undefined where nothing is replayed. */
  get clock(): Clock | undefined {
    return this.#clock;
  }

  get isReplay(): boolean {
    return this.#clock !== undefined;
  }

  /** Why it can only be looked at; undefined: it can be replayed. */
  get whyNot(): ReturnType<typeof whyNotReplayed> {
    return whyNotReplayed(this.recording);
  }

  get progress(): ReplayProgress | undefined {
    if (!this.#clock) return undefined;
    const { told = 0, of = 1 } = this.#cluster?.progress ?? {};
    const length = this.#end - this.#startedAt;
    return { speed: this.#clock.speed, at: Math.min(this.#clock.now() - this.#startedAt, length), of: length, ended: told >= of };
  }

  /** Begins to tell what was recorded: what came from the server, and what that told of itself. */
  play(cluster: RecordedCluster, tracer: Tracer): void {
    if (!this.#clock) return;
    this.#cluster = cluster;
    this.#startedAt = this.#clock.now();
    this.#owned.add(replayServerSteps(this.recording, tracer, this.#clock, this.#startedAt));
    this.#end = cluster.play(this.#clock, this.#startedAt);
    this.#clock.setEnd(this.#end);
    this.#owned.add(cluster.onTold(() => this.#onChange.fire()));
  }

  setSpeed(speed: ReplaySpeed): void {
    this.#clock?.setSpeed(speed);
  }

  /** While somebody looks at what is held, no time is left out. */
  setHeld(held: boolean): void {
    this.#clock?.setHurries(!held);
  }

  dispose(): void {
    this.#owned.dispose();
    this.#onChange.dispose();
  }
}
