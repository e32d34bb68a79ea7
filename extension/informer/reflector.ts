import { ListPhase } from './listPhase.ts';
import { relistAsked } from './reflectorErrors.ts';
import type { ReflectorPhase } from './reflectorPhase.ts';
import { type ReflectorOptions, ReflectorRound } from './reflectorRound.ts';
import type { Seq } from '../trace/entry.ts';
import { StreamedListPhase } from './streamedListPhase.ts';
import { WatchPhase } from './watchPhase.ts';
import type { WatchSigns } from './watchStream.ts';

/**
 * Lists and watches one resource and feeds the delta queue (client-go `reflector.go`). What it is about to do
 * is a value, its phase; stop wins in every phase.
 *
 *     begin → openInitialStream → initialEvents ─→ watch
 *       └───→ list → openWatch ──────────────────────┘
 *     and from anywhere: backoff, or stopped
 */
export class Reflector {
  readonly #round: ReflectorRound;
  readonly #list: ListPhase;
  readonly #streamedList: StreamedListPhase;
  readonly #watch: WatchPhase;
  #phase: ReflectorPhase = { name: 'begin' };

  constructor(options: ReflectorOptions) {
    this.#round = new ReflectorRound(options);
    this.#list = new ListPhase(this.#round);
    this.#streamedList = new StreamedListPhase(this.#round, this.#list);
    this.#watch = new WatchPhase(this.#round);
  }

  get phase(): ReflectorPhase {
    return this.#phase;
  }

  /** Of the watch that is open, as an initial list too; undefined: none is. */
  get watchSigns(): WatchSigns | undefined {
    return this.#phase.name === 'watch' || this.#phase.name === 'initialEvents' ? this.#phase.stream.signs : undefined;
  }

  /** The version of the last list or event; empty before the first. */
  get lastSyncResourceVersion(): string {
    return this.#round.version.last;
  }

  /**
   * Has the whole state listed anew, though nothing has failed: the watch is given up, a wait cut short, and the server asked for its newest
   * state. client-go has no such call; a program that wants it is started again.
   * @param why for the trace
   * @returns false where the whole state is on its way already, or nothing runs
   */
  relist(why: string): boolean {
    const { name } = this.#phase;
    if (name !== 'watch' && name !== 'openWatch' && name !== 'backoff') return false;
    this.#round.askRelist(why);
    if (this.#phase.name === 'watch') this.#phase.stream.fail(relistAsked(why));
    return true;
  }

  /**
   * Has everything that is cached delivered again now, as on a tick of the resync timer that is due for everybody. client-go has no such call.
   * @param beforehand called if it does; gives the entry that asks for it
   * @returns false where there is no watch, beside which a resync runs, or a resync runs already
   */
  resyncNow(beforehand: () => Seq): boolean {
    return this.#round.resyncNow(beforehand);
  }

  /** Lists and watches until `signal` aborts. Run it once. */
  async run(signal: AbortSignal): Promise<void> {
    this.#round.signal = signal;
    try {
      while (!signal.aborted && this.#phase.name !== 'stopped') this.#phase = this.#round.isRelistAsked ? this.#startOver(this.#phase) : await this.#step(this.#phase);
    } finally {
      this.#round.stopResync();
      this.#streamedList.stop();
      if (this.#phase.name === 'watch' || this.#phase.name === 'initialEvents') this.#round.close(this.#phase.stream, { reason: 'stopped' });
      this.#phase = { name: 'stopped' };
      this.#round.trace.stopped();
    }
  }

  #step(phase: ReflectorPhase): ReflectorPhase | Promise<ReflectorPhase> {
    switch (phase.name) {
      case 'begin':
        return this.#begin();
      case 'list':
        return this.#list.list(phase);
      case 'openInitialStream':
        return this.#streamedList.open();
      case 'initialEvents':
        return this.#streamedList.read(phase);
      case 'openWatch':
        return this.#watch.open();
      case 'watch':
        return this.#watch.read(phase);
      case 'backoff':
        return this.#round.wait(phase);
      case 'stopped':
        return phase;
    }
  }

  #startOver(phase: ReflectorPhase): ReflectorPhase {
    if (phase.name === 'watch') this.#round.close(phase.stream, { reason: 'error', error: relistAsked('') });
    return this.#round.startOver();
  }

  /** A round: the whole state by stream or list, then a watch. A fallback to the list is not remembered. */
  #begin(): ReflectorPhase {
    const { profile, listerWatcher } = this.#round.options;
    return profile.watchList && !listerWatcher.watchListUnsupported ? { name: 'openInitialStream' } : this.#list.begin();
  }
}
