import { type LabelSelector, matchesLabels, requirementsOf } from '../../kube/labelSelector.ts';
import type { KubeObject, OwnerReference } from '../../kube/object.ts';

/** Whose an object is, and how it becomes somebody's (kubernetes `pkg/controller/controller_ref_manager.go`). */

export function ownerReference({ apiVersion = '', kind = '', metadata: { name = '', uid = '' } }: KubeObject): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

export function selectsObject({ spec: { selector } }: { readonly spec: { readonly selector?: LabelSelector } }, { metadata }: KubeObject): boolean {
  const requirements = selector && requirementsOf(selector);
  return requirements !== undefined && requirements.length > 0 && matchesLabels(requirements, metadata.labels ?? {});
}

/** Whom an owner does not select any more, it lets go. */
export function withoutOwner(object: KubeObject, uid: string): KubeObject {
  const { ownerReferences = [], ...metadata } = object.metadata;
  const left = ownerReferences.filter((owner) => owner.uid !== uid);
  return { ...object, metadata: left.length > 0 ? { ...metadata, ownerReferences: left } : metadata };
}

export function withController(object: KubeObject, owner: OwnerReference): KubeObject {
  const others = (object.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.uid);
  return { ...object, metadata: { ...object.metadata, ownerReferences: [...others, owner] } };
}
