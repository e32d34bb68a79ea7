import type { Clock } from '../base/clock.ts';
import { messageOf } from '../base/codedError.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Seq, TraceEntry, TraceKind } from '../trace/entry.ts';
import type { GatePoint, GateStep } from '../trace/gate.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { Breakpoint, BreakpointLog, BreakpointSpec } from './breakpoint.ts';
import { CompiledBreakpoint, variablesOfEntry, variablesOfStep } from './compiledBreakpoint.ts';
import { type CompileExpression, OverrunError, type Variables } from './expression.ts';
import { causesOf, ownerOf } from './journeys.ts';

export interface BreakpointsOptions {
  readonly clock: Clock;
  /** The language of expressions, asked for once, when the first breakpoint has one. */
  readonly loadExpressions: () => Promise<CompileExpression>;
}

/** How often hits are told of at most. */
const hitsToldMs = 100;

/** So many messages a second are written of one logpoint; the others are counted. */
const messagesASecond = 50;

/**
 * Every breakpoint of the window, for all sessions. Those that are not enabled cost nothing; of the others a step or an entry meets only those that
 * are told by it.
 */
export class Breakpoints implements Disposable {
  readonly #options: BreakpointsOptions;
  readonly #all = new Map<string, Kept>();
  readonly #byPoint = new Map<GatePoint, Kept[]>();
  readonly #byKind = new Map<TraceKind, Kept[]>();
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
    return Array.from(this.#all.values(), toBreakpoint);
  }

  get(id: string): Breakpoint | undefined {
    const kept = this.#all.get(id);
    return kept && toBreakpoint(kept);
  }

  add(spec: BreakpointSpec): Breakpoint {
    const id = String(this.#nextId++);
    const kept = this.#keep(id, spec);
    this.#changed();
    return toBreakpoint(kept);
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
    const { hitCount } = kept;
    this.#keep(id, { ...kept.spec, enabled }).hitCount = hitCount;
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
      if (!this.#judge(kept, () => kept.compiled!.holdsAtGate(step))) continue;
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
      if (!this.#judge(kept, () => kept.compiled!.holdsOfEntry(entry, at))) continue;
      const isDecided = kept.compiled!.isDecidedByEntry;
      if (!isDecided || this.#hit(kept, { owner: ownerOf(entry), key: entry.key, seq: entry.seq }, () => variablesOfEntry(entry, at))) {
        if (!stops || (isDecided && !stops.isDecided)) stops = { id: kept.id, isDecided };
      }
    }
    return stops;
  }

  /** All that a breakpoint says holds of a step that came of the entry that told of it, and it is to stop there. */
  completes(id: string, step: GateStep, seq: Seq): boolean {
    const kept = this.#all.get(id);
    if (!kept?.compiled || !kept.spec.enabled) return false;
    if (!this.#judge(kept, () => kept.compiled!.holdsAfterEntry(step))) return false;
    return this.#hit(kept, { owner: step.owner, key: step.key, seq }, () => variablesOfStep(step));
  }

  dispose(): void {
    this.#all.clear();
    this.#telling?.dispose();
    this.#onChange.dispose();
    this.#onLog.dispose();
  }

  #keep(id: string, spec: BreakpointSpec): Kept {
    const kept: Kept = { id, spec, hitCount: 0, compiled: undefined, problem: undefined, written: { since: -Infinity, count: 0, passedOver: 0 } };
    this.#all.set(id, kept);
    this.#compileOne(kept);
    return kept;
  }

  #compileOne(kept: Kept): void {
    if (CompiledBreakpoint.needsLanguage(kept.spec) && !this.#compile) {
      void this.#load();
      return;
    }
    try {
      kept.compiled = new CompiledBreakpoint(kept.spec, this.#compile);
    } catch (error) {
      kept.problem = messageOf(error);
    }
  }

  #load(): Promise<void> {
    return (this.#loading ??= this.#loadOnce());
  }

  async #loadOnce(): Promise<void> {
    try {
      this.#compile = await this.#options.loadExpressions();
      for (const kept of this.#all.values()) if (!kept.compiled && kept.problem === undefined) this.#compileOne(kept);
    } catch (error) {
      this.#loading = undefined;
      for (const kept of this.#all.values()) if (!kept.compiled) kept.problem ??= `What expressions are written in could not be loaded: ${messageOf(error)}. Switch the breakpoint off and on to try again.`;
    }
    this.#changed();
  }

  /** A condition that fails is switched off: it would fail at each step from now on, and nobody would know. */
  #judge(kept: Kept, holds: () => boolean): boolean {
    try {
      return holds();
    } catch (error) {
      this.#switchOff(kept, error);
      return false;
    }
  }

  #switchOff(kept: Kept, error: unknown): void {
    const help = OverrunError.is(error) ? 'Let it look at less' : 'Where a field may be missing, ask for it with has(…)';
    kept.problem = `${kept.spec.condition === undefined ? 'Its message' : `The condition \`${kept.spec.condition}\``} was switched off: ${messageOf(error)}. ${help}, and switch it on again.`;
    kept.spec = { ...kept.spec, enabled: false };
    this.#changed();
  }

  /** True when it is to stop. */
  #hit(kept: Kept, { owner, key, seq }: Passing, variables: () => Variables): boolean {
    kept.hitCount++;
    this.#telling ??= this.#options.clock.setTimer(hitsToldMs, () => {
      this.#telling = undefined;
      this.#onChange.fire();
    });
    if (!kept.compiled!.isHit(kept.hitCount)) return false;
    const { log } = kept.compiled!;
    if (!log) return true;
    const passedOver = this.#mayWrite(kept);
    if (passedOver === undefined) return false;
    try {
      const text = log.write(variables());
      this.#onLog.fire({ id: kept.id, text, owner, ...(key !== undefined && { key }), ...(seq !== undefined && { seq }), passedOver });
    } catch (error) {
      this.#switchOff(kept, error);
    }
    return false;
  }

  /** How many were passed over since the last one; undefined: this one is, too. */
  #mayWrite({ written }: Kept): number | undefined {
    const now = this.#options.clock.now();
    if (now - written.since >= 1000) {
      written.since = now;
      written.count = 0;
    }
    if (++written.count > messagesASecond) {
      written.passedOver++;
      return undefined;
    }
    const { passedOver } = written;
    written.passedOver = 0;
    return passedOver;
  }

  #changed(): void {
    this.#byPoint.clear();
    this.#byKind.clear();
    for (const kept of this.#all.values()) {
      if (!kept.spec.enabled || !kept.compiled || kept.problem !== undefined) continue;
      for (const point of kept.compiled.points) listOf(this.#byPoint, point).push(kept);
      for (const kind of kept.compiled.kinds) listOf(this.#byKind, kind).push(kept);
    }
    this.#onChange.fire();
  }
}

interface Kept {
  readonly id: string;
  spec: BreakpointSpec;
  hitCount: number;
  /** Undefined while the language is being loaded, and where there is a problem. */
  compiled: CompiledBreakpoint | undefined;
  problem: string | undefined;
  /** Messages of this second. */
  readonly written: { since: number; count: number; passedOver: number };
}

interface Passing {
  readonly owner: string;
  readonly key: string | undefined;
  readonly seq: Seq | undefined;
}

function toBreakpoint({ id, spec, hitCount, compiled, problem }: Kept): Breakpoint {
  return { ...spec, id, hitCount, verified: compiled !== undefined && problem === undefined, ...(problem !== undefined && { problem }) };
}

function listOf<K>(lists: Map<K, Kept[]>, key: K): Kept[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}
