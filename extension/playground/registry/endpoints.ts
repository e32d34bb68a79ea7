import { hasEnded, isPodReady } from './podState.ts';
import type { Container, Pod } from './shapes.ts';
import type { Endpoint, EndpointPort, Service, ServicePort } from './serviceShapes.ts';

/** How a Service becomes endpoints (kubernetes `staging/src/k8s.io/endpointslice`). Pure. */

export const sliceLabels = { managedBy: 'endpointslice.kubernetes.io/managed-by', service: 'kubernetes.io/service-name' } as const;
export const sliceManager = 'endpointslice-controller.k8s.io';

/** A pod as an endpoint; undefined for one that has no address, or has ended. */
export function endpointOf(pod: Pod, service: Service): Endpoint | undefined {
  const { metadata, spec, status } = pod;
  if (!status?.podIP || hasEnded(pod)) return undefined;
  const serving = isPodReady(pod);
  const terminating = Boolean(metadata.deletionTimestamp);
  const ready = service.spec.publishNotReadyAddresses === true || (serving && !terminating);
  return {
    addresses: [status.podIP],
    conditions: { ready, serving, terminating },
    ...(spec.nodeName && { nodeName: spec.nodeName }),
    targetRef: { kind: 'Pod', namespace: metadata.namespace!, name: metadata.name!, uid: metadata.uid! },
  };
}

/** The ports of a Service as they are on that pod; those that it does not have are left out. */
export function endpointPorts({ spec }: Service, pod: Pod): EndpointPort[] {
  return (spec.ports ?? []).flatMap((port) => {
    const number = targetPort(port, pod.spec.containers);
    const { name = '', protocol = 'TCP', appProtocol } = port;
    return number === undefined ? [] : [{ name, port: number, protocol, ...(appProtocol !== undefined && { appProtocol }) }];
  });
}

function targetPort({ port, targetPort: target = port, protocol = 'TCP' }: ServicePort, containers: readonly Container[]): number | undefined {
  if (typeof target === 'number') return target;
  const ports = containers.flatMap((container) => container.ports ?? []);
  return ports.find((candidate) => candidate.name === target && (candidate.protocol ?? 'TCP') === protocol)?.containerPort;
}
