import { messageOf } from '../base/codedError.ts';
import { expressionFaultOf } from '../base/expressionError.ts';
import type { Breakpoint, BreakpointSpec } from './breakpoint.ts';
import { type BreakpointProblem, BreakpointProblemError } from './breakpointProblem.ts';
import { CompiledBreakpoint } from './compiledBreakpoint.ts';
import type { CompileExpression, Variables } from './expression.ts';

/** So many messages a second are written of one logpoint; the others are counted. */
const messagesASecond = 50;

/** What is to be done about a hit. */
export type Hit = 'stop' | 'nothing' | { readonly text: string; readonly passedOver: number };

/** A breakpoint under its id: what it says, whether it works, and what has come of it so far. */
export class KeptBreakpoint {
  readonly id: string;
  #spec: BreakpointSpec;
  #hitCount = 0;
  /** Undefined while the language is being loaded, and where there is a problem. */
  #compiled: CompiledBreakpoint | undefined;
  #problem: BreakpointProblem | undefined;
  /** Messages of this second. */
  readonly #written = { since: -Infinity, count: 0, passedOver: 0 };

  constructor(id: string, spec: BreakpointSpec, hitCount: number) {
    this.id = id;
    this.#spec = spec;
    this.#hitCount = hitCount;
  }

  get spec(): BreakpointSpec {
    return this.#spec;
  }

  get hitCount(): number {
    return this.#hitCount;
  }

  get needsLanguage(): boolean {
    return CompiledBreakpoint.needsLanguage(this.#spec);
  }

  /** Neither compiled yet nor known not to compile. */
  get isPending(): boolean {
    return !this.#compiled && this.#problem === undefined;
  }

  /** As it is matched; undefined while it is not to be, or cannot be. */
  get matched(): CompiledBreakpoint | undefined {
    return this.#spec.enabled && this.#problem === undefined ? this.#compiled : undefined;
  }

  /** As others see it. */
  get view(): Breakpoint {
    const problem = this.#problem;
    return { ...this.#spec, id: this.id, hitCount: this.#hitCount, verified: this.#compiled !== undefined && problem === undefined, ...(problem !== undefined && { problem }) };
  }

  compile(compile: CompileExpression | undefined): void {
    try {
      this.#compiled = new CompiledBreakpoint(this.#spec, compile);
    } catch (error) {
      if (!BreakpointProblemError.is(error)) throw error;
      this.#problem = error.data;
    }
  }

  /** What it is written in could not be loaded. */
  lacksLanguage(error: unknown): void {
    if (!this.#compiled) this.#problem ??= { kind: 'language', why: messageOf(error) };
  }

  /** One of its expressions failed, and would fail at each step from now on, and nobody would know. */
  switchOff(part: 'condition' | 'logMessage', error: unknown): void {
    this.#problem = { kind: `${part}Failed`, text: this.#spec[part] ?? '', why: expressionFaultOf(error) };
    this.#spec = { ...this.#spec, enabled: false };
  }

  /** All that it says has held. @throws what its message throws */
  hit(now: number, variables: () => Variables): Hit {
    this.#hitCount++;
    const { isHit, log } = this.#compiled!;
    if (!isHit(this.#hitCount)) return 'nothing';
    if (!log) return 'stop';
    const passedOver = this.#mayWrite(now);
    return passedOver === undefined ? 'nothing' : { text: log.write(variables()), passedOver };
  }

  /** How many were passed over since the last one; undefined: this one is, too. */
  #mayWrite(now: number): number | undefined {
    const written = this.#written;
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
}
