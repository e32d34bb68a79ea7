import { isRecord, type KubeObject } from './object.ts';

/** Who has written a field last, as the server keeps it in `managedFields`. */
export interface FieldOwner {
  /** `kubectl-edit`, `kube-controller-manager` */
  readonly manager: string;
  /** `Apply`, `Update` */
  readonly operation: string;
  /** `status`; absent for the object itself. */
  readonly subresource?: string;
  /** When it did so last; to the second. Absent where the server does not say. */
  readonly time?: string;
}

interface Managed {
  readonly owner: FieldOwner;
  readonly fields: unknown;
}

type Step = string | number;

/** Managers of one object that are looked at. */
const maxManagers = 200;
/** Elements of a list among whose owners one is looked for. */
const maxElements = 1000;

/** Everybody who owns any field of the object, the newest first. Whatever the server sends, nothing is thrown. */
export function fieldManagers(object: KubeObject): readonly FieldOwner[] {
  return managedOf(object).map(({ owner }) => owner);
}

/**
 * Who owns a field of the object, or something within it; the newest first. A field that is not there any more has no owner.
 * @param path as `changedFields` writes them: `spec.containers[0].image`, `metadata.labels["app/name"]`
 */
export function ownersOfField(object: KubeObject, path: string): readonly FieldOwner[] {
  const steps = stepsOf(path);
  return managedOf(object)
    .filter(({ fields }) => owns(fields, object, steps))
    .map(({ owner }) => owner);
}

function managedOf({ metadata }: KubeObject): readonly Managed[] {
  const kept: unknown = metadata.managedFields;
  if (!Array.isArray(kept)) return [];
  return kept
    .slice(0, maxManagers)
    .flatMap((each: unknown) => {
      if (!isRecord(each)) return [];
      const { manager, operation, subresource, time, fieldsV1 } = each;
      const owner: FieldOwner = { manager: text(manager), operation: text(operation), ...(text(subresource) && { subresource: text(subresource) }), ...(text(time) && { time: text(time) }) };
      return [{ owner, fields: fieldsV1 }];
    })
    .toSorted(newestFirst);
}

function newestFirst({ owner: { time = '' } }: Managed, { owner: { time: other = '' } }: Managed): number {
  return time === other ? 0 : time > other ? -1 : 1;
}

/** Walks set and object side by side. What is owned as a whole has no further sets within. */
function owns(fields: unknown, object: unknown, steps: readonly Step[]): boolean {
  let [set, value]: [unknown, unknown] = [fields, object];
  for (const [depth, step] of steps.entries()) {
    if (!isRecord(set)) return false;
    if (depth > 0 && isLeaf(set)) return true;
    const inner: unknown = typeof step === 'number' ? elementSet(set, value, step) : own(set, `f:${step}`);
    if (inner === undefined) return false;
    set = inner;
    value = typeof step === 'number' ? (Array.isArray(value) ? (value as unknown[])[step] : undefined) : own(value, step);
  }
  return isRecord(set);
}

/** An element is owned by its keys, by its value, or by its place. */
function elementSet(set: Readonly<Record<string, unknown>>, list: unknown, index: number): unknown {
  const element: unknown = Array.isArray(list) ? list[index] : undefined;
  for (const [name, inner] of Object.entries(set).slice(0, maxElements)) {
    if (name === `i:${index}`) return inner;
    const wanted = parsed(name.slice(2));
    if (name.startsWith('v:') && isScalar(wanted) && wanted === element) return inner;
    if (name.startsWith('k:') && isRecord(wanted) && isRecord(element) && Object.entries(wanted).every(([field, each]) => own(element, field) === each)) return inner;
  }
  return undefined;
}

function isLeaf(set: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(set).every((name) => name === '.');
}

function isScalar(value: unknown): boolean {
  return value !== undefined && (typeof value !== 'object' || value === null);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function own(record: unknown, name: string): unknown {
  return isRecord(record) && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** `spec.a[0]["b.c"]` → spec, a, 0, b.c */
function stepsOf(path: string): readonly Step[] {
  const steps: Step[] = [];
  for (const [, name, index, quoted] of path.matchAll(/\.?([A-Za-z_][A-Za-z0-9_-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g)) {
    if (name !== undefined) steps.push(name);
    else if (index !== undefined) steps.push(Number(index));
    else steps.push(String(parsed(quoted ?? '""')));
  }
  return steps;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
