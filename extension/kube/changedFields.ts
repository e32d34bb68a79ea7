import { clip } from '../base/clip.ts';
import { isRecord } from './object.ts';

/** A place where two JSON values differ; a value that is undefined is not there. */
export interface ChangedField {
  /** `spec.replicas`, `metadata.labels["app/name"]`, `spec.containers[0].image`; empty for the values themselves. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ChangedFieldsOptions {
  /** So many are told. Default 20. */
  readonly limit?: number;
  /** So many values are compared; what lies beyond is not known. Default: all. */
  readonly budget?: number;
  /** Fields of this name in `metadata` are passed over. */
  readonly skips?: (metadataField: string) => boolean;
}

export interface ChangedFields {
  readonly fields: readonly ChangedField[];
  /** There may be others: the limit or the budget was reached. */
  readonly more: boolean;
}

/** Below this a difference is told at the value that contains it; no API nests as deep. */
const deepest = 32;
const longestName = 100;

/** Where two JSON values differ, in the order of their fields. Bounded in number, depth and length, whatever a server sends. */
export function changedFields(before: unknown, after: unknown, options: ChangedFieldsOptions = {}): ChangedFields {
  const comparison = new Comparison(options);
  comparison.compare(before, after);
  return comparison;
}

type Fields = Readonly<Record<string, unknown>>;

class Comparison implements ChangedFields {
  readonly fields: ChangedField[] = [];
  more = false;
  readonly #limit: number;
  readonly #skips: ((metadataField: string) => boolean) | undefined;
  #left: number;
  /** Where it is now. Most values are equal, so the text of a path is made only where two differ. */
  readonly #steps: (string | number)[] = [];

  constructor({ limit = 20, budget = Infinity, skips }: ChangedFieldsOptions) {
    this.#limit = limit;
    this.#left = budget;
    this.#skips = skips;
  }

  compare(one: unknown, other: unknown): void {
    if (this.more || one === other) return;
    if (this.#left-- <= 0) this.more = true;
    else if (this.#steps.length >= deepest) this.#compareWhole(one, other);
    else if (Array.isArray(one) && Array.isArray(other)) this.#compareLists(one, other);
    else if (isRecord(one) && isRecord(other)) this.#compareRecords(one, other);
    else this.#differ(one, other);
  }

  #compareLists(one: readonly unknown[], other: readonly unknown[]): void {
    const length = Math.max(one.length, other.length);
    for (let index = 0; index < length; index++) this.#compareAt(index, one[index], other[index]);
  }

  #compareRecords(one: Fields, other: Fields): void {
    const isMetadata = this.#steps.length === 1 && this.#steps[0] === 'metadata';
    const names = Object.keys(one);
    // Two versions of an object nearly always have the same fields, in the same order.
    const areSame = isSame(names, Object.keys(other));
    for (const name of areSame ? names : new Set([...names, ...Object.keys(other)])) {
      if (isMetadata && this.#skips?.(name)) continue;
      if (areSame) this.#compareAt(name, one[name], other[name]);
      else this.#compareAt(name, own(one, name), own(other, name));
    }
  }

  #compareAt(step: string | number, one: unknown, other: unknown): void {
    if (one === other) return;
    this.#steps.push(step);
    this.compare(one, other);
    this.#steps.pop();
  }

  #compareWhole(one: unknown, other: unknown): void {
    if (!isDeeplyEqual(one, other)) this.#differ(one, other);
  }

  #differ(before: unknown, after: unknown): void {
    if (this.fields.length < this.#limit) this.fields.push({ path: this.#steps.map(stepText).join(''), before, after });
    else this.more = true;
  }
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  if (names.length !== others.length) return false;
  for (let index = 0; index < names.length; index++) if (names[index] !== others[index]) return false;
  return true;
}

/** A field named `__proto__` is a field like any other. */
function own(record: Fields, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function stepText(step: string | number, position: number): string {
  if (typeof step === 'number') return `[${step}]`;
  const name = clip(step, longestName);
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return `[${JSON.stringify(name)}]`;
  return position === 0 ? name : `.${name}`;
}

/** Without recursion: what a hostile server nests may be deeper than the stack. */
function isDeeplyEqual(before: unknown, after: unknown): boolean {
  const pairs: [unknown, unknown][] = [[before, after]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [one, other] = pair;
    if (one === other) continue;
    if (Array.isArray(one) !== Array.isArray(other) || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) pairs.push([own(one as Fields, name), own(other as Fields, name)]);
  }
  return true;
}
