import { isRecord } from '../kube/object.ts';
import { groupOf } from '../kube/groupOf.ts';

/** Another object that an object names. */
export interface ObjectReference {
  /** Where its name stands. */
  readonly path: readonly (string | number)[];
  readonly group: string;
  readonly kind: string;
  /** Of the kinds that every cluster has. */
  readonly resource?: string;
  readonly name: string;
  /** Where it is if its kind has namespaces; undefined: its kind has none. */
  readonly namespace: string | undefined;
  /** It is this one and no other of that name. */
  readonly uid?: string;
}

type Path = readonly string[];
type Target = Pick<ObjectReference, 'group' | 'kind' | 'resource'> & { readonly clusterScoped?: boolean };

const node: Target = { group: '', kind: 'Node', resource: 'nodes', clusterScoped: true };
const configMap: Target = { group: '', kind: 'ConfigMap', resource: 'configmaps' };
const secret: Target = { group: '', kind: 'Secret', resource: 'secrets' };
const serviceAccount: Target = { group: '', kind: 'ServiceAccount', resource: 'serviceaccounts' };
const service: Target = { group: '', kind: 'Service', resource: 'services' };
const claim: Target = { group: '', kind: 'PersistentVolumeClaim', resource: 'persistentvolumeclaims' };
const volume: Target = { group: '', kind: 'PersistentVolume', resource: 'persistentvolumes', clusterScoped: true };
const storageClass: Target = { group: 'storage.k8s.io', kind: 'StorageClass', resource: 'storageclasses', clusterScoped: true };
const ingressClass: Target = { group: 'networking.k8s.io', kind: 'IngressClass', resource: 'ingressclasses', clusterScoped: true };

/** Within a PodSpec; `*` is each item of a list. */
const ofPodSpec: readonly (readonly [string, Target])[] = [
  ['nodeName', node],
  ['serviceAccountName', serviceAccount],
  ['imagePullSecrets.*.name', secret],
  ['volumes.*.configMap.name', configMap],
  ['volumes.*.secret.secretName', secret],
  ['volumes.*.persistentVolumeClaim.claimName', claim],
  ['volumes.*.projected.sources.*.configMap.name', configMap],
  ['volumes.*.projected.sources.*.secret.name', secret],
  ...['containers', 'initContainers', 'ephemeralContainers'].flatMap((list): (readonly [string, Target])[] => [
    [`${list}.*.envFrom.*.configMapRef.name`, configMap],
    [`${list}.*.envFrom.*.secretRef.name`, secret],
    [`${list}.*.env.*.valueFrom.configMapKeyRef.name`, configMap],
    [`${list}.*.env.*.valueFrom.secretKeyRef.name`, secret],
  ]),
];

/** By `group/Kind`. */
const ofKinds: Readonly<Record<string, readonly (readonly [string, Target])[]>> = {
  '/PersistentVolumeClaim': [['spec.volumeName', volume], ['spec.storageClassName', storageClass]],
  '/PersistentVolume': [['spec.storageClassName', storageClass]],
  '/ServiceAccount': [['secrets.*.name', secret], ['imagePullSecrets.*.name', secret]],
  'apps/StatefulSet': [['spec.serviceName', service]],
  'networking.k8s.io/Ingress': [
    ['spec.ingressClassName', ingressClass],
    ['spec.defaultBackend.service.name', service],
    ['spec.rules.*.http.paths.*.backend.service.name', service],
    ['spec.tls.*.secretName', secret],
  ],
};

/** Where a PodSpec may be; that it is one is seen by its containers. */
const podSpecs = ['spec', 'spec.template.spec', 'spec.jobTemplate.spec.template.spec', 'template.spec'];

/** Fields that say kind and name of what they refer to. */
const objectReferences = ['involvedObject', 'regarding', 'related', 'spec.scaleTargetRef', 'spec.claimRef', 'roleRef', 'subjects.*', 'endpoints.*.targetRef', 'subsets.*.addresses.*.targetRef', 'subsets.*.notReadyAddresses.*.targetRef'];

/** What an object refers to, so far as its fields say it without doubt: a server may send anything, and what is not as expected refers to nothing. */
export function referencesOf(object: unknown): readonly ObjectReference[] {
  if (!isRecord(object)) return [];
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  const namespace = textOf(metadata['namespace']);
  const named = (at: Path, [path, target]: readonly [string, Target]): ObjectReference[] =>
    valuesAt(object, [...at, ...path.split('.')]).flatMap(({ path: found, value }) => {
      const name = textOf(value);
      const { group, kind, resource, clusterScoped } = target;
      return name === undefined ? [] : [{ path: found, group, kind, ...(resource !== undefined && { resource }), name, namespace: clusterScoped ? undefined : namespace }];
    });
  const described = (path: string): ObjectReference[] => valuesAt(object, path.split('.')).flatMap(({ path: found, value }) => describedAt(found, value, namespace));
  const kind = `${groupOf(object['apiVersion'])}/${textOf(object['kind']) ?? ''}`;
  return [
    ...described('metadata.ownerReferences.*'),
    ...objectReferences.flatMap(described),
    ...(Object.hasOwn(ofKinds, kind) ? ofKinds[kind]! : []).flatMap((each) => named([], each)),
    ...podSpecs.filter((at) => Array.isArray(valuesAt(object, [...at.split('.'), 'containers'])[0]?.value)).flatMap((at) => ofPodSpec.flatMap((each) => named(at.split('.'), each))),
  ];
}

/** @param namespace of the object that refers: an owner is in it or has none, and so is whatever says none of its own */
function describedAt(path: ObjectReference['path'], value: unknown, namespace: string | undefined): readonly ObjectReference[] {
  if (!isRecord(value)) return [];
  const [kind, name, uid] = [textOf(value['kind']), textOf(value['name']), textOf(value['uid'])];
  if (kind === undefined || name === undefined) return [];
  const group = textOf(value['apiGroup']) ?? groupOf(value['apiVersion']);
  const isOwner = path[1] === 'ownerReferences';
  return [{ path: [...path, 'name'], group, kind, name, namespace: textOf(value['namespace']) ?? namespace, ...(isOwner && { uid: uid ?? '' }) }];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function valuesAt(value: unknown, [first, ...rest]: Path, at: ObjectReference['path'] = []): readonly { readonly path: ObjectReference['path']; readonly value: unknown }[] {
  if (first === undefined) return [{ path: at, value }];
  if (first === '*') return Array.isArray(value) ? value.flatMap((item: unknown, index) => valuesAt(item, rest, [...at, index])) : [];
  return isRecord(value) && Object.hasOwn(value, first) ? valuesAt(value[first], rest, [...at, first]) : [];
}
