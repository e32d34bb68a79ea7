import type { Disposable } from '../../base/disposable.ts';
import { WakeUp } from '../../base/wakeUp.ts';
import { type Backlog, emptyBacklog } from './backlog.ts';
import { type CacheEvent, frameFor, type ObjectFilter, type WatchFrame } from './cacheEvent.ts';

/** Frames handed over in one go, so that one slow reader does not make the others wait. */
export const batchSize = 100;
const bookmarkPeriodMs = 60_000;
const bookmarkBeforeDeadlineMs = 2_000;

const none: readonly WatchFrame[] = [];

/** Who watches, for people who look. */
export interface WatchClient {
  /** Audit id of the request. */
  readonly auditId: string;
  readonly user: string;
  readonly userAgent: string;
  /** As it was asked for; empty for everything. */
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

export const unknownClient: WatchClient = { auditId: '', user: '', userAgent: '', labelSelector: '', fieldSelector: '' };

/** What became of an event that was offered: what it was sent as, or why it was not. */
export type Offered =
  | 'ADDED'
  | 'MODIFIED'
  | 'DELETED'
  | 'filtered' // neither the old nor the new object passes
  | 'seen' // the stream began with it already
  | 'closed';

export type CloseReason =
  | 'client' // who reads it is gone
  | 'deadline'
  | 'slow' // blocked for longer than there was time for
  | 'overtaken' // by the ring, while its backlog was read
  | 'cache'; // the cache begins anew, or ends

export interface CacheWatcherOptions {
  readonly id: number;
  readonly client: WatchClient;
  readonly filter: ObjectFilter;
  readonly backlog: Backlog;
  /** A bookmark that says so ends the backlog. */
  readonly hasEndBookmark: boolean;
  /** Live events up to this version are already in the backlog. */
  readonly version: number;
  /** How many live frames may wait before the watcher counts as blocked. */
  readonly capacity: number;
  readonly allowBookmarks: boolean;
  /** On the clock; Infinity when it has none. */
  readonly deadline: number;
  readonly now: number;
  readonly onClose: (reason: CloseReason) => void;
}

/**
 * One client's view of a watch cache: filters what it is offered and holds it until it is read. It never
 * holds more than `capacity` for long: the cache closes it when it stays blocked.
 */
export class CacheWatcher implements Disposable {
  readonly id: number;
  readonly client: WatchClient;
  readonly filter: ObjectFilter;
  readonly deadline: number;
  readonly capacity: number;
  /** When it began, on the clock. */
  readonly since: number;
  readonly #options: CacheWatcherOptions;
  readonly #wakeUp = new WakeUp();
  #live: WatchFrame[] = [];
  #backlog: Backlog;
  #backlogDone = false;
  #nextBookmarkAt: number;
  #lastBookmark: number | undefined;
  #closed: CloseReason | undefined;
  /** Nothing more is taken; what is there may still be read. */
  #draining = false;

  constructor(options: CacheWatcherOptions) {
    this.#options = options;
    this.#backlog = options.backlog;
    this.id = options.id;
    this.client = options.client;
    this.filter = options.filter;
    this.deadline = options.deadline;
    this.capacity = options.capacity;
    this.since = options.now;
    this.#nextBookmarkAt = options.allowBookmarks ? this.#bookmarkAfter(options.now) : Infinity;
  }

  get wantsBookmarks(): boolean {
    return this.#options.allowBookmarks;
  }

  get isBlocked(): boolean {
    return this.#live.length > this.capacity;
  }

  /** Live frames that wait to be read. */
  get buffered(): number {
    return this.#live.length;
  }

  /** The backlog has been read. */
  get isLive(): boolean {
    return this.#backlogDone;
  }

  /** Version of the latest bookmark that it was given. */
  get lastBookmark(): number | undefined {
    return this.#lastBookmark;
  }

  /** Undefined while it is open. */
  get closed(): CloseReason | undefined {
    return this.#closed;
  }

