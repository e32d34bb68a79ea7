/** What nests deeper than this is not written: nothing that a Kubernetes API means does, and `JSON.stringify` gives up at some thousands. */
const maxDepth = 500;

const tooDeep = `<nested deeper than ${maxDepth} levels>`;
const tooLong = '<too long to be written>';

export interface LineText {
  readonly text: string;
  /** Something of it had to be left out, and says so in its place. */
  readonly curtailed: boolean;
}

/**
 * A line of a recording as JSON. Never throws: a hostile server's object costs itself, not the line it stands in, and no line costs the
 * recording.
 */
export function lineText(line: object): LineText {
  return attempt(line, false) ?? attempt(pruned(line, maxDepth), true) ?? { text: JSON.stringify(outline(line)), curtailed: true };
}

/** Undefined when it is nested too deep for the stack, or longer than a text can be. */
function attempt(line: unknown, curtailed: boolean): LineText | undefined {
  try {
    return { text: JSON.stringify(line), curtailed };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function pruned(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return tooDeep;
  if (Array.isArray(value)) return value.map((element) => pruned(element, depth - 1));
  // Object.fromEntries defines its properties: a field named `__proto__` stays a field.
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, pruned(field, depth - 1)]));
}

/** Its own small fields: number, time, kind, key. */
function outline(line: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(line).map(([name, value]) => [name, isSmall(value) ? value : tooLong]));
}

function isSmall(value: unknown): boolean {
  return typeof value === 'string' ? value.length < 10_000 : typeof value !== 'object' || value === null;
}
