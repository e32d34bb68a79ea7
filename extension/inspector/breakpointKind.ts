import type { BreakpointSpec } from '../debugger/breakpoint.ts';

/** What a breakpoint is about, in the first place. */
export const breakpointKinds = ['key', 'informer', 'delta', 'stage', 'field', 'error', 'attempts', 'condition', 'log'] as const;

export type BreakpointKind = (typeof breakpointKinds)[number];

/** All that a breakpoint may say, or some of it: what is being asked for. */
export type BreakpointParts = { -readonly [Name in keyof Omit<BreakpointSpec, 'enabled'>]?: BreakpointSpec[Name] | undefined };

/** The part without which it would not be of its kind. Of several, the one that stands first says the kind. */
const partsOfKinds = {
  log: 'logMessage',
  field: 'path',
  error: 'error',
  attempts: 'attempts',
  delta: 'delta',
  stage: 'point',
  condition: 'condition',
  key: 'key',
  informer: 'informer',
} as const satisfies { readonly [Kind in BreakpointKind]: keyof BreakpointParts };

const partNames = Object.entries(partsOfKinds) as readonly (readonly [BreakpointKind, keyof BreakpointParts])[];

/** Undefined: it says nothing yet. */
export function breakpointKindOf(parts: BreakpointParts): BreakpointKind | undefined {
  return partNames.find(([, name]) => parts[name] !== undefined)?.[0];
}

/**
 * What is left of a breakpoint when it becomes one of another kind: only what narrows down any of them, which is the key, how many hits it takes, and the
 * informer, unless that was what it was about. Of the same kind all is left.
 */
export function partsForKind(parts: BreakpointParts, kind: BreakpointKind): BreakpointParts {
  const before = breakpointKindOf(parts);
  if (before === undefined || before === kind) return parts;
  const { key, informer, hitCondition } = parts;
  return withoutUndefined({ key, informer: before === 'informer' ? undefined : informer, hitCondition, [partsOfKinds[kind]]: parts[partsOfKinds[kind]] });
}

export function withoutUndefined(parts: BreakpointParts): BreakpointParts {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
