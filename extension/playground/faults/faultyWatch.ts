import { Buffer } from 'node:buffer';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { FaultKind } from '../../introspection/faults.ts';
import type { BodyStream } from '../api/apiRequest.ts';
import { ConnectionCut } from '../api/connectionCut.ts';
import { statusBody } from '../api/statusBody.ts';
import { expired } from '../statusErrors.ts';
import type { WatchFrame } from '../watchCache/cacheEvent.ts';
import { half } from './cutBody.ts';
import { delay } from './delay.ts';
import type { Fault } from './fault.ts';
import type { Faults } from './faults.ts';
import type { FaultSubject } from './faultSubject.ts';

/** What a watch sends, before anything is done to it. */
export interface WatchSource {
  /** The next frames, at most so many; undefined at the end. One call at a time. */
  next(most?: number): Promise<readonly WatchFrame[] | undefined>;
  write(frames: readonly WatchFrame[]): Buffer;
  /** They were handed to the socket. */
  sent(frames: readonly WatchFrame[], length: number): void;
  close(): void;
}

/** Ends the stream in one way or the other; what it was about to bring is not sent. */
const ending = ['dropWatch', 'expireWatch'] as const satisfies readonly FaultKind[];
/** Strike a watch that is open when they are switched on: whoever drops it does not want to wait for its next event. */
const atOnce: ReadonlySet<FaultKind> = new Set<FaultKind>([...ending, 'stallWatch', 'slowWatcher']);

/**
 * A watch that may be struck. While nothing is switched on it is its source. What strikes the connection is decided once for each part that goes to
 * the socket, what strikes an event for each event.
 */
export class FaultyWatch implements BodyStream {
  readonly #source: WatchSource;
  readonly #faults: Faults;
  readonly #subject: FaultSubject;
  readonly #clock: Clock;
  readonly #onAdd: Disposable;
  readonly #gone = Promise.withResolvers<void>();
  #closed = false;
  #end: 'cut' | 'expire' | 'over' | undefined;
  /** Nothing comes while it lasts. */
  #stall: Fault | undefined;
  /** Its reader takes one event at a time. */
  #slow: Fault | undefined;
  /** Taken, and not sent while it was stalled. */
  #held: readonly WatchFrame[] = [];

