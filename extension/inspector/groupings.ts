import { ownerIndex, labelIndex } from '../informer/indexFuncs.ts';
import { namespaceIndex } from '../informer/indexer.ts';
import { fieldIndex, nodeIndex, withTheRest } from '../informer/namedIndexes.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { controllerOf, isRecord, type KubeObject } from '../kube/object.ts';
import type { GroupNode } from './treeNode.ts';

/** So many objects are looked at to find what they could be grouped by: none walks a whole cache for a list of choices. */
const sampled = 200;

/** Fields that many kinds have, and by which people tell objects apart. */
const commonFields = ['status.phase', 'spec.type', 'type', 'reason', 'status.conditions.type', 'spec.schedulerName', 'addressType'] as const;

/** What the objects of an informer can be grouped by. */
export interface Grouping {
  /** Name of the index. */
  readonly index: string;
  readonly by: 'namespace' | 'owner' | 'node' | 'label' | 'field';
  /** The label or the field; empty elsewhere. */
  readonly of: string;
  /** Of the objects that were looked at, those that have it. */
  readonly share: number;
}

/** By the namespace, and by all that some of its objects have; what most have first. */
export function groupingsOf({ indexer }: SharedInformer): readonly Grouping[] {
  const objects: KubeObject[] = [];
  for (const key of indexer.listKeys()) {
    if (objects.length === sampled) break;
    objects.push(indexer.get(key)!);
  }
  const share = (has: (object: KubeObject) => boolean): number => (objects.length === 0 ? 0 : objects.filter(has).length / objects.length);
  const found: readonly Grouping[] = [
    { index: withTheRest(ownerIndex), by: 'owner', of: '', share: share((object) => controllerOf(object) !== undefined) },
    { index: withTheRest(nodeIndex), by: 'node', of: '', share: share((object) => isRecord(object['spec']) && typeof object['spec']['nodeName'] === 'string') },
    ...commonFields.map((field): Grouping => ({ index: fieldGrouping(field), by: 'field', of: field, share: share((object) => hasField(object, field)) })),
    ...labelsOf(objects).map((label): Grouping => ({ index: labelGrouping(label), by: 'label', of: label, share: share(({ metadata }) => Object.hasOwn(metadata.labels ?? {}, label)) })),
  ];
  return [{ index: namespaceIndex, by: 'namespace', of: '', share: 1 }, ...found.filter((grouping) => grouping.share > 0)];
}

export function fieldGrouping(path: string): string {
  return withTheRest(fieldIndex(path));
}

export function labelGrouping(label: string): string {
  return withTheRest(labelIndex(label));
}

/** A path as `status.phase`: names without brackets, each in its object. */
export function isGroupingPath(text: string): boolean {
  return text.length <= 200 && /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)*$/.test(text);
}

/** What a group is called: the value, and of an owner, whose uid says nothing to anybody, its kind and name. Empty: its objects have no value. */
export function groupTitle({ index, value }: GroupNode, informer: SharedInformer | undefined): string {
  if (value === '' || index !== withTheRest(ownerIndex) || !informer) return value;
  const [key] = informer.indexer.keysOf(index, value);
  const object = key === undefined ? undefined : informer.indexer.get(key);
  const owner = object && controllerOf(object);
  return owner ? `${owner.kind}/${owner.name}` : value;
}

function labelsOf(objects: readonly KubeObject[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { metadata } of objects) for (const label of Object.keys(metadata.labels ?? {})) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1)).map(([label]) => label);
}

function hasField(object: KubeObject, field: string): boolean {
  let at: unknown = object;
  for (const step of field.split('.')) {
    if (Array.isArray(at)) [at] = at;
    if (!isRecord(at) || !Object.hasOwn(at, step)) return false;
    at = at[step];
  }
  return true;
}
