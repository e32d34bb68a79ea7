import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { Breakpoint, BreakpointLog } from '../debugger/breakpoint.ts';
import type { AskedBreakpoints, Breakpoints } from '../debugger/breakpoints.ts';
import type { GateStep } from '../trace/gate.ts';
import type { Seq, TraceEntry } from '../trace/entry.ts';
import type { Tracer } from '../trace/tracer.ts';

/** Lines of logpoints that are kept to be looked at; the output channel has them all. */
const mostLogged = 20;

/** The breakpoints of the window as one session asks them, and what logpoints have written while it did: to the window they belong to nobody. */
export class SessionBreakpoints implements AskedBreakpoints, Disposable {
  readonly #breakpoints: Breakpoints;
  readonly #subscription: Disposable;
  readonly #onLog = new Emitter<void>();
  readonly #logged: BreakpointLog[] = [];
  #isAsking = false;

  constructor(breakpoints: Breakpoints) {
    this.#breakpoints = breakpoints;
    // It fires within the question.
    this.#subscription = breakpoints.onLog((log) => {
      if (!this.#isAsking) return;
      this.#logged.push(log);
      if (this.#logged.length > mostLogged) this.#logged.shift();
      this.#onLog.fire();
    });
  }

  readonly onLog: Event<void> = this.#onLog.event;

  /** The newest of what logpoints wrote here, oldest first. */
  get logged(): readonly BreakpointLog[] {
    return this.#logged;
  }

  get onChange(): Event<void> {
    return this.#breakpoints.onChange;
  }

  /** Those of the window. */
  get all(): readonly Breakpoint[] {
    return this.#breakpoints.all;
  }

  get hasGates(): boolean {
    return this.#breakpoints.hasGates;
  }

  get hasEntries(): boolean {
    return this.#breakpoints.hasEntries;
  }

  get(id: string): Breakpoint | undefined {
    return this.#breakpoints.get(id);
  }

  atGate(step: GateStep): string | undefined {
    return this.#ask(() => this.#breakpoints.atGate(step));
  }

  atEntry(entry: TraceEntry, trace: Pick<Tracer, 'at'>): ReturnType<Breakpoints['atEntry']> {
    return this.#ask(() => this.#breakpoints.atEntry(entry, trace));
  }

  completes(id: string, step: GateStep, seq: Seq): boolean {
    return this.#ask(() => this.#breakpoints.completes(id, step, seq));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onLog.dispose();
  }

  #ask<Answer>(question: () => Answer): Answer {
    const before = this.#isAsking;
    this.#isAsking = true;
    try {
      return question();
    } finally {
      this.#isAsking = before;
    }
  }
}
