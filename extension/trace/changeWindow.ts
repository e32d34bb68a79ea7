import { GrowingRing } from '../base/growingRing.ts';
import type { EntryOf } from './entry.ts';

/** So many updates hold their objects until somebody asks what has changed; a power of two. */
const most = 512;

/** An update that nobody has asked about for so long is compared, so that it is known later too. */
const patienceMs = 1000;

/** With each update so many of the older ones, so that a flood that has ended is caught up with bit by bit. */
const settledAtATime = 2;

/**
 * The newest updates, whose objects are still there to be compared. Up to some five hundred updates a second each is
 * compared a moment later, looked at or not; in a flood only those that somebody reads in time: comparing takes as long as
 * everything else that is done for an update, and the objects of thousands of entries would fill the memory.
 */
export class ChangeWindow {
  readonly #waiting = new GrowingRing<EntryOf<'store.update'>>(most);

  add(entry: EntryOf<'store.update'>): void {
    for (let settled = 0; settled < settledAtATime; settled++) {
      const oldest = this.#waiting.peek();
      if (!oldest || entry.t - oldest.t < patienceMs) break;
      this.#waiting.shift()!.changed?.settle();
    }
    if (this.#waiting.length === most) this.#waiting.shift()!.changed?.giveUp();
    this.#waiting.push(entry);
  }
}
