import type { Clock } from '../../base/clock.ts';
import type { PriorityLevelView } from '../../introspection/flowControl.ts';
import { FairQueue, type Waiting } from './fairQueue.ts';
import type { PriorityLevelSpec } from './flowConfiguration.ts';
import type { SeatHolder, SeatPool } from './seatPool.ts';
import { dealHand } from './shuffleShard.ts';

/** Hands that are remembered: flows of a busy server, far from what a process may have. */
const rememberedHands = 2_000;
const longestShown = 10;
/** Of its seats, the part that one request may have at most, and how many that is at most (apiserver `flowcontrol/request`). */
const widestPart = 0.15;
const widest = 10;

/** Why a request is sent away. */
export type Refusal = 'queue-full' | 'concurrency-limit' | 'time-out' | 'gone';

/** Seats that are held; given back once, however often it is called. */
export type GiveBack = () => void;

export interface Entry {
  /** Of the schema and what tells its flows apart. */
  readonly flow: string;
  readonly width: number;
  readonly admit: (giveBack: GiveBack) => void;
  readonly refuse: (why: Refusal) => void;
}

/**
 * One priority level: who may be answered now, who waits and in which queue, and whose turn is next. The queues are served fairly:
 * the one that has had the least of the level is first, by the seats and the time that its requests took (apiserver
 * `fairqueuing/queueset`).
 */
export class PriorityLevel implements SeatHolder {
  readonly spec: PriorityLevelSpec;
  readonly uid: string;
  nominal = 0;
  guaranteed = 0;
  inUse = 0;
  readonly #clock: Clock;
  readonly #waitLimitMs: number;
  readonly #queues: readonly FairQueue[];
  readonly #hands = new Map<string, readonly number[]>();
  /** Queues in which somebody waits. */
  readonly #crowded = new Set<FairQueue>();
  #active = 0;
  #seatsWanted = 0;
  /** What an always busy queue would have had by now, in seat-milliseconds; at the time `#progressAt`. */
  #progress = 0;
  #progressAt: number;
  #dispatched = 0;
  #rejected = 0;
  #waitedMs = 0;

  constructor(spec: PriorityLevelSpec, uid: string, clock: Clock, waitLimitMs: number) {
    this.spec = spec;
    this.uid = uid;
    this.#clock = clock;
    this.#waitLimitMs = waitLimitMs;
    this.#queues = Array.from({ length: spec.queues }, (_, index) => new FairQueue(index));
    this.#progressAt = clock.now();
  }

  /** The most seats that one request gets here. */
  get mostWidth(): number {
    return Math.max(1, Math.min(widest, Math.ceil(this.nominal * widestPart)));
  }

  get isCrowded(): boolean {
    return this.#crowded.size > 0;
  }

  /** Lets it in, queues it or sends it away. @returns what takes it back as long as it waits */
  enter({ flow, width, admit, refuse }: Entry, pool: SeatPool): (() => void) | undefined {
    if (this.spec.exempt) {
      this.#admit(undefined, width, admit);
      return undefined;
    }
    if (this.#queues.length === 0) {
      if (pool.hasRoom(this, width)) this.#admit(undefined, width, admit);
      else this.#refuse('concurrency-limit', refuse);
      return undefined;
    }
    this.#advance();
    const queue = this.#queueFor(flow);
    const free = this.#crowded.size === 0 && pool.hasRoom(this, width);
    if (!free && queue.waiting.length >= this.spec.queueLength) {
      this.#refuse('queue-full', refuse);
      return undefined;
    }
    if (queue.isIdle) {
      queue.due = this.#progress;
      this.#active++;
    }
    if (free) {
      this.#admit(queue, width, admit);
      return undefined;
    }
    return this.#wait(queue, flow, width, admit, refuse);
  }

  /** Lets in whose turn it is, as long as there is room. @param borrows also beyond its own seats */
  dispatch(pool: SeatPool, borrows: boolean): void {
    while (this.#crowded.size > 0) {
      const queue = this.#nextQueue();
      const [next] = queue.waiting;
      if (!next || !(borrows || pool.isOwn(this, next.width)) || !pool.hasRoom(this, next.width)) return;
      this.#advance();
      this.#take(next);
      this.#waitedMs += this.#clock.now() - next.since;
      next.admit();
    }
  }

