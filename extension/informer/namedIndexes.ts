import { isRecord, type KubeObject } from '../kube/object.ts';
import { labelIndex, labelIndexFunc, nodeNameIndexFunc, ownerIndex, ownerIndexFunc } from './indexFuncs.ts';
import { type IndexFunc, namespaceIndex, namespaceIndexFunc } from './indexer.ts';

/** Each label as `app=web`, the way a selector has it. */
export const labelsIndex = 'labels';

/** By the node of pods. */
export const nodeIndex = 'node';

const prefixes = { label: labelIndex(''), field: 'field:' };

/** Name of the index by what stands in one field: `field:status.phase`. */
export function fieldIndex(path: string): string {
  return `${prefixes.field}${path}`;
}

const fixed: Readonly<Record<string, IndexFunc>> = {
  [namespaceIndex]: namespaceIndexFunc,
  [ownerIndex]: ownerIndexFunc,
  [nodeIndex]: nodeNameIndexFunc,
  [labelsIndex]: ({ metadata }) => Object.entries(metadata.labels ?? {}).flatMap(([label, value]) => (typeof value === 'string' ? [`${label}=${value}`] : [])),
};

/** Name of the same index in which whatever has no value is found under the empty one, so that nothing is missing from it. */
export function withTheRest(index: string): string {
  return `${index}${rest}`;
}

const rest = '?';

/** The function of an index by its name alone, so that whoever knows the name can make the index again. Undefined: no index has that name. */
export function indexFuncOf(name: string): IndexFunc | undefined {
  if (name.endsWith(rest)) {
    const func = indexFuncOf(name.slice(0, -rest.length));
    return func && ((object) => orNone(func(object)));
  }
  if (Object.hasOwn(fixed, name)) return fixed[name];
  if (name.startsWith(prefixes.label) && name.length > prefixes.label.length) return labelIndexFunc(name.slice(prefixes.label.length));
  if (name.startsWith(prefixes.field) && name.length > prefixes.field.length) return fieldIndexFunc(name.slice(prefixes.field.length));
  return undefined;
}

/** By what stands in one field: texts, numbers and truth values, each element of a list by itself; nothing for objects that have no such field. */
function fieldIndexFunc(path: string): IndexFunc {
  const steps = path.split('.');
  return (object) => [...new Set(valuesAt(object, steps, 0).flatMap(textOf))];
}

function valuesAt(value: unknown, steps: readonly string[], at: number): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, steps, at));
  if (at === steps.length) return [value];
  const step = steps[at]!;
  return isRecord(value) && Object.hasOwn(value, step) ? valuesAt((value as KubeObject)[step], steps, at + 1) : [];
}

function textOf(value: unknown): readonly string[] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

function orNone(values: readonly string[]): readonly string[] {
  return values.length > 0 ? values : none;
}

const none: readonly string[] = [''];
