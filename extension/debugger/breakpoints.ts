import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Seq, TraceEntry, TraceKind } from '../trace/entry.ts';
import type { GatePoint, GateStep } from '../trace/gate.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Breakpoint, BreakpointLog, BreakpointSpec } from './breakpoint.ts';
import { type CompiledBreakpoint, variablesOfEntry, variablesOfStep } from './compiledBreakpoint.ts';
import type { CompileExpression, Variables } from './expression.ts';
import { causesOf, ownerOf } from './journeys.ts';
import { KeptBreakpoint } from './keptBreakpoint.ts';

export interface BreakpointsOptions {
  readonly clock: Clock;
  /** The language of expressions, asked for once, when the first breakpoint has one. */
  readonly loadExpressions: () => Promise<CompileExpression>;
}

/** How often hits are told of at most. */
const hitsToldMs = 100;

/** What the stepper of a session asks of breakpoints. */
export type AskedBreakpoints = Pick<Breakpoints, 'onChange' | 'hasGates' | 'hasEntries' | 'atGate' | 'atEntry' | 'completes'>;

/**
 * Every breakpoint of the window, for all sessions. Those that are not enabled cost nothing; of the others a step or an entry meets only those that
 * are told by it.
 */
export class Breakpoints implements Disposable {
  readonly #options: BreakpointsOptions;
  readonly #all = new Map<string, KeptBreakpoint>();
  readonly #byPoint = new Map<GatePoint, KeptBreakpoint[]>();
  readonly #byKind = new Map<TraceKind, KeptBreakpoint[]>();
  readonly #onChange = new Emitter<void>();
  readonly #onLog = new Emitter<BreakpointLog>();
  #compile: CompileExpression | undefined;
  #loading: Promise<void> | undefined;
  #telling: Disposable | undefined;
  #nextId = 1;

  constructor(options: BreakpointsOptions) {
    this.#options = options;
  }

  /** Fires when one was added, changed or removed, works now or does not any more; some time after hits. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** Fires with what logpoints write. */
  readonly onLog: Event<BreakpointLog> = this.#onLog.event;

