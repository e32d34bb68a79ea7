import type { KubeObject } from '../../kube/object.ts';
import type { TraceEntry } from '../../trace/entry.ts';
import type { GatePoint } from '../../trace/gate.ts';
import type { ObjectRef } from './objectRef.ts';
import type { Measuring } from './scenarioAction.ts';

/** Since when entries count: of the step that is being done, or of the whole scenario. */
export type Since = 'step' | 'scenario';

/** What is waited for: never a time. */
export type Condition =
  /** So many entries (1) of the trace match the filter, and are such. */
  | { readonly entries: string; readonly that?: (entry: TraceEntry) => boolean; readonly times?: number; readonly since?: Since }
  /** A step stands before this gate. */
  | { readonly held: GatePoint; readonly key?: string; readonly owner?: string }
  /** The server has the object, and it is such; without `is`: it has it. */
  | { readonly object: ObjectRef; readonly is?: (object: KubeObject | undefined) => boolean }
  /** The informer has a watch open. */
  | { readonly watching: string }
  /** The informer has synced. */
  | { readonly synced: string }
  /** What the entries tell together. @see Seen */
  | { readonly told: (seen: Seen) => boolean; readonly says: string }
  /** Something can be measured that is such; it is kept under the name. */
  | { readonly measure: Measuring; readonly as: string; readonly gives: (measured: Measured) => boolean };

/** What was measured, by name. */
export type Measured = Readonly<Record<string, number>>;

/** What can be seen while a scenario runs. */
export interface Seen {
  /** Entries that match the filter, oldest first. @param since default: of the step */
  entries(filter: string, since?: Since): readonly TraceEntry[];
  /** What was measured under this name; nothing where nothing was. */
  measured(name: string): Measured;
}

/** What is waited for, as the script has it. */
export function conditionText(condition: Condition): string {
  if ('entries' in condition) {
    const { entries, times = 1, that } = condition;
    return `${times > 1 ? `${times} × ` : ''}entries ${entries}${that ? ' (and what they say)' : ''}`;
  }
  if ('held' in condition) return `something held at ${condition.held}${condition.key === undefined ? '' : ` of ${condition.key}`}`;
  if ('object' in condition) return `${objectText(condition.object)} on the server${condition.is ? ', as it has to be' : ''}`;
  if ('told' in condition) return condition.says;
  if ('watching' in condition) return `${condition.watching} watches`;
  if ('synced' in condition) return `${condition.synced} has synced`;
  return `measured: ${condition.as}`;
}

function objectText({ resource, namespace, name }: ObjectRef): string {
  return `${resource} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
