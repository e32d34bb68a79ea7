import type { KubeObject } from '../../kube/object.ts';
import { wellConditions } from '../controllers/heartbeat.ts';
import { ownedBy } from './ownedBy.ts';
import type { WorldContext } from './worldContext.ts';

export interface NodeInfo {
  /** Decides its addresses: 172.18.0.(index + 2), pods 10.244.index.0/24. */
  readonly index: number;
  readonly name: string;
  readonly address: string;
  /** The same in the status of each of its pods. */
  readonly hostIPs: readonly { readonly ip: string }[];
}

export function nodeInfo(index: number, name: string): NodeInfo {
  const address = `172.18.${Math.floor(index / 250)}.${(index % 250) + 2}`;
  return { index, name, address, hostIPs: [{ ip: address }] };
}

export function nodeObject(context: WorldContext, node: NodeInfo, { controlPlane, cores = 8 }: { readonly controlPlane: boolean; readonly cores?: number }): KubeObject {
  const created = context.ago(35 * 86_400_000);
  const resources = { cpu: String(cores), 'ephemeral-storage': '205374420Ki', 'hugepages-2Mi': '0', memory: `${cores * 4_110_881}Ki`, pods: '110' };
  const object: KubeObject = {
    kind: 'Node',
    apiVersion: 'v1',
    metadata: {
      name: node.name,
      uid: context.uid(),
      creationTimestamp: created,
      labels: {
        'beta.kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'kubernetes.io/hostname': node.name,
        'kubernetes.io/os': 'linux',
        ...(controlPlane && { 'node-role.kubernetes.io/control-plane': '' }),
      },
      annotations: { 'node.alpha.kubernetes.io/ttl': '0', 'volumes.kubernetes.io/controller-managed-attach-detach': 'true' },
    },
    spec: {
      podCIDR: `10.244.${node.index}.0/24`,
      podCIDRs: [`10.244.${node.index}.0/24`],
      providerID: `playground:///${node.name}`,
      ...(controlPlane && { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] }),
    },
    status: {
      capacity: resources,
      allocatable: resources,
      conditions: wellConditions.map(({ type, status, reason, message }) => ({
        type,
        status,
        lastHeartbeatTime: context.ago(context.between(0, 300_000)),
        lastTransitionTime: created,
        reason,
        message,
      })),
      addresses: [
        { type: 'InternalIP', address: node.address },
        { type: 'Hostname', address: node.name },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: 10250 } },
      nodeInfo: {
        machineID: context.hex(32),
        systemUUID: context.uid(),
        bootID: context.uid(),
        kernelVersion: '6.12.30',
        osImage: 'Debian GNU/Linux 12 (bookworm)',
        containerRuntimeVersion: 'containerd://2.1.1',
        kubeletVersion: 'v1.34.0',
        kubeProxyVersion: '',
        operatingSystem: 'linux',
        architecture: 'amd64',
      },
    },
  };
  return ownedBy(object, { manager: 'kubeadm', time: created }, { manager: 'kubelet', time: created });
}
