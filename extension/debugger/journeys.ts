import type { Seq, TraceEntry, TraceKind } from '../trace/entry.ts';
import type { GatePoint, GateStep } from '../trace/gate.ts';
import { isOfServer } from '../trace/serverEntry.ts';
import { stageOfPoint } from './stages.ts';

/** An item that was let go, and where it is to be held again. */
export interface Journey {
  /** Later ones come before earlier ones, where both know of an entry. */
  readonly order: number;
  /** The same for all that comes of one item: it may branch. */
  readonly family: number;
  /** `step`: at the next gate. `over`: at the first of another stage. `out`: nowhere. `watched`: where its breakpoint says. */
  until: 'step' | 'over' | 'out' | 'watched';
  /** From where it was let go; absent where it began with an entry. */
  readonly from?: GateStep;
  /** The breakpoint that it began with, and the entry. */
  readonly hit?: { readonly id: string; readonly seq: Seq };
  /** A Reflector's own: while it asks and waits nothing is anywhere, so nobody can tell that it has left. */
  readonly isReflectors: boolean;
}

/** So many entries are known to belong to items that are followed; the oldest are forgotten. */
const remembered = 20_000;

/** What a step records first, once it has been let go. */
const ownKinds: { readonly [Point in GatePoint]: readonly TraceKind[] } = {
  'list.page': ['reflector.list'],
  'watch.event': ['reflector.event', 'reflector.bookmark', 'reflector.error', 'whatif.applied'],
  'queue.add': ['queue.add', 'queue.drop', 'reflector.error', 'whatif.applied'],
  'queue.pop': ['queue.pop'],
  'handler.call': ['handler.add', 'handler.update', 'handler.delete'],
  'workqueue.add': ['workqueue.add', 'workqueue.coalesced', 'workqueue.ratelimited', 'workqueue.delayed'],
  'workqueue.get': ['workqueue.get'],
  'reconcile.start': ['reconcile.start', 'whatif.applied'],
  'reconcile.read': ['reconcile.read'],
  'reconcile.write': ['reconcile.write'],
  'workqueue.done': ['workqueue.done'],
};

/** Between these nothing else can come of their cause: the run is the item. Elsewhere one cause may have many effects. */
const linear: ReadonlySet<GatePoint> = new Set(['reconcile.start', 'reconcile.read', 'reconcile.write', 'workqueue.done']);

/**
 * Follows items through the pipeline by their causes: what an entry of theirs led to is theirs, under whatever key. An item ends with
 * the end of its reconcile; the watch event that a write of it causes is another item, and so is a run that is asked for later.
 */
export class Journeys {
  readonly #byEntry = new Map<Seq, Journey>();
  /** Let go, and not heard of since; or held back for a while, and not heard of since. */
  readonly #awaited = new Set<Journey>();
  readonly #delayed = new Set<Journey>();
  readonly #live = new Set<Journey>();
  readonly #at: (seq: Seq) => TraceEntry | undefined;
  #order = 0;

  constructor(at: (seq: Seq) => TraceEntry | undefined) {
    this.#at = at;
  }

  get size(): number {
    return this.#live.size;
  }

