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
export function changedFields(before: unknown, after: unknown, { limit = 20, budget = Infinity, skips }: ChangedFieldsOptions = {}): ChangedFields {
  const fields: ChangedField[] = [];
  let left = budget;
  let more = false;

  const differ = (path: string, one: unknown, other: unknown): void => {
    if (fields.length < limit) fields.push({ path, before: one, after: other });
    else more = true;
  };

  const compare = (one: unknown, other: unknown, path: string, depth: number): void => {
    if (more || Object.is(one, other)) return;
    if (left-- <= 0) {
      more = true;
    } else if (depth >= deepest) {
      if (!isDeeplyEqual(one, other)) differ(path, one, other);
    } else if (Array.isArray(one) && Array.isArray(other)) {
      const length = Math.max(one.length, other.length);
      for (let index = 0; index < length; index++) compare(one[index], other[index], `${path}[${index}]`, depth + 1);
    } else if (isRecord(one) && isRecord(other)) {
      const inMetadata = path === 'metadata';
      for (const name of namesOf(one, other)) {
        if (inMetadata && skips?.(name)) continue;
        const mine = own(one, name);
        const its = own(other, name);
        // Most fields are equal: their paths are not made.
        if (!Object.is(mine, its)) compare(mine, its, path + step(name, path === ''), depth + 1);
      }
    } else {
      differ(path, one, other);
    }
  };

  compare(before, after, '', 0);
  return { fields, more };
}

type Fields = Readonly<Record<string, unknown>>;

/** Those of both. Two versions of an object nearly always have the same, in the same order. */
function namesOf(one: Fields, other: Fields): Iterable<string> {
  const mine = Object.keys(one);
  const its = Object.keys(other);
  if (mine.length === its.length && mine.every((name, index) => name === its[index])) return mine;
  return new Set([...mine, ...its]);
}

/** A field named `__proto__` is a field like any other. */
function own(record: Fields, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function step(name: string, first: boolean): string {
  const clipped = name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`;
  if (!/^[A-Za-z_][A-Za-z0-9_-]*$/.test(clipped)) return `[${JSON.stringify(clipped)}]`;
  return first ? clipped : `.${clipped}`;
}

/** Without recursion: what a hostile server nests may be deeper than the stack. */
function isDeeplyEqual(before: unknown, after: unknown): boolean {
  const pairs: [unknown, unknown][] = [[before, after]];
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [one, other] = pair;
    if (Object.is(one, other)) continue;
    if (Array.isArray(one) !== Array.isArray(other) || typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) pairs.push([own(one as Fields, name), own(other as Fields, name)]);
  }
  return true;
}
