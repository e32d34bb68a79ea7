import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Seq, TraceEntry } from '../trace/entry.ts';
import type { Gate, GateDecision, GatePoint, GateStep } from '../trace/gate.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Breakpoints } from './breakpoints.ts';
import { checkDecision, type NextStep, NextDecisions } from './decisions.ts';
import { isHeldAt, type Journey, Journeys } from './journeys.ts';
import { type Matches, patternOf } from './pattern.ts';
import type { StopReason } from './stopReason.ts';

export interface StepperOptions {
  /** Where Pause holds. Default: `pausePoints`. */
  readonly points?: readonly GatePoint[];
  /** By which an item is followed from one stage to the next; without, Step goes from one chosen point to the next. */
  readonly trace?: Pick<Tracer, 'onEntry' | 'at'>;
  /** Whether anything that waits or is being worked on was brought by one of these entries; without, nobody learns that an item has left the pipeline. */
  readonly carries?: (isWanted: (seq: Seq) => boolean) => boolean;
  readonly breakpoints?: Breakpoints;
  /** Default false. */
  readonly allowsWhatIf?: boolean;
}

/**
 * Pause, Step and Continue for one session: the Gate that its engine asks. While it is paused the steps
 * at the chosen points are held where they stand, and everything before them goes on: the Reflector fills
 * the delta queue, handlers add to the work queue. An item that is stepped through is held at every gate, chosen or not.
 * What is held stays held until somebody lets it go.
 */
export class Stepper implements Gate, Disposable {
  readonly #clock: Clock;
  readonly #options: StepperOptions;
  readonly #journeys: Journeys;
  readonly #next: NextDecisions;
  #points: ReadonlySet<GatePoint>;
  readonly #onChange = new Emitter<void>();
  readonly #onStop = new Emitter<StopReason>();
  /** In the order in which they were held. */
  readonly #held = new Map<number, Hold>();
  readonly #breakpointsChanged: Disposable | undefined;
  #entries: Disposable | undefined;
  #lookingForEnd: Disposable | undefined;
  #nextId = 1;
  /** Somebody wants to know of steps. While nobody does, a question costs one look at this. */
  #isAttentive = false;
  #paused = false;
  #reason: StopReason | undefined;
  #chosen: number | undefined;
  #inHand: { readonly step: HeldStep; hasLeft: boolean } | undefined;
  /** The item that was let go last. */
  #current: Journey | undefined;
  #runningTo: { readonly key: string; readonly matches: Matches } | undefined;
  #slowMotionMs: number | null = null;
  #disposed = false;

  constructor(clock: Clock, options: StepperOptions = {}) {
    this.#clock = clock;
    this.#options = options;
    this.#points = new Set(options.points ?? pausePoints);
    this.#journeys = new Journeys((seq) => options.trace?.at(seq));
    this.#next = new NextDecisions(() => this.#attend());
    this.#breakpointsChanged = options.breakpoints?.onChange(() => this.#attend());
    this.#attend();
  }

  /** Fires after each change of what can be read here. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** Fires after each stop, with its reason. */
  readonly onStop: Event<StopReason> = this.#onStop.event;

