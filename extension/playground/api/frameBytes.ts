import { Buffer } from 'node:buffer';
import type { WatchFrame } from '../watchCache/cacheEvent.ts';
import type { Representation } from './representation.ts';

interface Batch {
  readonly representation: Representation;
  readonly frames: readonly WatchFrame[];
  readonly bytes: Buffer;
}

/**
 * Frames as the bytes of a stream. What many watch the same way is sent to each in the same batches, one watcher after the other:
 * the batch that was written last is kept, so that it is written once for all of them.
 */
export class FrameBytes {
  #last: Batch | undefined;

  of(representation: Representation, frames: readonly WatchFrame[]): Buffer {
    if (this.#last?.representation === representation && isSame(this.#last.frames, frames)) return this.#last.bytes;
    const bytes = Buffer.from(frames.map((frame) => representation.frame(frame)).join(''));
    // Tables are of their own time, and of one client.
    if (representation.isWhole) this.#last = { representation, frames, bytes };
    return bytes;
  }
}

function isSame(some: readonly WatchFrame[], others: readonly WatchFrame[]): boolean {
  return some.length === others.length && some.every((frame, index) => frame === others[index] || isSameFrame(frame, others[index]!));
}

function isSameFrame(one: WatchFrame, other: WatchFrame): boolean {
  if (one.type === 'BOOKMARK' || other.type === 'BOOKMARK') {
    return one.type === 'BOOKMARK' && other.type === 'BOOKMARK' && one.version === other.version && one.initialEventsEnd === other.initialEventsEnd;
  }
  return one.type === other.type && one.stored === other.stored;
}
