import type { KubeObject } from '../../kube/object.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { Condition } from '../registry/shapes.ts';

/** What is still in a namespace, by resource. */
export type Remaining = readonly (readonly [ResourceDefinition, readonly KubeObject[]])[];

/** What a namespace on its way out tells of that, in the order in which it does, with what is said where nothing keeps it (kubernetes `namespace/deletion/status_condition_utils`). */
const types: Readonly<Record<string, readonly [reason: string, message: string]>> = {
  NamespaceDeletionDiscoveryFailure: ['ResourcesDiscovered', 'All resources successfully discovered'],
  NamespaceDeletionGroupVersionParsingFailure: ['ParsedGroupVersions', 'All legacy kube types successfully parsed'],
  NamespaceDeletionContentFailure: ['ContentDeleted', 'All content successfully deleted, may be waiting on finalization'],
  NamespaceContentRemaining: ['ContentRemoved', 'All content successfully removed'],
  NamespaceFinalizersRemaining: ['ContentHasNoFinalizers', 'All content-preserving finalizers finished'],
};

function isNamespaceCondition(type: string): boolean {
  return Object.hasOwn(types, type);
}

/** @param now RFC 3339; a condition that says what it said before stays as it is. The same array where all do */
export function namespaceConditions(before: readonly Condition[] = [], remaining: Remaining, now: string): readonly Condition[] {
  const told: Readonly<Record<string, readonly [string, string] | undefined>> = {
    NamespaceContentRemaining: contentRemaining(remaining),
    NamespaceFinalizersRemaining: finalizersRemaining(remaining),
  };
  const conditions = Object.entries(types).map(([type, usual]): Condition => {
    const [reason, message] = told[type] ?? usual;
    const status = told[type] ? 'True' : 'False';
    const old = before.find((condition) => condition.type === type);
    if (old?.status === status && old.reason === reason && old.message === message) return old;
    return { type, status, lastTransitionTime: now, reason, message };
  });
  const others = before.filter(({ type }) => !isNamespaceCondition(type));
  const isSame = conditions.every((condition) => before.includes(condition));
  return isSame ? before : [...others, ...conditions];
}

function contentRemaining(remaining: Remaining): readonly [string, string] | undefined {
  const texts = remaining.filter(([, objects]) => objects.length > 0).map(([{ group, resource }, objects]) => `${resource}.${group} has ${objects.length} resource instances`);
  return texts.length === 0 ? undefined : ['SomeResourcesRemain', `Some resources are remaining: ${texts.toSorted().join(', ')}`];
}

function finalizersRemaining(remaining: Remaining): readonly [string, string] | undefined {
  const counts = new Map<string, number>();
  for (const [, objects] of remaining) for (const { metadata } of objects) for (const finalizer of metadata.finalizers ?? []) counts.set(finalizer, (counts.get(finalizer) ?? 0) + 1);
  const texts = Array.from(counts, ([finalizer, count]) => `${finalizer} in ${count} resource instances`);
  return texts.length === 0 ? undefined : ['SomeFinalizersRemain', `Some content in the namespace has finalizers remaining: ${texts.toSorted().join(', ')}`];
}
