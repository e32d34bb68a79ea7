/** A Kubernetes object as plain JSON. Shared by reference through queue, cache and handlers: never change one. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string | null;
  readonly deletionTimestamp?: string | null;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly unknown[];
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** Those of its owners that are what they should be: a server may send anything. */
export function ownersIn({ metadata }: KubeObject): readonly OwnerReference[] {
  const owners: unknown = metadata.ownerReferences;
  return (Array.isArray(owners) ? owners : []).filter((owner: unknown): owner is OwnerReference => isRecord(owner) && ['kind', 'name', 'uid'].every((field) => typeof owner[field] === 'string'));
}

/** The owner that is marked as managing controller, as `metav1.GetControllerOf`. */
export function controllerOf(object: KubeObject): OwnerReference | undefined {
  const owners: unknown = object.metadata.ownerReferences;
  // A server may send anything.
  return Array.isArray(owners) ? owners.find((owner: unknown): owner is OwnerReference => isRecord(owner) && owner['controller'] === true) : undefined;
}

/** Anything that parses as JSON and is an object: narrows `unknown` at the edges. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is in an object; nothing in anything else. */
export function fieldsIn(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** The objects in a list; none in anything else. */
export function recordsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Has metadata, so that it can be keyed and versioned. */
export function hasMetadata(value: unknown): value is KubeObject {
  return isRecord(value) && isRecord(value['metadata']);
}
