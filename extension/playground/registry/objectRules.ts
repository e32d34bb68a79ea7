import { isDeepStrictEqual } from 'node:util';
import type { KubeObject, ObjectMeta } from '../../kube/object.ts';
import { forbiddenField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import type { ManagedFieldsEntry } from './managedFields.ts';
import type { ResourceDefinition, Subresource } from './resourceDefinition.ts';

/** What becomes of an object when it is written, whatever its kind. */

/** What the server alone decides; a writer's idea of it is ignored. */
const serverFields = [
  'name',
  'namespace',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
] as const;
const areServers: ReadonlySet<string> = new Set(serverFields);

/** The parts of `proposed` that this kind of update may change, on top of what `old` has: as a writer says it, which counts for who owns what. */
export function mergeUpdate(definition: ResourceDefinition, old: KubeObject, proposed: KubeObject, subresource: Subresource | undefined): KubeObject {
  if (subresource === 'status') return { ...withField(old, 'status', proposed['status']), metadata: definition.statusMetadata(old.metadata, withServerFields(proposed.metadata, old.metadata)) };
  if (subresource === 'binding') return { ...old, metadata: withServerFields(proposed.metadata, old.metadata), spec: proposed['spec'], status: proposed['status'] };
  if (subresource === 'finalize') return withField(old, 'spec', proposed['spec']);
  const { kind, apiVersion, metadata } = old;
  const merged: KubeObject = {
    ...proposed,
    kind: kind!,
    apiVersion: apiVersion!,
    metadata: withServerFields(proposed.metadata, metadata),
  };
  return definition.subresources.includes('status') ? withField(merged, 'status', old['status']) : merged;
}

/** In one copy: it is made for every update. */
function withServerFields(proposed: ObjectMeta, old: ObjectMeta): ObjectMeta {
  const merged: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(proposed)) if (!areServers.has(field)) merged[field] = value;
  for (const field of serverFields) if (old[field] !== undefined) merged[field] = old[field];
  return merged as unknown as ObjectMeta;
}

/** With the next generation, where it counts changes and something besides metadata and status has changed. */
export function withGeneration(definition: ResourceDefinition, next: KubeObject, old: KubeObject): KubeObject {
  if (!definition.hasGeneration || isDeepStrictEqual(countedContent(definition, next), countedContent(definition, old))) return next;
  return { ...next, metadata: { ...next.metadata, generation: (old.metadata.generation ?? 0) + 1 } };
}

function countedContent({ subresources }: ResourceDefinition, object: KubeObject): object {
  const { metadata: _metadata, status, ...content } = object;
  return subresources.includes('status') ? content : { ...content, status };
}

/** Without the field where nobody owns anything. */
export function withOwners(object: KubeObject, owners: readonly ManagedFieldsEntry[]): KubeObject {
  return { ...object, metadata: withField(object.metadata, 'managedFields', owners.length > 0 ? owners : undefined) };
}

/** A copy in which the field has that value, or is not there when it is undefined. */
export function withField<T extends object>(object: T, field: keyof T & string, value: unknown): T {
  const { [field]: _, ...rest } = object;
  return (value === undefined ? rest : { ...rest, [field]: value }) as T;
}

/** Nothing may be added to what a dying object waits for. */
export function newFinalizers({ metadata }: KubeObject, { metadata: old }: KubeObject): FieldError[] {
  if (!old.deletionTimestamp || (metadata.finalizers ?? []).every((finalizer) => old.finalizers?.includes(finalizer))) return [];
  return [forbiddenField('metadata.finalizers', 'no finalizers can be added to an object that is being deleted')];
}