  /** In the order in which they were added. */
  get all(): readonly Breakpoint[] {
    return Array.from(this.#all.values(), ({ view }) => view);
  }

  get(id: string): Breakpoint | undefined {
    return this.#all.get(id)?.view;
  }

  add(spec: BreakpointSpec): Breakpoint {
    const id = String(this.#nextId++);
    const kept = this.#keep(id, spec);
    this.#changed();
    return kept.view;
  }

  /** Another in its place, under the same id; its hits are counted anew. False when there is none. */
  change(id: string, spec: BreakpointSpec): boolean {
    if (!this.#all.has(id)) return false;
    this.#keep(id, spec);
    this.#changed();
    return true;
  }

  /** Keeps its hits. One that had been switched off is tried again. False when there is none. */
  setEnabled(id: string, enabled: boolean): boolean {
    const kept = this.#all.get(id);
    if (!kept) return false;
    this.#keep(id, { ...kept.spec, enabled }, kept.hitCount);
    this.#changed();
    return true;
  }

  /** False when there is none. */
  remove(id: string): boolean {
    if (!this.#all.delete(id)) return false;
    this.#changed();
    return true;
  }

  removeAll(): void {
    this.#all.clear();
    this.#changed();
  }

  /** One that is enabled is told at a gate. */
  get hasGates(): boolean {
    return this.#byPoint.size > 0;
  }

  /** One that is enabled is told by an entry. */
  get hasEntries(): boolean {
    return this.#byKind.size > 0;
  }

  /** Which one is to stop before this step; hits are counted and messages written. For the stepper of a session. */
  atGate(step: GateStep): string | undefined {
    const here = this.#byPoint.get(step.point);
    if (!here) return undefined;
    let stops: string | undefined;
    for (const kept of here) {
      if (!this.#judge(kept, (matched) => matched.holdsAtGate(step))) continue;
      if (this.#hit(kept, { owner: step.owner, key: step.key, seq: causesOf(step).at(-1) }, () => variablesOfStep(step))) stops ??= kept.id;
    }
    return stops;
  }

  /** Which one this entry tells of: it stops, or what else it says is looked for at the gates of what comes of the entry. */
  atEntry(entry: TraceEntry, trace: Pick<Tracer, 'at'>): { readonly id: string; readonly isDecided: boolean } | undefined {
    const here = this.#byKind.get(entry.kind);
    if (!here) return undefined;
    const at = (seq: Seq): TraceEntry | undefined => trace.at(seq);
    let stops: { readonly id: string; readonly isDecided: boolean } | undefined;
    for (const kept of here) {
      const { matched } = kept;
      if (!this.#judge(kept, () => matched!.holdsOfEntry(entry, at))) continue;
      const isDecided = matched!.isDecidedByEntry;
      if (!isDecided || this.#hit(kept, { owner: ownerOf(entry), key: entry.key, seq: entry.seq }, () => variablesOfEntry(entry, at))) {
        if (!stops || (isDecided && !stops.isDecided)) stops = { id: kept.id, isDecided };
      }
    }
    return stops;
  }

  /** All that a breakpoint says holds of a step that came of the entry that told of it, and it is to stop there. */
  completes(id: string, step: GateStep, seq: Seq): boolean {
    const kept = this.#all.get(id);
    if (!kept || !this.#judge(kept, (matched) => matched.holdsAfterEntry(step))) return false;
    return this.#hit(kept, { owner: step.owner, key: step.key, seq }, () => variablesOfStep(step));
  }

  dispose(): void {
    this.#all.clear();
    this.#telling?.dispose();
    this.#onChange.dispose();
    this.#onLog.dispose();
  }

  #keep(id: string, spec: BreakpointSpec, hitCount = 0): KeptBreakpoint {
    const kept = new KeptBreakpoint(id, spec, hitCount);
    this.#all.set(id, kept);
    if (kept.needsLanguage && !this.#compile) void this.#load();
    else kept.compile(this.#compile);
    return kept;
  }

  #load(): Promise<void> {
    return (this.#loading ??= this.#loadOnce());
  }

  async #loadOnce(): Promise<void> {
    try {
      this.#compile = await this.#options.loadExpressions();
      for (const kept of this.#all.values()) if (kept.isPending) kept.compile(this.#compile);
    } catch (error) {
      this.#loading = undefined;
      for (const kept of this.#all.values()) kept.lacksLanguage(error);
    }
    this.#changed();
  }

  /** A condition that fails is switched off. */
  #judge(kept: KeptBreakpoint, holds: (matched: CompiledBreakpoint) => boolean): boolean {
    const { matched } = kept;
    try {
      return matched !== undefined && holds(matched);
    } catch (error) {
      kept.switchOff('condition', error);
      this.#changed();
      return false;
    }
  }

  /** True when it is to stop. */
  #hit(kept: KeptBreakpoint, { owner, key, seq }: Passing, variables: () => Variables): boolean {
    this.#telling ??= this.#options.clock.setTimer(hitsToldMs, () => {
      this.#telling = undefined;
      this.#onChange.fire();
    });
    try {
      const hit = kept.hit(this.#options.clock.now(), variables);
      if (hit === 'stop') return true;
      if (hit !== 'nothing') this.#onLog.fire({ id: kept.id, ...hit, owner, ...(key !== undefined && { key }), ...(seq !== undefined && { seq }) });
    } catch (error) {
      kept.switchOff('logMessage', error);
      this.#changed();
    }
    return false;
  }

  #changed(): void {
    this.#byPoint.clear();
    this.#byKind.clear();
    for (const kept of this.#all.values()) {
      for (const point of kept.matched?.points ?? []) listOf(this.#byPoint, point).push(kept);
      for (const kind of kept.matched?.kinds ?? []) listOf(this.#byKind, kind).push(kept);
    }
    this.#onChange.fire();
  }
}

interface Passing {
  readonly owner: string;
  readonly key: string | undefined;
  readonly seq: Seq | undefined;
}

function listOf<K>(lists: Map<K, KeptBreakpoint[]>, key: K): KeptBreakpoint[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}
