import type { StoredObject } from '../storage/storedObject.ts';
import { frameFor, type CacheEvent, type ObjectFilter, type WatchFrame } from './cacheEvent.ts';
import type { EventRing } from './eventRing.ts';

/** Events copied from the ring in one go. */
const chunkSize = 100;

/** What a stream begins with: made while it is read, so that a large one costs nothing up front. */
export interface Backlog {
  /** The next frames, at most so many; none at the end, undefined when some of them are gone. */
  take(most: number): readonly WatchFrame[] | undefined;
}

export const emptyBacklog: Backlog = { take: () => [] };

/** In the order of their keys, each object with its own version; the end bookmark carries that of the snapshot. */
export function snapshotBacklog(objects: readonly StoredObject[], endVersion: number | undefined): Backlog {
  return ofFrames(snapshotFrames(objects, endVersion));
}

/** Of events that are nowhere overwritten. */
export function eventsBacklog(events: readonly CacheEvent[], filter: ObjectFilter): Backlog {
  return ofFrames(eventFrames(events, filter));
}

/** From `position` to what was in the ring when it was made; gone when the ring overtakes it. */
export function ringBacklog(ring: EventRing, position: number, filter: ObjectFilter): Backlog {
  const { end } = ring;
  let next = position;
  let frames: WatchFrame[] = [];
  return {
    take: (most) => {
      while (frames.length === 0 && next < end) {
        const events = ring.read(next, Math.min(chunkSize, end - next));
        if (!events) return undefined;
        next += events.length;
        frames = [...eventFrames(events, filter)];
      }
      return frames.splice(0, most);
    },
  };
}

function ofFrames(frames: Iterator<WatchFrame>): Backlog {
  return {
    take: (most) => {
      const taken: WatchFrame[] = [];
      while (taken.length < most) {
        const { done, value } = frames.next();
        if (done) break;
        taken.push(value);
      }
      return taken;
    },
  };
}

function* snapshotFrames(objects: readonly StoredObject[], endVersion: number | undefined): Generator<WatchFrame> {
  for (const stored of objects) yield { type: 'ADDED', stored };
  if (endVersion !== undefined) yield { type: 'BOOKMARK', version: endVersion, initialEventsEnd: true };
}

function* eventFrames(events: readonly CacheEvent[], filter: ObjectFilter): Generator<WatchFrame> {
  for (const event of events) {
    const frame = frameFor(event, filter);
    if (frame) yield frame;
  }
}
