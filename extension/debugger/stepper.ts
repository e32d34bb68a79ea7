import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Seq, TraceEntry } from '../trace/entry.ts';
import type { Gate, GateDecision, GatePoint, GateStep } from '../trace/gate.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { AskedBreakpoints } from './breakpoints.ts';
import { checkDecision, NextDecisions } from './decisions.ts';
import { GateHolds } from './gateHolds.ts';
import type { HeldStep, ItemInHand } from './heldStep.ts';
import { type Hold, Holds } from './holds.ts';
import { ItemsInHand } from './itemsInHand.ts';
import type { NextStep } from './nextStep.ts';
import type { Matches } from '../base/pattern.ts';
import { namePattern } from './namePattern.ts';
import { pausePoints } from './pausePoints.ts';
import { reasonToHold } from './reasonToHold.ts';
import type { StopReason } from './stopReason.ts';

export interface StepperOptions {
  /** Where Pause holds. Default: `pausePoints`. */
  readonly points?: readonly GatePoint[];
  /** By which an item is followed from one stage to the next; without, Step goes from one chosen point to the next. */
  readonly trace?: Pick<Tracer, 'onEntry' | 'at'>;
  /** Whether anything that waits or is being worked on was brought by one of these entries; without, nobody learns that an item has left the pipeline. */
  readonly carries?: (isWanted: (seq: Seq) => boolean) => boolean;
  readonly breakpoints?: AskedBreakpoints;
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
  readonly #options: StepperOptions;
  readonly #holds: Holds;
  readonly #items: ItemsInHand;
  readonly #next: NextDecisions;
  readonly #gates: GateHolds;
  #points: ReadonlySet<GatePoint>;
  readonly #onChange = new Emitter<void>();
  readonly #onStop = new Emitter<StopReason>();
  readonly #breakpointsChanged: Disposable | undefined;
  #entries: Disposable | undefined;
  /** Somebody wants to know of steps. While nobody does, a question costs one look at this. */
  #isAttentive = false;
  #paused = false;
  #reason: StopReason | undefined;
  #runningTo: { readonly key: string; readonly matches: Matches } | undefined;
  #slowMotionMs: number | null = null;
  #disposed = false;