  /** Sends away all who wait. */
  close(): void {
    for (const queue of this.#queues) {
      for (let [request] = queue.waiting; request; [request] = queue.waiting) {
        this.#take(request);
        this.#leave(queue);
        request.refuse();
      }
    }
  }

  view(): PriorityLevelView {
    const { name, exempt, shares, queues, queueLength } = this.spec;
    const crowded = [...this.#crowded].toSorted((one, other) => other.waiting.length - one.waiting.length);
    return {
      name,
      exempt,
      shares,
      seats: this.nominal,
      seatsInUse: this.inUse,
      queues,
      queueLength,
      waiting: crowded.reduce((sum, { waiting }) => sum + waiting.length, 0),
      longest: crowded.slice(0, longestShown).map(({ index, waiting }) => ({ queue: index, waiting: waiting.length, flow: waiting[0]!.flow })),
      dispatched: this.#dispatched,
      rejected: this.#rejected,
      waitedMs: this.#waitedMs,
    };
  }

  /** What is done when seats are given back; set by whoever shares them out. */
  onGiveBack: () => void = () => undefined;

  #admit(queue: FairQueue | undefined, width: number, admit: (giveBack: GiveBack) => void): void {
    this.inUse += width;
    this.#seatsWanted += width;
    this.#dispatched++;
    queue?.begin(width);
    // Time counts where there are queues to be fair to.
    const since = queue ? this.#clock.now() : 0;
    let held = true;
    admit(() => {
      if (!held) return;
      held = false;
      if (queue) this.#advance();
      this.inUse -= width;
      this.#seatsWanted -= width;
      if (queue) {
        queue.end(width, this.#progressAt - since);
        queue.forgetSavings();
        this.#leave(queue);
      }
      this.onGiveBack();
    });
  }

  #refuse(why: Refusal, refuse: (why: Refusal) => void): void {
    this.#rejected++;
    refuse(why);
  }

  #wait(queue: FairQueue, flow: string, width: number, admit: Entry['admit'], refuse: Entry['refuse']): () => void {
    const leave = (why: Refusal): void => {
      this.#advance();
      if (!this.#take(request)) return;
      this.#leave(queue);
      if (why === 'gone') refuse(why);
      else this.#refuse(why, refuse);
    };
    const request: Waiting = {
      flow,
      width,
      since: this.#clock.now(),
      arrivedAt: this.#progress,
      queue,
      admit: () => this.#admit(queue, width, admit),
      refuse: () => refuse('gone'),
      timer: this.#clock.setTimer(this.#waitLimitMs, () => leave('time-out')),
    };
    queue.push(request);
    this.#seatsWanted += width;
    this.#crowded.add(queue);
    return () => leave('gone');
  }

  /** Out of its queue. False when it is in none any more. */
  #take(request: Waiting): boolean {
    const { queue, width, timer } = request;
    if (!queue.remove(request)) return false;
    timer?.dispose();
    this.#seatsWanted -= width;
    if (queue.waiting.length === 0) this.#crowded.delete(queue);
    else queue.forgetSavings();
    return true;
  }

  #leave(queue: FairQueue): void {
    if (queue.isIdle) this.#active--;
  }

  /** Progress goes as fast as the seats that are used, shared by the queues that have something to do. */
  #advance(): void {
    const now = this.#clock.now();
    if (this.#active > 0) this.#progress += ((now - this.#progressAt) * Math.min(this.#seatsWanted, Math.max(this.nominal, this.inUse))) / this.#active;
    this.#progressAt = now;
  }

  #queueFor(flow: string): FairQueue {
    let hand = this.#hands.get(flow);
    if (!hand) {
      hand = dealHand(flow, this.spec.queues, this.spec.handSize);
      if (this.#hands.size >= rememberedHands) this.#hands.clear();
      this.#hands.set(flow, hand);
    }
    let best = this.#queues[hand[0]!]!;
    for (const index of hand) {
      const queue = this.#queues[index]!;
      if (queue.work < best.work) best = queue;
    }
    return best;
  }

  #nextQueue(): FairQueue {
    let best: FairQueue | undefined;
    for (const queue of this.#crowded) if (!best || queue.finish < best.finish) best = queue;
    return best!;
  }
}
