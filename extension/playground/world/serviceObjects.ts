import type { KubeObject } from '../../kube/object.ts';
import { ownerReference } from '../controllers/ownership.ts';
import { endpointOf, endpointPorts, sliceLabels, sliceManager } from '../registry/endpoints.ts';
import { giveAddresses } from '../registry/serviceAddresses.ts';
import type { Endpoint, EndpointPort, Service, ServicePort } from '../registry/serviceShapes.ts';
import { endpointSlices } from '../registry/resources/endpointSlices.ts';
import { services } from '../registry/resources/services.ts';
import type { Pod } from '../registry/shapes.ts';
import { ownedBy } from './ownedBy.ts';
import type { WorldContext } from './worldContext.ts';

export interface ServicePlan {
  readonly namespace: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly selector?: Readonly<Record<string, string>>;
  readonly ports: readonly ServicePort[];
  /** Instead of one that is free. */
  readonly clusterIP?: string;
  readonly created: string;
}

/** A Service and the EndpointSlice that leads to its pods. */
export function serviceObjects(context: WorldContext, plan: ServicePlan, pods: readonly Pod[]): KubeObject[] {
  const service = serviceObject(context, plan);
  const endpoints = pods.map((pod) => endpointOf(pod, service)).filter((endpoint) => endpoint !== undefined);
  return [service, sliceObject(context, service, pods[0] ? endpointPorts(service, pods[0]) : [], endpoints, plan.created)];
}

/** `default/kubernetes`: the API server itself, which writes its own endpoint. */
export function apiServerService(context: WorldContext, address: string, created: string): KubeObject[] {
  const labels = { component: 'apiserver', provider: 'kubernetes' };
  const port = { name: 'https', protocol: 'TCP', port: 443, targetPort: 6443 };
  const service = serviceObject(context, { namespace: 'default', name: 'kubernetes', labels, ports: [port], clusterIP: '10.96.0.1', created }, 'kube-apiserver');
  const slice = {
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: { name: 'kubernetes', namespace: 'default', uid: context.uid(), generation: 1, creationTimestamp: created, labels: { [sliceLabels.service]: 'kubernetes' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: [address], conditions: { ready: true } }],
    ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
  };
  return [service, ownedBy(slice, { manager: 'kube-apiserver', time: created })];
}

function serviceObject(context: WorldContext, plan: ServicePlan, manager = 'kubectl-create'): Service {
  const { namespace, name, labels, selector, ports, clusterIP, created } = plan;
  const object = services.applyDefaults(
    services.prepareForCreate({
      kind: 'Service',
      apiVersion: 'v1',
      metadata: { name, namespace, uid: context.uid(), creationTimestamp: created, labels },
      spec: { ...(selector && { selector }), ...(clusterIP && { clusterIP }), ports },
    }),
  ) as Service;
  const { service } = giveAddresses(object, () => context.services);
  context.services.push(service);
  return ownedBy(service, { manager, time: created }) as Service;
}

function sliceObject(context: WorldContext, service: Service, ports: readonly EndpointPort[], endpoints: readonly Endpoint[], created: string): KubeObject {
  const { name = '', namespace = '', labels } = service.metadata;
  const object = endpointSlices.applyDefaults({
    kind: 'EndpointSlice',
    apiVersion: 'discovery.k8s.io/v1',
    metadata: {
      name: `${name}-${context.suffix()}`,
      generateName: `${name}-`,
      namespace,
      uid: context.uid(),
      generation: 1,
      creationTimestamp: created,
      labels: { ...labels, [sliceLabels.managedBy]: sliceManager, [sliceLabels.service]: name },
      ownerReferences: [ownerReference(service)],
    },
    addressType: 'IPv4',
    ...(endpoints.length > 0 && { endpoints }),
    ...(ports.length > 0 && { ports }),
  });
  return ownedBy(object, { manager: 'kube-controller-manager', time: created });
}