  /** Takes a live event where it is of interest; never waits. */
  offer(event: CacheEvent): Offered {
    if (this.#closed || this.#draining) return 'closed';
    if (event.revision <= this.#options.version) return 'seen';
    const frame = frameFor(event, this.filter);
    if (!frame) return 'filtered';
    this.#push(frame);
    return frame.type;
  }

  /** Takes a bookmark where one is due; one that finds the watcher full, or older than what it began with, is dropped. */
  offerBookmark(version: number, now: number): void {
    if (this.#closed || this.#draining || now < this.#nextBookmarkAt) return;
    this.#nextBookmarkAt = this.#bookmarkAfter(now);
    if (this.#live.length >= this.capacity || version < this.#options.version) return;
    this.#lastBookmark = version;
    this.#push({ type: 'BOOKMARK', version, initialEventsEnd: false });
  }

  /** The next frames, at least one and at most so many, in order; undefined once the watcher is closed. One call at a time. */
  next(most = batchSize): Promise<readonly WatchFrame[] | undefined> {
    const frames = this.#read(most);
    if (!frames || frames.length > 0) return Promise.resolve(frames);
    // By hand: there may be many who wait for each event, and an async function costs each of them several times as much.
    return this.#wakeUp.wait().then(() => {
      const woken = this.#read(most);
      return woken?.length === 0 ? this.next(most) : woken;
    });
  }

  /** More of what has come since {@link next} gave something: for a reader that does not send each by itself. */
  takeMore(most: number): readonly WatchFrame[] {
    return this.#backlogDone ? this.#takeLive(most) : [];
  }

  /** Its reader is gone. */
  dispose(): void {
    this.#draining = false;
    this.close('client');
    this.#forget();
    this.#wakeUp.wake();
  }

  /**
   * Ends the stream. One that was too slow, and whose initial events have not all been read yet, may read what there is for it
   * to their end: it would have to read all of them again.
   */
  close(reason: CloseReason): void {
    if (this.#closed) return;
    this.#closed = reason;
    if (reason === 'slow' && this.#options.hasEndBookmark && !this.#backlogDone) this.#draining = true;
    else this.#forget();
    this.#wakeUp.wake();
    this.#options.onClose(reason);
  }

  /** None when there is nothing to read yet; undefined at the end. */
  #read(most: number): readonly WatchFrame[] | undefined {
    for (;;) {
      if (this.#closed && !this.#draining) return undefined;
      const frames = this.#take(most);
      if (!frames) this.close('overtaken');
      else if (frames.length > 0 || !this.#draining) return frames;
      else this.#draining = false;
    }
  }

  /** None when there is nothing to read; undefined when the backlog is gone. */
  #take(most: number): readonly WatchFrame[] | undefined {
    let backlog: readonly WatchFrame[] = [];
    if (!this.#backlogDone) {
      const taken = this.#backlog.take(most);
      if (!taken) return undefined;
      backlog = taken;
      this.#note(taken.at(-1));
      this.#backlogDone = backlog.length === 0;
    }
    return this.#backlogDone ? this.#takeLive(most) : backlog;
  }

  #takeLive(most: number): readonly WatchFrame[] {
    if (this.#live.length === 0) return none;
    if (this.#live.length > most) return this.#live.splice(0, most);
    const all = this.#live;
    this.#live = [];
    return all;
  }

  /** Fan-outs that are remembered name it for longer than it lives. */
  #forget(): void {
    this.#live = [];
    this.#backlog = emptyBacklog;
  }

  #note(frame: WatchFrame | undefined): void {
    if (frame?.type === 'BOOKMARK') this.#lastBookmark = frame.version;
  }

  #push(frame: WatchFrame): void {
    this.#live.push(frame);
    this.#wakeUp.wake();
  }

  /** A minute from now, or two seconds before the deadline where that comes first and is still to come. */
  #bookmarkAfter(now: number): number {
    const beforeDeadline = this.#options.deadline - bookmarkBeforeDeadlineMs;
    const heartbeat = now + bookmarkPeriodMs;
    return beforeDeadline > now && beforeDeadline < heartbeat ? beforeDeadline : heartbeat;
  }
}
