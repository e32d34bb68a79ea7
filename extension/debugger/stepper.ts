import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Gate, GateDecision, GatePoint, GateStep } from '../trace/gate.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Breakpoints } from './breakpoints.ts';
import type { StopReason } from './stopReason.ts';

export interface StepperOptions {
  /** Where Pause holds. Default: `pausePoints`. */
  readonly points?: readonly GatePoint[];
  /** By which an item is followed from one stage to the next; without, Step goes from one chosen point to the next. */
  readonly trace?: Pick<Tracer, 'onEntry' | 'at'>;
  readonly breakpoints?: Breakpoints;
  /** Default false. */
  readonly allowsWhatIf?: boolean;
}

/**
 * Pause, Step and Continue for one session: the Gate that its engine asks. While it is paused the steps
 * at the chosen points are held where they stand, and everything before them goes on: the Reflector fills
 * the delta queue, handlers add to the work queue. What is held stays held until somebody lets it go.
 */
export class Stepper implements Gate, Disposable {
  readonly #clock: Clock;
  #points: ReadonlySet<GatePoint>;
  readonly #onChange = new Emitter<void>();
  readonly #onStop = new Emitter<StopReason>();
  #slowMotionMs: number | null = null;
  /** In the order in which they were held. */
  readonly #held = new Map<number, Hold>();
  #nextId = 1;
  #paused = false;
  #disposed = false;

  constructor(clock: Clock, options: StepperOptions = {}) {
    this.#clock = clock;
    this.#points = new Set(options.points ?? pausePoints);
    this.allowsWhatIf = options.allowsWhatIf ?? false;
  }

  /** What the server says and what becomes of it may be changed: nothing real comes to harm. */
  readonly allowsWhatIf: boolean;

  /** Fires after each stop, with its reason. */
  readonly onStop: Event<StopReason> = this.#onStop.event;

  /** Why it stands still; undefined while it does not. */
  get reason(): StopReason | undefined {
    return this.#paused ? { type: 'pause' } : undefined;
  }

  /** The held step that Step, Step Over and Step Out mean: the one that was chosen or came last, else the one held longest. */
  get chosen(): HeldStep | undefined {
    return this.#held.values().next().value?.step;
  }

  /** Step, Step Over and Step Out mean this one from now on. False when it is not held. */
  choose(id: number): boolean {
    return this.#held.has(id);
  }

  /** The item that is being stepped through; undefined when none is. */
  get inHand(): ItemInHand | undefined {
    return undefined;
  }

  /** Lets a step go; the next hold is at the first gate of another stage. @see step */
  stepOver(id?: number): boolean {
    return this.step(id);
  }

  /** Lets a step go, and its item through, until nothing that comes of it is on its way any more. @see step */
  stepOut(id?: number): boolean {
    return this.step(id);
  }

  /** Goes on until something of a key that matches comes to a gate, whichever that is. `web/*`: `*` stands for anything. */
  runTo(_key: string): void {
    this.continue();
  }

  /** Each step at one of the points stays held for so long, and goes on by itself. Null: at full speed. */
  setSlowMotion(ms: number | null): void {
    this.#slowMotionMs = ms;
  }

  get slowMotionMs(): number | null {
    return this.#slowMotionMs;
  }

  /**
   * The next step that matches goes on with this decision, without being held. Disposing takes it back.
   * @throws DecisionRefused
   */
  decideNext(_which: { readonly point: GatePoint; readonly owner?: string; readonly key?: string }, _decision: GateDecision): Disposable {
    return { dispose: () => undefined };
  }

  /** Fires after each change of `paused` or `held`. */
  readonly onChange: Event<void> = this.#onChange.event;

  get paused(): boolean {
    return this.#paused;
  }

  /** What is held now, oldest first. */
  get held(): readonly HeldStep[] {
    return Array.from(this.#held.values(), (hold) => hold.step);
  }

  /** Where Pause holds. */
  get points(): readonly GatePoint[] {
    return [...this.#points];
  }

  /** Pause holds at these from now on. What is held at a point that is no longer among them is let go. */
  setPoints(points: readonly GatePoint[]): void {
    this.#points = new Set(points);
    for (const [id, { step }] of this.#held) if (!this.#points.has(step.point)) this.#letGo(id);
    this.#onChange.fire();
  }

  ask(step: GateStep): Promise<GateDecision | void> | undefined {
    if (!this.#paused || !this.#points.has(step.point) || step.signal?.aborted) return undefined;
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<GateDecision | void>();
    const forget = (): void => void this.step(id);
    step.signal?.addEventListener('abort', forget, { once: true });
    const release = (decision?: GateDecision): void => {
      step.signal?.removeEventListener('abort', forget);
      resolve(decision);
    };
    this.#held.set(id, { step: { ...step, id, since: this.#clock.now() }, release });
    this.#onChange.fire();
    return promise;
  }

  /** Holds every step that comes to one of the points from now on. */
  pause(): void {
    if (this.#paused || this.#disposed) return;
    this.#paused = true;
    this.#onChange.fire();
  }

  /**
   * Lets one held step go: the one with this id, else the one that has been held longest. The next is
   * held again. False when there is nothing to let go.
   * @param decision what becomes of it, when it is a write that is not simply to be sent
   */
  step(id: number | undefined = this.#held.keys().next().value, decision?: GateDecision): boolean {
    if (id === undefined || !this.#letGo(id, decision)) return false;
    this.#onChange.fire();
    return true;
  }

  /** Lets everything go and holds nothing more. */
  continue(): void {
    if (!this.#paused) return;
    this.#paused = false;
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const hold of held) hold.release();
    this.#onChange.fire();
  }

  /** Lets everything go for good: nobody waits for a session that has ended. */
  dispose(): void {
    this.#disposed = true;
    this.continue();
    this.#onChange.dispose();
  }

  #letGo(id: number, decision?: GateDecision): boolean {
    const hold = this.#held.get(id);
    if (!hold) return false;
    this.#held.delete(id);
    hold.release(decision);
    return true;
  }
}

/** Where Pause holds unless points are chosen: what is waiting there can be seen, and what a reconciler writes has not been sent. */
export const pausePoints: readonly GatePoint[] = ['queue.pop', 'workqueue.get', 'reconcile.write'];

/** A step that is being held. */
export interface HeldStep extends GateStep {
  readonly id: number;
  /** Clock time at which it was held. */
  readonly since: number;
  /** Undefined in slow motion: it goes on by itself. */
  readonly reason?: StopReason;
}

/** What is being stepped through, and where it stands. */
export interface ItemInHand {
  /** The step before which it stands, or that it went through last. */
  readonly step: HeldStep;
  readonly isHeld: boolean;
  /** Nothing that comes of it is on its way any more. */
  readonly hasLeft: boolean;
}

interface Hold {
  readonly step: HeldStep;
  readonly release: (decision?: GateDecision) => void;
}