  /** What the server says and what becomes of it may be changed: nothing real comes to harm. */
  get allowsWhatIf(): boolean {
    return this.#options.allowsWhatIf ?? false;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Why it stands still; undefined while it does not. */
  get reason(): StopReason | undefined {
    return this.#reason;
  }

  /** What is held now, oldest first. */
  get held(): readonly HeldStep[] {
    return Array.from(this.#held.values(), (hold) => hold.step);
  }

  /** The held step that Step, Step Over and Step Out mean: the one that was chosen or came last, else the one held longest. */
  get chosen(): HeldStep | undefined {
    const chosen = this.#chosen === undefined ? undefined : this.#held.get(this.#chosen);
    return (chosen ?? this.#held.values().next().value)?.step;
  }

  /** Step, Step Over and Step Out mean this one from now on. False when it is not held. */
  choose(id: number): boolean {
    const hold = this.#held.get(id);
    if (!hold) return false;
    this.#take(hold.step);
    this.#onChange.fire();
    return true;
  }

  /** The item that is being stepped through; undefined when none is. */
  get inHand(): ItemInHand | undefined {
    return this.#inHand && { ...this.#inHand, isHeld: this.#held.has(this.#inHand.step.id) };
  }

  /** Where Pause holds. */
  get points(): readonly GatePoint[] {
    return [...this.#points];
  }

  /** Pause holds at these from now on. What it holds at a point that is no longer among them is let go. */
  setPoints(points: readonly GatePoint[]): void {
    this.#points = new Set(points);
    for (const [id, { step }] of this.#held) if (!this.#points.has(step.point) && (!step.reason || step.reason.type === 'pause')) this.#letGo(id);
    this.#onChange.fire();
  }

  get isOpen(): boolean {
    return !this.#isAttentive;
  }

  ask(step: GateStep): Promise<GateDecision | void> | undefined {
    return this.#isAttentive && !step.signal?.aborted ? this.#consider(step) : undefined;
  }

  /** Holds every step that comes to one of the points from now on; an item that Step Over or Step Out lets through, at its next gate. */
  pause(): void {
    if (this.#paused) return this.#journeys.holdAll();
    if (this.#disposed) return;
    this.#paused = true;
    this.#runningTo = undefined;
    const reason: StopReason = { type: 'pause' };
    for (const hold of this.#held.values()) {
      hold.timer?.dispose();
      hold.timer = undefined;
      hold.step = { ...hold.step, reason };
    }
    this.#stopped(reason);
  }

  /**
   * Lets one held step go, and holds its item again at its next gate, whichever that is. Everything else stays as it is. False when there is nothing
   * to let go.
   * @param id default: the one that is {@link chosen}
   * @param decision what becomes of it, where it is not simply to go on
   * @throws DecisionRefused
   */
  step(id?: number, decision?: GateDecision): boolean {
    return this.#go('step', id, decision);
  }

  /** Lets a step go; the next hold is at the first gate of another stage. @see step */
  stepOver(id?: number): boolean {
    return this.#go('over', id);
  }

  /** Lets a step go, and its item through, until nothing that comes of it is on its way any more. @see step */
  stepOut(id?: number): boolean {
    return this.#go('out', id);
  }

  /** Lets a step go, whose item is held again where Pause holds, as any other. False when it is not held any more. @throws DecisionRefused */
  letGo(id: number, decision?: GateDecision): boolean {
    return this.#go(undefined, id, decision);
  }

  /** Goes on until something of a key that matches comes to a gate, whichever that is. `web/*`: `*` stands for anything. */
  runTo(key: string): void {
    if (this.#disposed) return;
    const matches = patternOf(key);
    const inHand = this.chosen?.id;
    const there = this.#paused ? this.held.find((step) => step.id !== inHand && step.key !== undefined && matches(step.key)) : undefined;
    if (there) {
      this.#take(there);
      this.#stopped({ type: 'runTo', key });
      return;
    }
    this.continue();
    this.#runningTo = { key, matches };
    this.#changed();
  }

  /** The pattern of the key that it runs to. */
  get runningTo(): string | undefined {
    return this.#runningTo?.key;
  }

  /** Each step at one of the points stays held for so long, and goes on by itself. Null: at full speed. */
  setSlowMotion(ms: number | null): void {
    if (this.#disposed) return;
    this.#slowMotionMs = ms;
    if (ms === null) for (const [id, { timer }] of this.#held) if (timer) this.#letGo(id);
    this.#changed();
  }

  get slowMotionMs(): number | null {
    return this.#slowMotionMs;
  }

  /**
   * The next step that matches goes on with this decision, without being held. Disposing takes it back.
   * @throws DecisionRefused
   */
  decideNext(which: NextStep, decision: GateDecision): Disposable {
    checkDecision(decision, { point: which.point, allowsWhatIf: this.allowsWhatIf });
    return this.#next.add(which, decision);
  }

  /** Lets everything go and holds nothing more. */
  continue(): void {
    if (!this.#paused && this.#held.size === 0 && !this.#runningTo) return;
    this.#paused = false;
    this.#reason = this.#inHand = this.#chosen = this.#current = this.#runningTo = undefined;
    this.#journeys.endStepped();
    const held = [...this.#held.values()];
    this.#held.clear();
    for (const hold of held) hold.release();
    this.#changed();
  }

  /** Lets everything go for good: nobody waits for a session that has ended. */
  dispose(): void {
    this.#disposed = true;
    this.#next.clear();
    this.continue();
    this.#attend();
    this.#breakpointsChanged?.dispose();
    this.#onChange.dispose();
    this.#onStop.dispose();
  }

  #consider(step: GateStep): Promise<GateDecision | void> | undefined {
    const decision = this.#next.take(step);
    if (decision) return Promise.resolve(decision);
    const reason = this.#reasonToHold(step);
    if (reason === 'pass') return undefined;
    if (reason) return this.#hold(step, reason);
    return this.#slowMotionMs !== null && this.#points.has(step.point) ? this.#hold(step) : undefined;
  }

  /** `pass`: it is not to be held, though it is at a point where others are. */
  #reasonToHold(step: GateStep): StopReason | 'pass' | undefined {
    const { breakpoints } = this.#options;
    const journey = this.#journeys.size > 0 ? this.#journeys.of(step) : undefined;
    if (journey?.until === 'watched') {
      const { id, seq } = journey.hit!;
      if (breakpoints?.completes(id, step, seq)) {
        this.#journeys.end(journey);
        return { type: 'breakpoint', id, seq };
      }
    }
    const id = breakpoints?.atGate(step);
    if (id !== undefined) return { type: 'breakpoint', id };
    if (this.#runningTo && step.key !== undefined && this.#runningTo.matches(step.key)) return { type: 'runTo', key: this.#runningTo.key };
    if (journey && journey.until !== 'watched') {
      if (!isHeldAt(journey, step.point)) return 'pass';
      return journey.hit ? { type: 'breakpoint', ...journey.hit } : { type: 'step', hasLeft: false };
    }
    return this.#paused && this.#points.has(step.point) ? { type: 'pause' } : undefined;
  }

  #hold(asked: GateStep, reason?: StopReason): Promise<GateDecision | void> {
    const id = this.#nextId++;
    const { promise, resolve } = Promise.withResolvers<GateDecision | void>();
    const forget = (): void => {
      if (this.#letGo(id)) this.#onChange.fire();
    };
    asked.signal?.addEventListener('abort', forget, { once: true });
    const step: HeldStep = { ...asked, id, since: this.#clock.now(), ...(reason && { reason }) };
    const release = (decision?: GateDecision): void => {
      hold.timer?.dispose();
      asked.signal?.removeEventListener('abort', forget);
      resolve(decision);
    };
    const hold: Hold = { step, release, timer: undefined, journey: this.#journeys.size > 0 ? this.#journeys.of(asked) : undefined };
    this.#held.set(id, hold);
    if (!reason) hold.timer = this.#clock.setTimer(this.#slowMotionMs!, forget);
    this.#arrived(hold);
    return promise;
  }

  /** Somebody is told why it stands still now, unless it stood still before, or goes on by itself. */
  #arrived({ step, journey }: Hold): void {
    const { reason } = step;
    const isStop = reason?.type === 'breakpoint' || reason?.type === 'runTo' || (reason?.type === 'step' && journey === this.#current);
    if (!isStop) {
      this.#onChange.fire();
      return;
    }
    this.#runningTo = undefined;
    this.#take(step);
    if (this.#isToldOf(reason)) this.#onChange.fire();
    else this.#stopped(reason);
  }

  /** It was told when the entry came, and this is where that led. */
  #isToldOf(reason: StopReason): boolean {
    const told = this.#reason;
    return reason.type === 'breakpoint' && told?.type === 'breakpoint' && reason.seq !== undefined && told.id === reason.id && told.seq === reason.seq;
  }

  #take(step: HeldStep): void {
    this.#chosen = step.id;
    this.#inHand = { step, hasLeft: false };
  }

  #stopped(reason: StopReason): void {
    this.#paused = true;
    this.#reason = reason;
    this.#changed();
    this.#onStop.fire(reason);
  }

  #go(until: Exclude<Journey['until'], 'watched'> | undefined, id: number | undefined = this.chosen?.id, decision?: GateDecision): boolean {
    const hold = id === undefined ? undefined : this.#held.get(id);
    if (!hold) return false;
    const { step } = hold;
    if (decision) checkDecision(decision, { point: step.point, takes: step.takes ?? [], allowsWhatIf: this.allowsWhatIf });
    if (until && this.#paused) {
      this.#inHand = { step, hasLeft: false };
      if (this.#options.trace) this.#current = this.#journeys.begin(until, step);
    }
    this.#letGo(step.id, decision);
    this.#changed();
    return true;
  }

  #letGo(id: number, decision?: GateDecision): boolean {
    const hold = this.#held.get(id);
    if (!hold) return false;
    this.#held.delete(id);
    hold.release(decision);
    if (this.#journeys.size > 0) this.#lookForEnd();
    return true;
  }

  #note(entry: TraceEntry): void {
    if (this.#journeys.size > 0 && this.#journeys.note(entry)) this.#lookForEnd();
    const hit = this.#options.breakpoints?.atEntry(entry, this.#options.trace!);
    if (!hit) return;
    const journey = this.#journeys.beginAt(hit.isDecided ? 'step' : 'watched', entry, hit.id);
    if (!hit.isDecided) return this.#attend();
    this.#current = journey;
    this.#inHand = undefined;
    this.#stopped({ type: 'breakpoint', id: hit.id, seq: entry.seq });
  }

  /** In a later turn: what one step leads to comes in one go, and some of it in the turns that follow at once. */
  #lookForEnd(): void {
    if (!this.#options.carries || this.#disposed) return;
    this.#lookingForEnd ??= this.#clock.defer(() => {
      this.#lookingForEnd = undefined;
      this.#endJourneys(this.#options.carries!);
    });
  }

  #endJourneys(carries: NonNullable<StepperOptions['carries']>): void {
    const held = new Set(Array.from(this.#held.values(), ({ journey }) => journey));
    for (const journey of this.#journeys.all) {
      if (journey.isReflectors || this.#journeys.isAwaited(journey) || held.has(journey) || carries((seq) => this.#journeys.owns(journey, seq))) continue;
      this.#journeys.end(journey);
    }
    if (this.#current && !this.#journeys.all.includes(this.#current)) this.#goOnWithBranch(this.#current.family);
    this.#attend();
  }

  /** Where one branch of an item ends, another may be held, or on its way. */
  #goOnWithBranch(family: number): void {
    const held = [...this.#held.values()].find(({ journey }) => journey?.family === family);
    this.#current = held?.journey ?? this.#journeys.all.findLast((journey) => journey.family === family);
    if (held) {
      this.#take(held.step);
      this.#stopped({ type: 'step', hasLeft: false });
    } else if (!this.#current) {
      this.#hasLeft();
    }
  }

  #hasLeft(): void {
    if (this.#inHand) this.#inHand.hasLeft = true;
    // One that began with an entry has been told of already.
    if (this.#paused && this.#inHand) this.#stopped({ type: 'step', hasLeft: true });
  }

  #changed(): void {
    this.#attend();
    this.#onChange.fire();
  }

  /** Listens to what somebody wants to know, and to nothing else. */
  #attend(): void {
    const { breakpoints, trace } = this.#options;
    const isFollowing = this.#journeys.size > 0;
    this.#isAttentive =
      !this.#disposed && (this.#paused || isFollowing || this.#slowMotionMs !== null || this.#runningTo !== undefined || this.#next.size > 0 || (breakpoints?.hasGates ?? false));
    const listens = !this.#disposed && (isFollowing || (breakpoints?.hasEntries ?? false));
    if (listens) this.#entries ??= trace?.onEntry((entry) => this.#note(entry));
    else this.#entries = this.#entries?.dispose() as undefined;
    if (isFollowing) return;
    this.#lookingForEnd = this.#lookingForEnd?.dispose() as undefined;
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
  step: HeldStep;
  readonly release: (decision?: GateDecision) => void;
  /** In slow motion: when it goes on by itself. */
  timer: Disposable | undefined;
  /** Whose it is, where it is followed. */
  readonly journey: Journey | undefined;
}
