import type { Disposable } from '../../base/disposable.ts';
import { type CacheEvent, frameFor, type ObjectFilter, type WatchFrame } from './cacheEvent.ts';

/** Frames handed over in one go, so that one slow reader does not make the others wait. */
const batchSize = 100;
const bookmarkPeriodMs = 60_000;
const bookmarkBeforeDeadlineMs = 2_000;

export interface CacheWatcherOptions {
  readonly filter: ObjectFilter;
  /** What the stream begins with: made while it is read, so that a large snapshot costs nothing up front. */
  readonly initial: Iterator<WatchFrame>;
  /** Live events up to this version are already in `initial`. */
  readonly version: number;
  /** How many live frames may wait before the watcher counts as blocked. */
  readonly capacity: number;
  readonly allowBookmarks: boolean;
  /** On the clock; Infinity when it has none. */
  readonly deadline: number;
  readonly now: number;
  readonly onClose: () => void;
}

/**
 * One client's view of a watch cache: filters what it is offered and holds it until it is read. It never
 * holds more than `capacity` for long: the cache closes it when it stays blocked.
 */
export class CacheWatcher implements Disposable {
  readonly deadline: number;
  readonly #options: CacheWatcherOptions;
  readonly #live: WatchFrame[] = [];
  #initialDone = false;
  #nextBookmarkAt: number;
  #closed = false;
  #wake: (() => void) | undefined;

  constructor(options: CacheWatcherOptions) {
    this.#options = options;
    this.deadline = options.deadline;
    this.#nextBookmarkAt = options.allowBookmarks ? this.#bookmarkAfter(options.now) : Infinity;
  }

  get wantsBookmarks(): boolean {
    return this.#options.allowBookmarks;
  }

  get isBlocked(): boolean {
    return this.#live.length > this.#options.capacity;
  }

  /** Takes a live event where it is of interest; never waits. */
  offer(event: CacheEvent): void {
    if (this.#closed || event.revision <= this.#options.version) return;
    const frame = frameFor(event, this.#options.filter);
    if (frame) this.#push(frame);
  }

  /** Takes a bookmark where one is due; one that finds the watcher full, or older than what it began with, is dropped. */
  offerBookmark(version: number, now: number): void {
    if (this.#closed || now < this.#nextBookmarkAt) return;
    this.#nextBookmarkAt = this.#bookmarkAfter(now);
    if (this.#live.length >= this.#options.capacity || version < this.#options.version) return;
    this.#push({ type: 'BOOKMARK', version, initialEventsEnd: false });
  }

  /** The next frames, at least one, in order; undefined once the watcher is closed. One call at a time. */
  async next(): Promise<readonly WatchFrame[] | undefined> {
    for (;;) {
      if (this.#closed) return undefined;
      const frames = this.#take();
      if (frames.length > 0) return frames;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  dispose(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#live.length = 0;
    this.#wakeReader();
    this.#options.onClose();
  }

  #take(): WatchFrame[] {
    const frames: WatchFrame[] = [];
    while (!this.#initialDone && frames.length < batchSize) {
      const { done, value } = this.#options.initial.next();
      if (done) this.#initialDone = true;
      else frames.push(value);
    }
    return this.#initialDone ? frames.concat(this.#live.splice(0, batchSize - frames.length)) : frames;
  }

  #push(frame: WatchFrame): void {
    this.#live.push(frame);
    this.#wakeReader();
  }

  #wakeReader(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }

  /** A minute from now, or two seconds before the deadline where that comes first and is still to come. */
  #bookmarkAfter(now: number): number {
    const beforeDeadline = this.#options.deadline - bookmarkBeforeDeadlineMs;
    const heartbeat = now + bookmarkPeriodMs;
    return beforeDeadline > now && beforeDeadline < heartbeat ? beforeDeadline : heartbeat;
  }
}
