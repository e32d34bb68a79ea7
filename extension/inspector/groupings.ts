import { ownerIndex, labelIndex } from '../informer/indexFuncs.ts';
import { namespaceIndex } from '../informer/indexer.ts';
import { fieldIndex, indexFuncOf, nodeIndex, withTheRest } from '../informer/namedIndexes.ts';
import type { SharedInformer } from '../informer/sharedInformer.ts';
import { controllerOf, type KubeObject } from '../kube/object.ts';
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
  /** Of the objects that were looked at, those that have a value. */
  readonly share: number;
}

/** By the namespace, and by all that some of its objects have; what most have first. */
export function groupingsOf({ indexer }: SharedInformer): readonly Grouping[] {
  const objects: KubeObject[] = [];
  for (const key of indexer.listKeys()) {
    if (objects.length === sampled) break;
    objects.push(indexer.get(key)!);
  }
  const grouping = (by: Grouping['by'], index: string): Grouping => {
    const valuesOf = indexFuncOf(index);
    const having = valuesOf ? objects.filter((object) => valuesOf(object).length > 0) : [];
    return { index: withTheRest(index), by, share: having.length / Math.max(1, objects.length) };
  };
  const found = [
    grouping('owner', ownerIndex),
    grouping('node', nodeIndex),
    ...commonFields.map((field) => grouping('field', fieldIndex(field))),
    ...labelsOf(objects).map((label) => grouping('label', labelIndex(label))),
  ];
  return [{ index: namespaceIndex, by: 'namespace', share: 1 }, ...found.filter(({ share }) => share > 0)];
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
export function groupTitle({ index, value }: Pick<GroupNode, 'index' | 'value'>, informer: SharedInformer | undefined): string {
  if (value === '' || index !== withTheRest(ownerIndex) || !informer) return value;
  // This index is in every cache of a session; the one with the rest in it comes with the grouping, and may be missing while there is a filter.
  const [key] = informer.indexer.keysOf(ownerIndex, value);
  const object = key === undefined ? undefined : informer.indexer.get(key);
  const owner = object && controllerOf(object);
  return owner ? `${owner.kind}/${owner.name}` : value;
}

function labelsOf(objects: readonly KubeObject[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { metadata } of objects) for (const label of Object.keys(metadata.labels ?? {})) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1)).map(([label]) => label);
}
