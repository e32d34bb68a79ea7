import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { TimeSlice } from '../base/timeSlice.ts';
import type { Watch } from '../informer/listerWatcher.ts';
import { ConnectionError } from '../kube/status.ts';
import type { WatchEvent } from '../kube/watchEvent.ts';
import type { BodyReader, Patience } from './bodyReader.ts';
import { FrameError, JsonFrames } from './jsonFrames.ts';
import type { Decoder } from './objectDecoder.ts';

/** Bookmarks come about once a minute; a stream without any byte for longer than this is dead (case 11). */
const bookmarkPatience: Patience = { ms: 70_000, code: 'silent' };

export interface StreamedWatchOptions {
  readonly body: BodyReader;
  readonly decoder: Decoder;
  readonly expectsBookmarks: boolean;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A watch stream over a body. Ends as apimachinery's `StreamWatcher` does (T-03). */
export class StreamedWatch implements Watch {
  readonly #body: BodyReader;
  readonly #frames: JsonFrames<WatchEvent>;
  readonly #patience: Patience | undefined;
  readonly #signal: AbortSignal;
  readonly #slice: TimeSlice;
  readonly #logger: Logger;
  readonly #onAbort = (): void => this.close();
  #closed = false;

  constructor({ body, decoder, expectsBookmarks, signal, clock, logger }: StreamedWatchOptions) {
    this.#body = body;
    this.#frames = new JsonFrames((bytes) => decoder.frame(bytes));
    this.#patience = expectsBookmarks ? bookmarkPatience : undefined;
    this.#signal = signal;
    this.#slice = new TimeSlice(clock, 'large');
    this.#logger = logger;
    if (signal.aborted) this.close();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  get heardAt(): number {
    return this.#body.heardAt;
  }

  async next(): Promise<readonly WatchEvent[] | undefined> {
    const events: WatchEvent[] = [];
    while (!this.#closed) {
      const chunk = await this.#read();
      if (!chunk) break;
      this.#slice.begin();
      if (this.#slice.isSpent()) await this.#slice.rest();
      if (this.#closed) break;
      try {
        this.#frames.push(chunk, events);
      } catch (error) {
        if (!(error instanceof FrameError)) throw error;
        this.close();
        events.push(undecodable(error));
      }
      if (events.length > 0) return events;
    }
    this.close();
    return undefined;
  }

  close(): void {
    this.#closed = true;
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#body.close();
  }

  /** Undefined when the stream is over, in whichever way streams are over. */
  async #read(): Promise<Buffer | undefined> {
    try {
      const chunk = await this.#body.read(this.#patience);
      if (!chunk && !this.#closed && !this.#frames.isBetweenFrames) this.#logger.warn('watch', 'the stream ended in the middle of an event');
      return chunk;
    } catch (error) {
      if (this.#closed) return undefined;
      if (ConnectionError.is(error, 'silent')) {
        this.close();
        throw error;
      }
      this.#logger.info('watch', `the stream broke off: ${messageOf(error)}`);
      return undefined;
    }
  }
}

function undecodable(error: FrameError): WatchEvent {
  const message = `unable to decode an event from the watch stream: ${error.message}`;
  return { type: 'ERROR', object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', code: 500, reason: 'InternalError', message } };
}