  get all(): readonly Journey[] {
    return [...this.#live];
  }

  /** The item of a step that is let go now. */
  begin(until: Journey['until'], from: GateStep): Journey {
    const order = ++this.#order;
    const journey: Journey = { order, family: this.of(from)?.family ?? order, until, from, isReflectors: from.point === 'list.page' };
    this.#live.add(journey);
    const causes = causesOf(from);
    if (!linear.has(from.point) || causes.length === 0) {
      this.#awaited.add(journey);
      return journey;
    }
    this.#takeOver(this.of(from), journey);
    for (const seq of causes) this.#rememberRun(seq, journey);
    return journey;
  }

  /** What comes of an entry; of one of a run, what comes of the run. */
  beginAt(until: Journey['until'], entry: TraceEntry, id: string): Journey {
    const order = ++this.#order;
    const journey: Journey = { order, family: order, until, hit: { id, seq: entry.seq }, isReflectors: entry.kind.startsWith('reflector.') };
    this.#live.add(journey);
    this.#remember(entry.seq, journey);
    if (entry.kind.startsWith('reconcile.')) entry.cause?.forEach((seq) => this.#rememberRun(seq, journey));
    return journey;
  }

  /** Whose entry it is; undefined: of none that is followed. */
  note(entry: TraceEntry): Journey | undefined {
    // What the server did for an item is heard of at some time or other: the item is not there.
    if (isOfServer(entry)) return undefined;
    for (const journey of this.#awaited) {
      if (!isOwn(journey.from!, entry)) continue;
      this.#awaited.delete(journey);
      this.#noteOf(journey, entry);
      return journey;
    }
    const journey = this.#newest(entry.cause ?? []);
    if (!journey || !this.#inherits(entry)) return journey;
    this.#noteOf(journey, entry);
    return journey;
  }

  /** Whose step it is. */
  of(step: GateStep): Journey | undefined {
    return this.#newest(causesOf(step));
  }

  /** Its own entry, or one that came of it. */
  owns(journey: Journey, seq: Seq): boolean {
    return this.#byEntry.get(seq) === journey;
  }

  /** It was let go, and has not done yet what it was to do. */
  isAwaited(journey: Journey): boolean {
    return (this.#awaited.has(journey) || this.#delayed.has(journey)) && !journey.from?.signal?.aborted;
  }

  /** It need not be followed any more. */
  end(journey: Journey): void {
    this.#live.delete(journey);
    this.#awaited.delete(journey);
    this.#delayed.delete(journey);
    for (const [seq, other] of this.#byEntry) if (other === journey) this.#byEntry.delete(seq);
  }

  /** Those that go on are held at their next gate, too. */
  holdAll(): void {
    for (const journey of this.#live) if (journey.until !== 'watched') journey.until = 'step';
  }

  /** None is stepped through any more; those that a breakpoint watches go on. */
  endStepped(): void {
    for (const journey of this.#live) if (journey.until !== 'watched') this.end(journey);
  }

  /** What is still to come of a run, a try again above all, is the same item as what is stepped in it. */
  #takeOver(former: Journey | undefined, journey: Journey): void {
    if (!former || former.until === 'watched') return;
    for (const [seq, owner] of this.#byEntry) if (owner === former) this.#byEntry.set(seq, journey);
    this.end(former);
  }

  #noteOf(journey: Journey, entry: TraceEntry): void {
    this.#remember(entry.seq, journey);
    if (entry.kind === 'whatif.applied' && entry.what === 'delay') this.#delayed.add(journey);
    else this.#delayed.delete(journey);
  }

  #newest(causes: readonly Seq[]): Journey | undefined {
    let newest: Journey | undefined;
    for (const seq of causes) {
      const journey = this.#byEntry.get(seq);
      if (journey && (!newest || journey.order > newest.order)) newest = journey;
    }
    return newest;
  }

  #inherits(entry: TraceEntry): boolean {
    switch (entry.kind) {
      case 'reflector.event':
        // Also when a person has it come in another place, or twice.
        return entry.cause!.some((seq) => this.#byEntry.has(seq) && this.#at(seq)?.kind === 'whatif.applied');
      case 'reflector.watch':
      case 'reconcile.end':
        return false;
      default:
        return true;
    }
  }

  /** Also what the run was taken out of the queue with: by that its end is told. */
  #rememberRun(seq: Seq, journey: Journey): void {
    this.#remember(seq, journey);
    const entry = this.#at(seq);
    if (entry?.kind === 'reconcile.start') entry.cause?.forEach((get) => this.#remember(get, journey));
  }

  #remember(seq: Seq, journey: Journey): void {
    this.#byEntry.delete(seq);
    this.#byEntry.set(seq, journey);
    if (this.#byEntry.size <= remembered) return;
    const [oldest] = this.#byEntry.keys();
    this.#byEntry.delete(oldest!);
  }
}

/** Whether an item that is followed is to be held before a step at this point. */
export function isHeldAt({ until, from }: Journey, point: GatePoint): boolean {
  return until === 'step' || (until === 'over' && stageOfPoint(point) !== stageOfPoint(from!.point));
}

export function causesOf({ cause, causes }: GateStep): readonly Seq[] {
  return causes ?? (cause ? [cause] : []);
}

export function ownerOf(entry: TraceEntry): string {
  if ('controller' in entry && entry.controller !== undefined) return entry.controller;
  return ('queue' in entry ? entry.queue : entry.informer) ?? '';
}

function isOwn(step: GateStep, entry: TraceEntry): boolean {
  if (!ownKinds[step.point].includes(entry.kind) || ownerOf(entry) !== step.owner || entry.key !== step.key) return false;
  const causes = causesOf(step);
  return causes.length === 0 || (entry.cause?.some((seq) => causes.includes(seq)) ?? false);
}
