import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import type { GateDecision, GateStep } from '../trace/gate.ts';
import type { HeldStep } from './heldStep.ts';
import type { Journey } from './journeys.ts';
import type { StopReason } from './stopReason.ts';

/** A step that waits to be let go, and whose it is. */
export interface Hold {
  readonly step: HeldStep;
  /** The item, where it is followed. */
  readonly journey: Journey | undefined;
}

interface Waiting extends Hold {
  step: HeldStep;
  readonly release: (decision?: GateDecision) => void;
  /** In slow motion: when it goes on by itself. */
  timer: Disposable | undefined;
}

/** The steps of one session that are held, in the order in which they were, and which of them is meant. */
export class Holds {
  readonly #clock: Clock;
  readonly #onGone: () => void;
  readonly #all = new Map<number, Waiting>();
  #nextId = 1;
  #chosen: number | undefined;

  /** @param onGone after one went by itself: its time was over, or nobody waits for it any more */
  constructor(clock: Clock, onGone: () => void) {
    this.#clock = clock;
    this.#onGone = onGone;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Oldest first. */
  get all(): readonly Hold[] {
    return [...this.#all.values()];
  }

  get steps(): readonly HeldStep[] {
    return Array.from(this.#all.values(), ({ step }) => step);
  }

  has(id: number): boolean {
    return this.#all.has(id);
  }

  get(id: number): HeldStep | undefined {
    return this.#all.get(id)?.step;
  }

  /** The one that was chosen, else the one held longest. */
  get chosen(): HeldStep | undefined {
    const chosen = this.#chosen === undefined ? undefined : this.#all.get(this.#chosen);
    return (chosen ?? this.#all.values().next().value)?.step;
  }

  choose(id: number): void {
    this.#chosen = id;
  }

  /** Until it is let go, or its owner stops. @param until a reason: until somebody says so; a number: for so many ms */
  add(asked: GateStep, until: StopReason | number, journey: Journey | undefined): { readonly hold: Hold; readonly decided: Promise<GateDecision | void> } {
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<GateDecision | void>();
    const goByItself = (): void => {
      if (this.letGo(id)) this.#onGone();
    };
    asked.signal?.addEventListener('abort', goByItself, { once: true });
    const hold: Waiting = {
      step: { ...asked, id, since: this.#clock.now(), ...(typeof until !== 'number' && { reason: until }) },
      journey,
      release: (decision) => {
        hold.timer?.dispose();
        asked.signal?.removeEventListener('abort', goByItself);
        resolve(decision);
      },
      timer: undefined,
    };
    this.#all.set(id, hold);
    if (typeof until === 'number') hold.timer = this.#clock.setTimer(until, goByItself);
    return { hold, decided: promise };
  }

  /** All that is held now stays held, also what would have gone on by itself. */
  keepAll(reason: StopReason): void {
    for (const hold of this.#all.values()) {
      hold.timer?.dispose();
      hold.timer = undefined;
      hold.step = { ...hold.step, reason };
    }
  }

  /** Those that would go on by themselves. */
  get timed(): readonly number[] {
    return Array.from(this.#all).flatMap(([id, { timer }]) => (timer ? [id] : []));
  }

  /** False when it is not held. */
  letGo(id: number, decision?: GateDecision): boolean {
    const hold = this.#all.get(id);
    if (!hold) return false;
    this.#all.delete(id);
    hold.release(decision);
    return true;
  }

  letAllGo(): void {
    this.#chosen = undefined;
    const all = [...this.#all.values()];
    this.#all.clear();
    for (const hold of all) hold.release();
  }
}
