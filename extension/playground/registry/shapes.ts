import type { LabelSelector } from '../../kube/labelSelector.ts';
import type { KubeObject, ObjectMeta } from '../../kube/object.ts';

/** The fields of the built-in kinds that the server itself reads or writes; an object may have more. */

export interface Container {
  readonly name: string;
  readonly image?: string;
  readonly imagePullPolicy?: string;
  readonly ports?: readonly { readonly containerPort: number; readonly hostPort?: number; readonly hostIP?: string; readonly protocol?: string; readonly name?: string }[];
  readonly resources?: { readonly requests?: Readonly<Record<string, string>>; readonly limits?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

export interface PodSpec {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly nodeName?: string;
  readonly restartPolicy?: string;
  readonly schedulerName?: string;
  readonly serviceAccountName?: string;
  readonly hostNetwork?: boolean;
  readonly tolerations?: readonly { readonly key?: string; readonly operator?: string; readonly value?: string; readonly effect?: string; readonly tolerationSeconds?: number }[];
  readonly readinessGates?: readonly { readonly conditionType: string }[];
  readonly [field: string]: unknown;
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
  readonly [field: string]: unknown;
}

export interface ContainerState {
  readonly running?: { readonly startedAt?: string };
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly terminated?: {
    readonly exitCode: number;
    readonly reason?: string;
    readonly signal?: number;
    readonly startedAt?: string;
    readonly finishedAt?: string;
    readonly containerID?: string;
  };
}

export interface ContainerStatus {
  readonly name: string;
  readonly ready: boolean;
  readonly restartCount: number;
  readonly image: string;
  readonly imageID?: string;
  readonly containerID?: string;
  readonly started?: boolean;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

export interface PodStatus {
  readonly phase?: string;
  readonly reason?: string;
  readonly conditions?: readonly Condition[];
  readonly containerStatuses?: readonly ContainerStatus[];
  readonly initContainerStatuses?: readonly ContainerStatus[];
  readonly hostIP?: string;
  readonly podIP?: string;
  readonly nominatedNodeName?: string;
  readonly startTime?: string;
  readonly [field: string]: unknown;
}

export interface Pod extends KubeObject {
  readonly spec: PodSpec;
  readonly status?: PodStatus;
}

export interface PodTemplate {
  readonly metadata?: ObjectMeta;
  readonly spec: PodSpec;
}

export interface WorkloadSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly selector: LabelSelector;
  readonly template: PodTemplate;
  readonly [field: string]: unknown;
}

/** A Deployment or a ReplicaSet: what both have. */
export interface Workload extends KubeObject {
  readonly spec: WorkloadSpec;
  readonly status?: {
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly availableReplicas?: number;
    readonly updatedReplicas?: number;
    readonly [field: string]: unknown;
  };
}

export interface Node extends KubeObject {
  readonly spec: {
    readonly unschedulable?: boolean;
    readonly podCIDR?: string;
    readonly podCIDRs?: readonly string[];
    readonly providerID?: string;
    readonly taints?: readonly { readonly key: string; readonly value?: string; readonly effect: string }[];
    readonly [field: string]: unknown;
  };
  readonly status?: {
    readonly conditions?: readonly Condition[];
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
    readonly nodeInfo?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
}

export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
  readonly immutable?: boolean;
}

export interface Secret extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly immutable?: boolean;
}

export interface Namespace extends KubeObject {
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: { readonly phase?: string; readonly conditions?: readonly Condition[] };
}

export interface Lease extends KubeObject {
  readonly spec?: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly leaseTransitions?: number;
    readonly [field: string]: unknown;
  };
}

export interface CoreEvent extends KubeObject {
  readonly involvedObject: Readonly<Record<'kind' | 'namespace' | 'name' | 'uid' | 'apiVersion' | 'resourceVersion' | 'fieldPath', string | undefined>>;
  readonly reason?: string;
  readonly message?: string;
  readonly type?: string;
  readonly count?: number;
  readonly firstTimestamp?: string;
  readonly lastTimestamp?: string;
  readonly eventTime?: string;
  readonly source?: { readonly component?: string; readonly host?: string };
  readonly reportingComponent?: string;
}
