import type { CelInput } from '@bufbuild/cel';
import { OverrunError } from '../base/overrunError.ts';
import { isRecord } from '../kube/object.ts';

/** An evaluation may look at so many values: what a reconciler's author gets wrong must not keep the extension from going on. */
const maxSteps = 10_000;

/** Characters of a pattern that count for nothing: so many somebody may have written. */
const longestPattern = 2000;

/** So many between two looks at the clock. */
const stepsBetween = 64;

/** How long an evaluation may take. */
export interface CelDeadline {
  /** Milliseconds, of a clock that never moves back. */
  readonly now: () => number;
  readonly ms: number;
}

/** What an evaluation has left. */
export class CelBudget {
  #left: number;
  readonly #steps: number;
  #untilLook = stepsBetween;
  readonly #deadline: CelDeadline | undefined;
  readonly #endsAt: number;
  /** A loop that goes on all the same fails at each turn: with one and the same error, since making one takes time. */
  #exceeded: Error | undefined;

  constructor(deadline?: CelDeadline, steps = maxSteps) {
    this.#steps = this.#left = steps;
    this.#deadline = deadline;
    this.#endsAt = deadline ? deadline.now() + deadline.ms : 0;
  }

  /** Why it is used up: an expression may have gone on, and come to a result, all the same. */
  get exceeded(): Error | undefined {
    return this.#exceeded;
  }

  /** Steps. */
  get left(): number {
    return this.#left;
  }

  /** @param what it counts @throws OverrunError when it is used up */
  spend(steps: number, what: 'values' | 'characters' = 'values'): void {
    if (this.#exceeded) throw this.#exceeded;
    this.#left -= steps;
    this.#untilLook -= steps;
    if (this.#left < 0) throw (this.#exceeded = new OverrunError(what, this.#steps));
    if (this.#untilLook < 0 && this.#deadline) this.look();
  }

  /** A regular expression goes through a text in one call, which nobody stops, and so does what reads a pattern out of an object. @throws as above */
  match(text: string, pattern: string): void {
    this.spend(text.length + Math.max(0, pattern.length - longestPattern), 'characters');
  }

  /** A turn of a loop, which may look at nothing, but costs its time. False when there is to be no other. */
  turn(steps: number): boolean {
    try {
      this.spend(steps);
      return true;
    } catch {
      return false;
    }
  }

  /** @throws OverrunError when its time is over */
  look(): void {
    this.#untilLook = stepsBetween;
    if (!this.#deadline) return;
    const late = this.#deadline.now() - this.#endsAt;
    if (late > 0) throw (this.#exceeded ??= new OverrunError('ms', this.#deadline.ms, this.#deadline.ms + late));
  }
}

/** What is known of a value beforehand. */
export interface CelShape {
  /** What it is where it is not what JSON has; undefined: as JSON has it. */
  convert(value: unknown): CelInput | undefined;
  /** Of a field; undefined where nothing is known. */
  member(name: string): CelShape | undefined;
  readonly items: CelShape | undefined;
}

/**
 * A value of JSON as CEL knows it: whole numbers are ints, objects are maps. What is inside is converted when it is looked at, so that an
 * expression costs what it reads, and what an object keeps as text stays so. Lists are converted at once, with the lists in them: comparing two is one call.
 * @throws OverrunError
 */
export function celValueOf(value: unknown, budget: CelBudget, shape?: CelShape): CelInput {
  const converted = shape?.convert(value);
  if (converted !== undefined) return converted;
  if (Array.isArray(value)) {
    budget.spend(value.length);
    const items = shape?.items;
    return value.map((each) => celValueOf(each, budget, items));
  }
  if (isRecord(value)) return new JsonMap(value, budget, shape);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

class JsonMap extends Map<string, CelInput> {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #budget: CelBudget;
  readonly #shape: CelShape | undefined;
  /** Of lists: whoever has one again may go through it again. */
  #costs: Map<string, number> | undefined;

  constructor(fields: Readonly<Record<string, unknown>>, budget: CelBudget, shape?: CelShape) {
    super();
    this.#shape = shape;
    this.#fields = fields;
    this.#budget = budget;
  }

  override get size(): number {
    return Object.keys(this.#fields).length;
  }

  override get(name: string): CelInput | undefined {
    if (!Object.hasOwn(this.#fields, name)) return undefined;
    this.#budget.spend(1);
    if (!super.has(name)) return this.#convert(name);
    this.#budget.spend(this.#costs?.get(name) ?? 0);
    return super.get(name);
  }

  override has(name: string): boolean {
    return Object.hasOwn(this.#fields, name);
  }

  override keys(): MapIterator<string> {
    const names = Object.keys(this.#fields);
    this.#budget.spend(names.length);
    return names.values();
  }

  override *entries(): MapIterator<[string, CelInput]> {
    for (const name of this.keys()) yield [name, this.get(name)!];
  }

  override *values(): MapIterator<CelInput> {
    for (const [, value] of this.entries()) yield value;
  }

  override forEach(callback: (value: CelInput, name: string, map: Map<string, CelInput>) => void): void {
    for (const [name, value] of this.entries()) callback(value, name, this);
  }

  override [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.entries();
  }

  #convert(name: string): CelInput {
    const { left } = this.#budget;
    const converted = celValueOf(this.#fields[name], this.#budget, this.#shape?.member(name));
    const cost = left - this.#budget.left;
    if (cost > 0) (this.#costs ??= new Map()).set(name, cost);
    this.set(name, converted);
    return converted;
  }
}
