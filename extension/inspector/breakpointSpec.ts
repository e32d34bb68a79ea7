import type { BreakpointError, BreakpointSpec } from '../debugger/breakpoint.ts';
import { isRecord } from '../kube/object.ts';
import { limits } from '../protocol/checks.ts';
import type { DeltaType } from '../trace/entry.ts';
import { gatePoints } from '../trace/gate.ts';

/** The deltas that one can break on: those of a key. */
export const breakpointDeltas = ['Added', 'Updated', 'Deleted', 'Replaced', 'Sync'] as const satisfies readonly DeltaType[];
export const breakpointErrors = ['expired', 'forbidden', 'conflict', 'handler', 'reconcile'] as const satisfies readonly BreakpointError[];

/** Characters of a name or a pattern, of an expression, of a text. */
const longest = { name: limits.name, expression: 4096 } as const;
const mostAttempts = 1_000_000;
/** `5`, `>= 5`, `% 5` */
const hitCondition = /^\s*(?:>=|%)?\s*[1-9]\d{0,8}\s*$/;
/** `spec.replicas`, `metadata.labels[app.kubernetes.io/name]`, `spec.containers[0].image` */
const fieldPath = /^[^.[\]\s]+(?:\.[^.[\]\s]+|\[[^[\]]+\])*$/;

export function isHitCondition(text: string): boolean {
  return hitCondition.test(text);
}

export function isFieldPath(text: string): boolean {
  return text.length <= longest.name && fieldPath.test(text);
}

type Rules = { readonly [Name in keyof Required<Omit<BreakpointSpec, 'enabled'>>]: (value: unknown) => boolean };

const rules: Rules = {
  key: isText(longest.name),
  informer: isText(longest.name),
  delta: isOneOf(breakpointDeltas),
  point: isOneOf(gatePoints),
  path: (value) => typeof value === 'string' && isFieldPath(value),
  error: isOneOf(breakpointErrors),
  attempts: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= mostAttempts,
  condition: isText(longest.expression),
  hitCondition: (value) => typeof value === 'string' && isHitCondition(value),
  logMessage: isText(longest.expression),
};

/**
 * What was kept by some version of this extension, or came from the panel, as a breakpoint; undefined when it is none: a part of it is wrong, or it says
 * nothing at all and would stop everything. Parts that nobody knows are left out.
 */
export function breakpointSpecOf(value: unknown): BreakpointSpec | undefined {
  if (!isRecord(value)) return undefined;
  const parts: [string, unknown][] = [];
  for (const [name, isRight] of Object.entries(rules)) {
    if (!Object.hasOwn(value, name) || value[name] === undefined) continue;
    if (!isRight(value[name])) return undefined;
    parts.push([name, value[name]]);
  }
  if (parts.every(([name]) => name === 'hitCondition')) return undefined;
  return { enabled: value['enabled'] !== false, ...Object.fromEntries(parts) };
}

/** What is kept of a breakpoint: what it says, without what became of it. */
export function keptSpecOf(breakpoint: BreakpointSpec): BreakpointSpec {
  return breakpointSpecOf(breakpoint) ?? { enabled: breakpoint.enabled };
}

function isText(most: number): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && value.trim() !== '' && value.length <= most;
}

function isOneOf(values: readonly string[]): (value: unknown) => boolean {
  return (value) => values.includes(value as string);
}
