import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { RunningPlugin } from '../cluster/credentialActivity.ts';
import type { SessionCluster } from './sessionCluster.ts';

/** A plugin that is done within this time, and silent, was never seen: nobody could have read of it. In milliseconds. */
const unseenMs = 1500;

/** The credential plugin for which a session waits, as far as a person should know of it. */
export class SessionLogin implements Disposable {
  readonly #credentials: SessionCluster['credentials'];
  readonly #clock: Clock;
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<void>();
  #startedAt: number | undefined;
  #isSeen = false;
  #timer: Disposable | undefined;

  constructor(credentials: SessionCluster['credentials'], clock: Clock) {
    this.#credentials = credentials;
    this.#clock = clock;
    if (credentials) this.#owned.add(credentials.onChange(() => this.#follow()));
  }

  /** Fires when one begins to be worth telling of, says something, or has ended. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** What the session waits for: since long enough to be told, or with something to say. */
  get waiting(): RunningPlugin | undefined {
    return this.#isSeen ? this.#credentials?.running : undefined;
  }

  /** Ends the plugin; it is not run again until the session is begun anew. */
  cancel(): void {
    this.#credentials?.cancel();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#owned.dispose();
    this.#onChange.dispose();
  }

  #follow(): void {
    const running = this.#credentials?.running;
    if (running?.startedAt !== this.#startedAt) this.#begin(running);
    else if (running && running.lines.length > 0) this.#see();
  }

  /** Another one than before, or none. */
  #begin(running: RunningPlugin | undefined): void {
    const wasSeen = this.#isSeen;
    this.#timer?.dispose();
    this.#startedAt = running?.startedAt;
    this.#isSeen = false;
    if (running) this.#timer = this.#clock.setTimer(unseenMs, () => this.#see());
    if (wasSeen) this.#onChange.fire();
  }

  #see(): void {
    this.#timer?.dispose();
    this.#isSeen = true;
    this.#onChange.fire();
  }
}
