import { expressionFaultOf } from '../base/expressionError.ts';
import type { DeltaType, TraceEntry, TraceKind } from '../trace/entry.ts';
import { type GatePoint, gatePoints, type GateStep, type GateSubject } from '../trace/gate.ts';
import type { BreakpointError, BreakpointSpec } from './breakpoint.ts';
import { BreakpointProblemError } from './breakpointProblem.ts';
import type { CompileExpression, Expression, VariableName, Variables } from './expression.ts';
import { type HitCondition, parseHitCondition } from './hitCondition.ts';
import { ownerOf } from './journeys.ts';
import { hasExpressions, type LogText, parseLogText } from './logText.ts';
import type { Matches } from '../base/pattern.ts';
import { yesOrNo } from '../base/yesOrNo.ts';
import { namePattern } from './namePattern.ts';

type EntryAt = (seq: number) => TraceEntry | undefined;

/** Whose owners are remembered: there are never so many. */
const rememberedOwners = 1000;

const kindsOfErrors: { readonly [Error in BreakpointError]: readonly TraceKind[] } = {
  expired: ['reflector.error', 'reconcile.write'],
  forbidden: ['reflector.error', 'reconcile.write'],
  conflict: ['reconcile.write'],
  handler: ['handler.error'],
  reconcile: ['reconcile.error'],
};

const codesOfErrors: { readonly [Error in BreakpointError]?: number } = { expired: 410, forbidden: 403, conflict: 409 };

/** A breakpoint as it is matched: everything that can be done once is done. */
export class CompiledBreakpoint {
  readonly spec: BreakpointSpec;
  /** The gates at which it is told; none where it is told by an entry. */
  readonly points: readonly GatePoint[];
  /** The entries by which it is told; none where that is a gate. */
  readonly kinds: readonly TraceKind[];
  /** Told by an entry it is decided there: nothing that it says has to be looked for at a gate afterwards. */
  readonly isDecidedByEntry: boolean;
  readonly log: LogText | undefined;
  readonly isHit: HitCondition;
  readonly #condition: Expression | undefined;
  readonly #key: Matches | undefined;
  readonly #owner: Matches | undefined;
  readonly #owners = new Map<string, boolean>();

