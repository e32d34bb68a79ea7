import { namespaceIndex, type ReadonlyIndexer } from '../../informer/indexer.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import { type LabelSelector, matchesLabels, requirementsOf } from '../../kube/labelSelector.ts';
import { controllerOf, type KubeObject, type OwnerReference } from '../../kube/object.ts';

/** Whose an object is, and how it becomes somebody's (kubernetes `pkg/controller/controller_ref_manager.go`). */

export function ownerReference({ apiVersion = '', kind = '', metadata: { name = '', uid = '' } }: KubeObject): OwnerReference {
  return { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** What says by its labels whom it has for its own. */
export interface Selecting extends KubeObject {
  readonly spec: { readonly selector?: LabelSelector };
}

/** The key of whose it is, where that is of this kind. Both are in one namespace. */
export function ownerKey(object: KubeObject, kind: string): string | undefined {
  const owner = controllerOf(object);
  return owner?.kind === kind ? `${object.metadata.namespace}/${owner.name}` : undefined;
}

/** The keys of those whom a change of it concerns: whose it is, or, of what is nobody's and still there, all of `owners` that select it. */
export function concernedBy(object: KubeObject, gone: boolean, owners: ReadonlyIndexer, kind: string): readonly string[] {
  if (!controllerOf(object) && !gone) return (owners.byIndex(namespaceIndex, object.metadata.namespace ?? '') as Selecting[]).filter((owner) => selectsObject(owner, object)).map(metaNamespaceKey);
  const key = ownerKey(object, kind);
  return key === undefined ? [] : [key];
}

export function selectsObject(owner: Pick<Selecting, 'spec'>, object: KubeObject): boolean {
  return selectionOf(owner)(object);
}

/** Which objects it selects, for whoever asks of many. None where its selector is malformed, or empty. */
export function selectionOf({ spec: { selector } }: Pick<Selecting, 'spec'>): (object: KubeObject) => boolean {
  const requirements = (selector && requirementsOf(selector)) ?? [];
  return ({ metadata }) => requirements.length > 0 && matchesLabels(requirements, metadata.labels);
}

/** Whom an owner does not select any more, it lets go. */
export function withoutOwner(object: KubeObject, uid: string): KubeObject {
  return withoutOwners(object, (owner) => owner.uid === uid);
}

export function withoutOwners(object: KubeObject, isDropped: (owner: OwnerReference) => boolean): KubeObject {
  const { ownerReferences = [], ...metadata } = object.metadata;
  const left = ownerReferences.filter((owner) => !isDropped(owner));
  return { ...object, metadata: left.length > 0 ? { ...metadata, ownerReferences: left } : metadata };
}

export function withoutFinalizer(object: KubeObject, finalizer: string): KubeObject {
  const { finalizers = [], ...metadata } = object.metadata;
  const left = finalizers.filter((each) => each !== finalizer);
  return { ...object, metadata: left.length > 0 ? { ...metadata, finalizers: left } : metadata };
}

export function withController(object: KubeObject, owner: OwnerReference): KubeObject {
  const others = (object.metadata.ownerReferences ?? []).filter(({ uid }) => uid !== owner.uid);
  return { ...object, metadata: { ...object.metadata, ownerReferences: [...others, owner] } };
}
