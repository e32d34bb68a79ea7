import { matchesLabels, requirementsOf } from '../../kube/labelSelector.ts';
import type { KubeObject, OwnerReference } from '../../kube/object.ts';
import type { Workload } from '../registry/shapes.ts';

/** Whose an object is, and how it becomes somebody's (kubernetes `pkg/controller/controller_ref_manager.go`). */

export function ownerReference({ apiVersion = '', kind = '', metadata: { name = '', uid = '' } }: KubeObject): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

export function selectsObject({ spec: { selector } }: Pick<Workload, 'spec'>, { metadata }: KubeObject): boolean {
  const requirements = requirementsOf(selector);
  return requirements !== undefined && requirements.length > 0 && matchesLabels(requirements, metadata.labels ?? {});
}

export function withController(object: KubeObject, owner: OwnerReference): KubeObject {
  const others = (object.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.uid);
  return { ...object, metadata: { ...object.metadata, ownerReferences: [...others, owner] } };
}