  /** @throws BreakpointProblemError for what cannot work @param compile undefined: the language has not been loaded, and is not needed */
  constructor(spec: BreakpointSpec, compile: CompileExpression | undefined) {
    this.spec = spec;
    if (spec.path !== undefined && spec.error !== undefined) throw new BreakpointProblemError({ kind: 'pathAndError' });
    if (spec.attempts !== undefined && !(spec.attempts >= 0)) throw new BreakpointProblemError({ kind: 'attempts' });
    this.isHit = spec.hitCondition === undefined ? () => true : parseHitCondition(spec.hitCondition);
    this.#condition = spec.condition === undefined ? undefined : told('condition', spec.condition, (text) => compile!(text));
    this.log = spec.logMessage === undefined ? undefined : told('logMessage', spec.logMessage, (text) => parseLogText(text, compile));
    this.#key = spec.key === undefined ? undefined : namePattern(spec.key);
    this.#owner = spec.informer === undefined ? undefined : namePattern(spec.informer);
    this.kinds = spec.error !== undefined ? kindsOfErrors[spec.error] : spec.path !== undefined ? ['store.update'] : [];
    this.points = this.kinds.length > 0 ? [] : pointsOf(spec, this.#condition?.uses);
    this.isDecidedByEntry = spec.point === undefined && !this.#uses('object') && !this.#uses('oldObject');
  }

  static needsLanguage({ condition, logMessage }: BreakpointSpec): boolean {
    return condition !== undefined || (logMessage !== undefined && hasExpressions(logMessage));
  }

  /** All that it says holds of the step. @throws what its condition throws */
  holdsAtGate(step: GateStep): boolean {
    return this.#isOf(step.owner, step.key) && this.#holdsOfSubject(step);
  }

  /** What it says besides the entry holds of a step that came of it. @throws as above */
  holdsAfterEntry(step: GateStep): boolean {
    const { point } = this.spec;
    if (point !== undefined && point !== step.point) return false;
    if (!this.#condition) return true;
    return this.#isMet(variablesOfStep(step));
  }

  /** All that an entry can tell of it holds. @throws as above */
  holdsOfEntry(entry: TraceEntry, at: EntryAt): boolean {
    const { path, error, delta, attempts } = this.spec;
    if (!this.#isOf(ownerOf(entry), entry.key)) return false;
    if (error !== undefined && !isError(error, entry)) return false;
    if (path !== undefined && !(entry.kind === 'store.update' && isChanged(path, entry.changed))) return false;
    if (delta !== undefined && !deltasOf(entry, at).includes(delta)) return false;
    const failures = attemptsOf(entry, at);
    if (attempts !== undefined && !(failures !== undefined && failures >= attempts)) return false;
    if (!this.#condition || !this.isDecidedByEntry) return true;
    return this.#isMet(variablesOfEntry(entry, at));
  }

  #holdsOfSubject(step: GateStep): boolean {
    const { delta, attempts } = this.spec;
    if (delta === undefined && attempts === undefined && !this.#condition) return true;
    const subject = step.subject?.() ?? {};
    if (delta !== undefined && !subject.deltas?.includes(delta)) return false;
    if (attempts !== undefined && !(subject.attempts !== undefined && subject.attempts >= attempts)) return false;
    if (!this.#condition) return true;
    return this.#isMet(variablesOf(subject, step.key));
  }

  #isMet(variables: Variables): boolean {
    if (!this.#condition || !this.#isKnown(variables)) return false;
    return yesOrNo(this.#condition.evaluate(variables));
  }

  #isOf(owner: string, key: string | undefined): boolean {
    if (this.#key && (key === undefined || !this.#key(key))) return false;
    if (!this.#owner) return true;
    let isOf = this.#owners.get(owner);
    if (isOf === undefined) {
      isOf = this.#owner(owner);
      if (this.#owners.size < rememberedOwners) this.#owners.set(owner, isOf);
    }
    return isOf;
  }

  #uses(name: VariableName): boolean {
    return this.#condition?.uses.has(name) ?? false;
  }

  /** What it asks about is known here. There may be no object before, which is known too. */
  #isKnown(variables: Variables): boolean {
    return (['object', 'delta', 'attempt'] as const).every((name) => !this.#uses(name) || variables[name] !== null);
  }
}

export function variablesOfStep(step: GateStep): Variables {
  return variablesOf(step.subject?.() ?? {}, step.key);
}

export function variablesOfEntry(entry: TraceEntry, at: EntryAt): Variables {
  const attempts = attemptsOf(entry, at);
  return variablesOf({ deltas: deltasOf(entry, at), ...(attempts !== undefined && { attempts }) }, entry.key);
}

function variablesOf({ object = null, oldObject = null, deltas, attempts = null }: Omit<GateSubject, 'attempts'> & { readonly attempts?: number | null }, key: string | undefined): Variables {
  return { object, oldObject, delta: deltas?.at(-1) ?? null, key: key ?? null, attempt: attempts };
}

/** The first point at which everything that it says can be known. */
function pointsOf({ point, informer, delta, attempts }: BreakpointSpec, uses: ReadonlySet<VariableName> = new Set()): readonly GatePoint[] {
  if (point !== undefined) {
    if (!gatePoints.includes(point)) throw new BreakpointProblemError({ kind: 'point', text: point });
    return [point];
  }
  if (attempts !== undefined || uses.has('attempt')) return ['workqueue.get'];
  // Lists and resyncs queue their objects one by one without saying what they are.
  const first = delta !== undefined || uses.has('delta') || uses.has('object') || uses.has('oldObject') ? 'queue.pop' : 'queue.add';
  return informer === undefined ? [first] : [first, 'workqueue.add'];
}

function isError(error: BreakpointError, entry: TraceEntry): boolean {
  const code = codesOfErrors[error];
  if (code === undefined) return true;
  if ('code' in entry && entry.code === code) return true;
  return error === 'expired' && entry.kind === 'reflector.error' && (entry.reason === 'Expired' || entry.reason === 'Gone');
}

/** Where more was changed than is told, it may have been this. */
function isChanged(path: string, changed: Extract<TraceEntry, { readonly kind: 'store.update' }>['changed']): boolean {
  const fields = changed?.fields;
  if (!fields) return false;
  return changed.more || fields.some((field) => isWithin(field.path, path) || isWithin(path, field.path));
}

function isWithin(inner: string, outer: string): boolean {
  return inner.startsWith(outer) && (inner.length === outer.length || outer === '' || inner[outer.length] === '.' || inner[outer.length] === '[');
}

function deltasOf(entry: TraceEntry, at: EntryAt): readonly DeltaType[] {
  if (entry.kind === 'queue.pop') return entry.deltas;
  for (const seq of entry.cause ?? []) {
    const cause = at(seq);
    if (cause?.kind === 'queue.pop') return cause.deltas;
    if (cause?.kind.startsWith('store.') || cause?.kind.startsWith('handler.')) return deltasOf(cause, at);
  }
  return [];
}

/** Failures of the key, that of this entry included. */
function attemptsOf(entry: TraceEntry, at: EntryAt): number | undefined {
  if ('attempts' in entry) return entry.attempts;
  if (!entry.kind.startsWith('reconcile.')) return undefined;
  for (const seq of entry.cause ?? []) {
    const cause = at(seq);
    const before = cause && (cause.kind === 'workqueue.get' || cause.kind === 'reconcile.start') ? attemptsOf(cause, at) : undefined;
    if (before !== undefined) return entry.kind === 'reconcile.error' ? before + 1 : before;
  }
  return undefined;
}

function told<T>(kind: 'condition' | 'logMessage', text: string, make: (text: string) => T): T {
  try {
    return make(text);
  } catch (error) {
    throw new BreakpointProblemError({ kind, text, why: expressionFaultOf(error) }, { cause: error });
  }
}