  constructor(clock: Clock, options: StepperOptions = {}) {
    this.#options = options;
    this.#points = new Set(options.points ?? pausePoints);
    this.#holds = new Holds(clock, () => {
      this.#items.lookForEnd();
      this.#onChange.fire();
    });
    this.#items = new ItemsInHand({
      clock,
      holds: this.#holds,
      trace: options.trace,
      carries: options.carries,
      onEnd: (hasLeft) => {
        if (!hasLeft || this.#paused) this.#stopped({ type: 'step', hasLeft });
      },
      onLooked: () => this.#attend(),
    });
    this.#next = new NextDecisions(() => this.#attend());
    this.#gates = new GateHolds((gate) => {
      for (const { id, reason } of this.held) if (reason?.type === 'gate' && reason.gate === gate) this.#letGo(id);
      this.#changed();
    });
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
    return this.#holds.steps;
  }

  /** The held step that Step, Step Over and Step Out mean: the one that was chosen or came last, else the one held longest. */
  get chosen(): HeldStep | undefined {
    return this.#holds.chosen;
  }

  /** Step, Step Over and Step Out mean this one from now on. False when it is not held. */
  choose(id: number): boolean {
    const step = this.#holds.get(id);
    if (!step) return false;
    this.#items.take(step);
    this.#onChange.fire();
    return true;
  }

  /** The item that is being stepped through; undefined when none is. */
  get inHand(): ItemInHand | undefined {
    return this.#items.inHand;
  }

  /** Where Pause holds. */
  get points(): readonly GatePoint[] {
    return [...this.#points];
  }

  /** Pause holds at these from now on. What it holds at a point that is no longer among them is let go. */
  setPoints(points: readonly GatePoint[]): void {
    this.#points = new Set(points);
    for (const { id, point, reason } of this.held) if (!this.#points.has(point) && (!reason || reason.type === 'pause')) this.#letGo(id);
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
    if (this.#paused) return this.#items.journeys.holdAll();
    if (this.#disposed) return;
    this.#paused = true;
    this.#runningTo = undefined;
    const reason: StopReason = { type: 'pause' };
    this.#holds.keepAll(reason);
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
    const matches = namePattern(key);
    const inHand = this.chosen?.id;
    const there = this.#paused ? this.held.find((step) => step.id !== inHand && step.key !== undefined && matches(step.key)) : undefined;
    if (there) {
      this.#items.take(there);
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
    if (ms === null) for (const id of this.#holds.timed) this.#letGo(id);
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

  /**
   * Holds each step that matches, whichever they are, though nothing is paused; whatever else runs goes on. Disposing lets go what it holds, unless
   * somebody has paused meanwhile. Continue ends it, too.
   */
  holdAt(which: NextStep): Disposable {
    const hold = this.#gates.add(which);
    this.#changed();
    return hold;
  }

  /** Lets everything go and holds nothing more. */
  continue(): void {
    if (!this.#paused && this.#holds.size === 0 && !this.#runningTo && this.#gates.size === 0) return;
    this.#paused = false;
    this.#gates.clear();
    this.#reason = this.#runningTo = undefined;
    this.#items.drop();
    this.#holds.letAllGo();
    this.#changed();
  }

  /** Lets everything go for good: nobody waits for a session that has ended. */
  dispose(): void {
    this.#disposed = true;
    this.#next.clear();
    this.continue();
    this.#attend();
    this.#items.stopLooking();
    this.#breakpointsChanged?.dispose();
    this.#onChange.dispose();
    this.#onStop.dispose();
  }

  #consider(step: GateStep): Promise<GateDecision | void> | undefined {
    const decision = this.#next.take(step);
    if (decision) return Promise.resolve(decision);
    const reason = reasonToHold(step, {
      journeys: this.#items.journeys,
      breakpoints: this.#options.breakpoints,
      runningTo: this.#runningTo,
      pausedAt: this.#paused ? this.#points : undefined,
    });
    if (reason === 'pass') return undefined;
    if (reason) return this.#hold(step, reason);
    const gate = this.#gates.at(step);
    if (gate !== undefined) return this.#hold(step, { type: 'gate', gate });
    return this.#slowMotionMs !== null && this.#points.has(step.point) ? this.#hold(step, this.#slowMotionMs) : undefined;
  }

  #hold(asked: GateStep, until: StopReason | number): Promise<GateDecision | void> {
    const { hold, decided } = this.#holds.add(asked, until, this.#items.isFollowing ? this.#items.journeys.of(asked) : undefined);
    this.#arrived(hold);
    return decided;
  }

  /** Somebody is told why it stands still now, unless it stood still before, or goes on by itself. */
  #arrived({ step, journey }: Hold): void {
    const { reason } = step;
    const isStop = reason?.type === 'breakpoint' || reason?.type === 'runTo' || (reason?.type === 'step' && this.#items.isCurrent(journey));
    if (!isStop) {
      this.#onChange.fire();
      return;
    }
    this.#runningTo = undefined;
    this.#items.take(step);
    if (this.#isToldOf(reason)) this.#onChange.fire();
    else this.#stopped(reason);
  }

  /** It was told when the entry came, and this is where that led. */
  #isToldOf(reason: StopReason): boolean {
    const told = this.#reason;
    return reason.type === 'breakpoint' && told?.type === 'breakpoint' && reason.seq !== undefined && told.id === reason.id && told.seq === reason.seq;
  }

  #stopped(reason: StopReason): void {
    this.#paused = true;
    this.#reason = reason;
    this.#changed();
    this.#onStop.fire(reason);
  }

  #go(until?: 'step' | 'over' | 'out', id: number | undefined = this.chosen?.id, decision?: GateDecision): boolean {
    const step = id === undefined ? undefined : this.#holds.get(id);
    if (!step) return false;
    if (decision) checkDecision(decision, { point: step.point, takes: step.takes ?? [], allowsWhatIf: this.allowsWhatIf });
    if (until && this.#paused) this.#items.begin(until, step);
    this.#letGo(step.id, decision);
    this.#changed();
    return true;
  }

  #letGo(id: number, decision?: GateDecision): boolean {
    if (!this.#holds.letGo(id, decision)) return false;
    this.#items.lookForEnd();
    return true;
  }

  #note(entry: TraceEntry): void {
    this.#items.note(entry);
    const hit = this.#options.breakpoints?.atEntry(entry, this.#options.trace!);
    if (!hit) return;
    this.#items.beginAt(hit.isDecided, entry, hit.id);
    if (hit.isDecided) this.#stopped({ type: 'breakpoint', id: hit.id, seq: entry.seq });
    else this.#attend();
  }

  #changed(): void {
    this.#attend();
    this.#onChange.fire();
  }

  /** Listens to what somebody wants to know, and to nothing else. */
  #attend(): void {
    const { breakpoints, trace } = this.#options;
    const { isFollowing } = this.#items;
    this.#isAttentive =
      !this.#disposed && (this.#paused || isFollowing || this.#slowMotionMs !== null || this.#runningTo !== undefined || this.#next.size > 0 || this.#gates.size > 0 || (breakpoints?.hasGates ?? false));
    const listens = !this.#disposed && (isFollowing || (breakpoints?.hasEntries ?? false));
    if (listens) this.#entries ??= trace?.onEntry((entry) => this.#note(entry));
    else this.#entries = this.#entries?.dispose() as undefined;
    if (!isFollowing) this.#items.stopLooking();
  }
}
