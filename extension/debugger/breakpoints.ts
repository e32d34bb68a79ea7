import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Breakpoint, BreakpointLog, BreakpointSpec } from './breakpoint.ts';
import type { CompileExpression } from './expression.ts';

export interface BreakpointsOptions {
  readonly clock: Clock;
  /** The language of expressions, asked for once, when the first breakpoint has one. */
  readonly loadExpressions: () => Promise<CompileExpression>;
}

/** Every breakpoint of the window, for all sessions. */
export class Breakpoints implements Disposable {
  readonly #all = new Map<string, Breakpoint>();
  readonly #onChange = new Emitter<void>();
  readonly #onLog = new Emitter<BreakpointLog>();
  #nextId = 1;

  constructor(_options: BreakpointsOptions) {}

  /** Fires when one was added, changed or removed, was hit, or does not work any more. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** Fires with what logpoints write. */
  readonly onLog: Event<BreakpointLog> = this.#onLog.event;

  /** In the order in which they were added. */
  get all(): readonly Breakpoint[] {
    return [...this.#all.values()];
  }

  get(id: string): Breakpoint | undefined {
    return this.#all.get(id);
  }

  add(spec: BreakpointSpec): Breakpoint {
    const breakpoint = { ...spec, id: String(this.#nextId++), hitCount: 0, verified: true };
    this.#all.set(breakpoint.id, breakpoint);
    this.#onChange.fire();
    return breakpoint;
  }

  /** Another in its place, under the same id; its hits are counted anew. False when there is none. */
  change(id: string, spec: BreakpointSpec): boolean {
    if (!this.#all.has(id)) return false;
    this.#all.set(id, { ...spec, id, hitCount: 0, verified: true });
    this.#onChange.fire();
    return true;
  }

  /** Keeps its hits. False when there is none. */
  setEnabled(id: string, enabled: boolean): boolean {
    const breakpoint = this.#all.get(id);
    if (!breakpoint) return false;
    this.#all.set(id, { ...breakpoint, enabled });
    this.#onChange.fire();
    return true;
  }

  /** False when there is none. */
  remove(id: string): boolean {
    if (!this.#all.delete(id)) return false;
    this.#onChange.fire();
    return true;
  }

  removeAll(): void {
    this.#all.clear();
    this.#onChange.fire();
  }

  dispose(): void {
    this.#all.clear();
    this.#onChange.dispose();
    this.#onLog.dispose();
  }
}
