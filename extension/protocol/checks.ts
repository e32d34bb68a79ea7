/** What checks of messages are made of. Each is exact about types and bounds; fields that nobody knows are let through and read by nobody. */

/** The most that a message may carry. Who sends keeps to them; a message beyond them is refused whole. */
export const limits = {
  /** Characters of a version, a kind, a type. */
  word: 256,
  /** Characters of a key, or of the name of an informer, in which two selectors of a thousand may stand, of a queue, handler or controller. */
  name: 4096,
  /** Characters of anything that is written to be read: summary, detail, title, filter, fault. */
  text: 4096,
  /** Rows in one answer, and in one view. */
  rows: 1000,
  /** Elements of any other list. */
  elements: 1000,
  /** Causes of one entry. */
  causes: 10_000,
} as const;

/** Undefined when `value` is a `T`; otherwise what is wrong, and where. */
export interface Check<T> {
  (value: unknown, path: string): string | undefined;
  /** Never there: ties the check to its type, so that a forgotten or misspelt field does not compile. */
  readonly accepts?: T;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function text(most: number): Check<string> {
  return (value, path) =>
    typeof value === 'string' && value.length <= most ? undefined : `${path} is not a text of at most ${most} characters`;
}

export function list<T>(element: Check<T>, most: number = limits.elements): Check<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value) || value.length > most) return `${path} is not a list of at most ${most}`;
    for (const [index, each] of value.entries()) {
      const fault = element(each, `${path}[${index}]`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

export function record<T>(fields: { readonly [Name in keyof T]-?: Check<T[Name]> }): Check<T> {
  const entries = Object.entries<Check<unknown>>(fields);
  return (value, path) => {
    if (!isRecord(value)) return `${path} is not an object`;
    for (const [name, check] of entries) {
      const fault = check(Object.hasOwn(value, name) ? value[name] : undefined, `${path}.${name}`);
      if (fault !== undefined) return fault;
    }
    return undefined;
  };
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, path) => (value === null ? undefined : check(value, path));
}

/** What need not be there. */
export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value, path) => (value === undefined ? undefined : check(value, path));
}

export function oneOf<T extends string>(...values: readonly T[]): Check<T> {
  return (value, path) => (values.some((each) => each === value) ? undefined : `${path} is none of ${values.join(', ')}`);
}

export const word = text(limits.word);
export const name = text(limits.name);
export const prose = text(limits.text);
export const flag: Check<boolean> = (value, path) => (typeof value === 'boolean' ? undefined : `${path} is neither true nor false`);
export const number: Check<number> = (value, path) => (Number.isFinite(value) ? undefined : `${path} is not a number`);
export const count: Check<number> = (value, path) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : `${path} is not a count`;
export const rowCount: Check<number> = (value, path) =>
  count(value, path) ?? ((value as number) <= limits.rows ? undefined : `${path} is more than ${limits.rows}`);
export const nothing = record<Record<string, never>>({});