  readonly #passFirst = (frames: readonly WatchFrame[] | undefined): Buffer | undefined | Promise<Buffer | undefined> => {
    const bytes = this.#pass(frames, false);
    return bytes === 'nothing' ? this.#nextOfStruck() : bytes;
  };

  constructor(source: WatchSource, faults: Faults, subject: FaultSubject, clock: Clock) {
    this.#source = source;
    this.#faults = faults;
    this.#subject = subject;
    this.#clock = clock;
    this.#slow = faults.strike('slowWatcher', subject);
    this.#onAdd = faults.onAdd((fault) => {
      if (!this.#closed && !this.#end && atOnce.has(fault.spec.kind) && faults.strikes(fault, subject)) this.#strikeNow(fault);
    });
  }

  /** @throws ConnectionCut */
  next(): Promise<Buffer | undefined> {
    if (this.#slow || this.#stall || this.#closed || this.#end || this.#held.length > 0) return this.#nextOfStruck();
    // Nearly always: by hand, as there may be many of them for each event.
    return this.#source.next().then(this.#passFirst);
  }

  async #nextOfStruck(): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#slow) await this.#rest(this.#slow);
      if (this.#stall) await this.#wait(this.#stall);
      if (this.#closed) return undefined;
      if (this.#end) return this.#last(this.#end);
      const held = this.#held;
      this.#held = [];
      const bytes = held.length > 0 ? this.#pass(held, true) : this.#pass(await this.#source.next(this.#slow && 1), false);
      if (bytes !== 'nothing') return bytes;
    }
  }

  /** @param resumed they have been kept already @returns undefined: the stream is over */
  #pass(frames: readonly WatchFrame[] | undefined, resumed: boolean): Buffer | 'nothing' | undefined {
    if (this.#end) return 'nothing'; // of these: it was struck while it waited
    if (!frames) return this.#over();
    if (this.#stall) {
      this.#held = frames;
      return 'nothing';
    }
    if (!this.#faults.isOn) return this.#send(frames, this.#source.write(frames));
    const bytes = this.#struck(frames, resumed);
    return bytes && bytes.length > 0 ? bytes : 'nothing';
  }

  close(): void {
    this.#closed = true;
    this.#over();
    this.#gone.resolve();
    this.#source.close();
  }

  #over(): undefined {
    this.#onAdd.dispose();
  }

  #send(frames: readonly WatchFrame[], bytes: Buffer): Buffer {
    this.#source.sent(frames, bytes.length);
    return bytes;
  }

  #strikeNow(fault: Fault): void {
    switch (fault.spec.kind) {
      case 'stallWatch':
        this.#stall = fault;
        return;
      case 'slowWatcher':
        this.#slow = fault;
        return;
      case 'expireWatch':
        return this.#endWith('expire');
      default:
        return this.#endWith('cut');
    }
  }

  #endWith(end: 'cut' | 'expire'): void {
    this.#end = end;
    this.#source.close(); // whoever waits for it wakes up
  }

  #last(end: 'cut' | 'expire' | 'over'): Buffer | undefined {
    this.#end = 'over';
    this.#over();
    if (end === 'cut') throw new ConnectionCut();
    if (end === 'over') return undefined;
    return Buffer.from(`${JSON.stringify({ type: 'ERROR', object: statusBody(expired('The resourceVersion for the provided watch is too old.')) })}\n`);
  }

  /** What is sent instead of these frames, perhaps nothing; undefined where they are kept for later, or the stream ends. @param resumed they have been kept already */
  #struck(frames: readonly WatchFrame[], resumed: boolean): Buffer | undefined {
    const [first] = frames;
    if (!resumed && first) {
      const end = ending.find((kind) => this.#strike(kind, first));
      if (end) return void this.#endWith(end === 'dropWatch' ? 'cut' : 'expire');
      this.#stall = this.#strike('stallWatch', first);
      if (this.#stall) {
        this.#held = frames;
        return undefined;
      }
    }
    const left = frames.flatMap((frame) => this.#eachFrame(frame));
    return left.length === 0 ? undefined : this.#send(left, this.#disturbed(left));
  }

  /** None, itself, or twice itself. */
  #eachFrame(frame: WatchFrame): readonly WatchFrame[] {
    if (frame.type === 'BOOKMARK') return this.#strike(frame.initialEventsEnd ? 'noEndMarker' : 'noBookmarks', frame) ? [] : [frame];
    if (this.#strike('loseEvent', frame)) return [];
    return this.#strike('duplicateEvent', frame) ? [frame, frame] : [frame];
  }

  /** What the bytes themselves suffer: something before them, no newline between the last two or after the last, or only half of the last. */
  #disturbed(frames: readonly WatchFrame[]): Buffer {
    const before = frames.slice(0, -1);
    const last = frames.at(-1)!;
    const junk = this.#strike('junkLine', frames[0]!) ? [Buffer.from('<html>502 Bad Gateway</html>\n')] : [];
    if (this.#strike('cutObject', last)) {
      this.#endWith('cut');
      return Buffer.concat([...junk, this.#source.write(before), half(this.#source.write([last]))]);
    }
    if (!this.#strike('twoOnOneLine', last)) return Buffer.concat([...junk, this.#source.write(frames)]);
    const text = this.#source.write([last]);
    if (before.length === 0) return Buffer.concat([...junk, text.subarray(0, -1)]);
    return Buffer.concat([...junk, this.#source.write(before).subarray(0, -1), text]);
  }

  #strike(kind: FaultKind, frame: WatchFrame): Fault | undefined {
    return this.#faults.strike(kind, this.#subject, frame.type === 'BOOKMARK' ? frame.version : frame.stored.revision);
  }

  async #rest(fault: Fault): Promise<void> {
    if (fault.isCleared) this.#slow = undefined;
    else await delay(this.#clock, fault, this.#gone.promise);
  }

  /** For good unless it says how long: a connection that is dead stays dead, whatever is switched off. */
  async #wait(fault: Fault): Promise<void> {
    if (fault.spec.ms > 0) await delay(this.#clock, fault, this.#gone.promise);
    else await this.#gone.promise;
    this.#stall = undefined;
  }
}
