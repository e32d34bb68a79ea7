import type { KubeObject, OwnerReference } from '../../kube/object.ts';
import { managedFieldsEntry } from '../registry/managedFields.ts';
import { inOnePiece } from '../registry/names.ts';
import { admitPodSpec, podDefaults, podSpecDefaults, qosClass } from '../registry/podDefaults.ts';
import { priorityOf, systemPriorityClasses } from '../registry/resources/priorityClasses.ts';
import type { Container, ContainerStatus, PodSpec, PodTemplate } from '../registry/shapes.ts';
import type { NodeInfo } from './nodeObjects.ts';
import type { WorldContext } from './worldContext.ts';

export interface PodGroup {
  readonly namespace: string;
  readonly owner: OwnerReference;
  readonly template: PodTemplate;
  /** Put before the pod's own suffix: `web-7c5ddbdf54-`. */
  readonly generateName: string;
  readonly created: string;
}

/**
 * Makes the pods of one owner. What they have in common (spec, labels, field ownership) is one object that
 * they share, as the pods of a real owner are alike.
 */
export class PodFactory {
  readonly #context: WorldContext;
  readonly #group: PodGroup;
  readonly #spec: PodSpec;
  readonly #imageIds: ReadonlyMap<string, string>;
  readonly #managedFields: readonly object[];
  readonly #conditions: readonly object[];
  readonly #state: NonNullable<ContainerStatus['state']>;

  constructor(context: WorldContext, group: PodGroup) {
    this.#context = context;
    this.#group = group;
    const template = podSpecDefaults(group.template.spec);
    const priorityClass = systemPriorityClasses.find(({ metadata }) => metadata.name === template['priorityClassName']);
    this.#spec = podDefaults(admitPodSpec({ ...withApiAccess(template, context.suffix()), ...priorityOf(priorityClass) }));
    this.#imageIds = new Map(template.containers.map(({ image = '' }) => [image, `${repository(image)}@sha256:${context.hex(64)}`]));
    this.#managedFields = this.#fieldOwners();
    this.#conditions = ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({ type, status: 'True', lastTransitionTime: group.created }));
    this.#state = { running: { startedAt: group.created } };
  }

  /** A pod that has been running for a while. @param name instead of a generated one */
  running(node: NodeInfo, name?: string): KubeObject {
    const { namespace, owner, template, generateName, created } = this.#group;
    const podIP = this.#spec.hostNetwork ? node.address : this.#context.podAddress(node.index);
    return {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: {
        name: name ?? inOnePiece(generateName, this.#context.suffix()),
        ...(name === undefined && { generateName }),
        namespace,
        uid: this.#context.uid(),
        creationTimestamp: created,
        ...(template.metadata?.labels && { labels: template.metadata.labels }),
        ...(template.metadata?.annotations && { annotations: template.metadata.annotations }),
        ownerReferences: [owner],
        managedFields: this.#managedFields,
      },
      spec: { ...this.#spec, nodeName: node.name },
      status: this.#runningStatus(node, podIP),
    };
  }

  #runningStatus(node: NodeInfo, podIP: string): object {
    const { created } = this.#group;
    return {
      phase: 'Running',
      conditions: this.#conditions,
      hostIP: node.address,
      hostIPs: node.hostIPs,
      podIP,
      podIPs: [{ ip: podIP }],
      startTime: created,
      containerStatuses: this.#spec.containers.map((container) => this.#containerStatus(container)),
      qosClass: qosClass(this.#spec),
    };
  }

  #containerStatus({ name, image = '' }: Container): ContainerStatus {
    return {
      name,
      state: this.#state,
      lastState: noState,
      ready: true,
      restartCount: 0,
      image,
      imageID: this.#imageIds.get(image) ?? '',
      containerID: inOnePiece('containerd://', this.#context.hex(64)),
      started: true,
    };
  }

  #fieldOwners(): readonly object[] {
    const { created, template, owner } = this.#group;
    const { priority: _, preemptionPolicy: __, serviceAccount: ___, tolerations: ____, nodeName: _____, ...written } = this.#spec;
    const labels = template.metadata?.labels;
    return [
      managedFieldsEntry('Pod', 'v1', { manager: 'kube-controller-manager', time: created }, {
        metadata: { generateName: '', labels, ownerReferences: [owner] },
        spec: written,
      }),
      { ...kubeletFields, time: created },
    ];
  }
}

const noState: NonNullable<ContainerStatus['lastState']> = {};

/** What a kubelet owns of the status of every pod that runs. */
const kubeletFields = managedFieldsEntry('Pod', 'v1', { manager: 'kubelet', time: '', subresource: 'status' }, {
  status: {
    conditions: ['PodReadyToStartContainers', 'Initialized', 'Ready', 'ContainersReady'].map((type) => ({ type, status: '', lastTransitionTime: '', lastProbeTime: '' })),
    containerStatuses: [],
    hostIP: '',
    hostIPs: [],
    phase: '',
    podIP: '',
    podIPs: [{ ip: '' }],
    startTime: '',
  },
});

/** The volume through which a pod finds its account's token. */
function withApiAccess(spec: PodSpec, suffix: string): PodSpec {
  if (spec.hostNetwork) return spec;
  const name = `kube-api-access-${suffix}`;
  const mount = { name, readOnly: true, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' };
  const sources = [
    { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    { downwardAPI: { items: [{ path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } }] } },
  ];
  const volumes = (spec['volumes'] ?? []) as readonly object[];
  return {
    ...spec,
    volumes: [...volumes, { name, projected: { sources, defaultMode: 420 } }],
    containers: spec.containers.map((container) => ({ ...container, volumeMounts: [...((container['volumeMounts'] ?? []) as object[]), mount] })),
  };
}

/** `nginx:1.25` comes from `docker.io/library/nginx`. */
function repository(image: string): string {
  const name = image.replace(/:[^:/]*$/, '');
  if (!name.includes('/')) return `docker.io/library/${name}`;
  return name.split('/', 1)[0]!.includes('.') ? name : `docker.io/${name}`;
}
