import type { Disposable } from '../../base/disposable.ts';

/** What each seat of a request is taken to cost before it is known, in milliseconds (apiserver `queueset.go`). */
const estimatedServiceMs = 3;

/** A request that waits for its seats. */
export interface Waiting {
  readonly flow: string;
  readonly width: number;
  /** On the clock. */
  readonly since: number;
  /** Progress of the queues when it came. */
  readonly arrivedAt: number;
  readonly queue: FairQueue;
  readonly admit: () => void;
  readonly refuse: () => void;
  /** Of its time limit. */
  timer: Disposable | undefined;
}

/** One of the queues of a level: first in, first out, and what it has had of the level's seats so far. */
export class FairQueue {
  readonly index: number;
  readonly waiting: Waiting[] = [];
  /** Requests of it that hold seats, and the seats. */
  executing = 0;
  seatsInUse = 0;
  /** Of those that wait. */
  seatsWanted = 0;
  /** Progress at which the next one is due: those that have had less are due earlier. In seat-milliseconds. */
  due = 0;

  constructor(index: number) {
    this.index = index;
  }

  get isIdle(): boolean {
    return this.waiting.length === 0 && this.executing === 0;
  }

  /** What there is to do before one who comes now has his turn. */
  get work(): number {
    return estimatedServiceMs * (this.seatsInUse + this.seatsWanted);
  }

  /** Progress at which its oldest request would be done. */
  get finish(): number {
    return this.due + estimatedServiceMs * (this.waiting[0]?.width ?? 0);
  }

  push(request: Waiting): void {
    this.waiting.push(request);
    this.seatsWanted += request.width;
  }

  /** False when it is no longer there. */
  remove(request: Waiting): boolean {
    const at = this.waiting.indexOf(request);
    if (at < 0) return false;
    this.waiting.splice(at, 1);
    this.seatsWanted -= request.width;
    return true;
  }

  begin(width: number): void {
    this.executing++;
    this.seatsInUse += width;
    this.due += estimatedServiceMs * width;
  }

  /** @param ms how long it really took */
  end(width: number, ms: number): void {
    this.executing--;
    this.seatsInUse -= width;
    this.due -= (estimatedServiceMs - ms) * width;
  }

  /** Who had nothing to do has saved nothing up for it. */
  forgetSavings(): void {
    const [oldest] = this.waiting;
    if (oldest && this.due < oldest.arrivedAt) this.due = oldest.arrivedAt;
  }
}
