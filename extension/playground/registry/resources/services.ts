import type { KubeObject } from '../../../kube/object.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { defineResource } from '../resourceDefinition.ts';
import { giveAddresses, isReachedFromOutside, withOldAddresses } from '../serviceAddresses.ts';
import type { Service, ServiceSpec } from '../serviceShapes.ts';
import { validateService, validateServiceUpdate } from '../serviceValidation.ts';

export const services = defineResource({
  group: '',
  version: 'v1',
  resource: 'services',
  kind: 'Service',
  namespaced: true,
  shortNames: ['svc'],
  categories: ['all'],
  subresources: ['status'],
  returnsDeleted: true,
  createsOnUpdate: true,
  blank: { spec: {}, status: { loadBalancer: {} } },
  shortNamesOnly: true,
  prepareForCreate: (object) => ({ ...object, status: { loadBalancer: {} } }),
  applyDefaults: serviceDefaults,
  prepareForUpdate: (object, old) => withOldAddresses(object as Service, old as Service),
  allocate: (object, others) => {
    const { service, errors } = giveAddresses(object as Service, others as () => readonly Service[]);
    return { object: service, errors };
  },
  validate: validateService,
  validateUpdate: validateServiceUpdate,
  selectableFields: {
    'spec.clusterIP': (object) => (object as Service).spec.clusterIP ?? '',
    'spec.type': (object) => (object as Service).spec.type ?? '',
  },
  columns: [
    nameColumn,
    { name: 'Type', type: 'string', description: 'How it is reached', cell: (object) => (object as Service).spec.type ?? '' },
    { name: 'Cluster-IP', type: 'string', description: 'Address within the cluster', cell: (object) => (object as Service).spec.clusterIP || '<none>' },
    { name: 'External-IP', type: 'string', description: 'Address from outside', cell: (object) => externalAddress(object as Service) },
    { name: 'Port(s)', type: 'string', description: 'Ports, with those of the nodes', cell: (object) => portsText((object as Service).spec) },
    ageColumn,
    { name: 'Selector', type: 'string', description: 'Which pods it leads to', wide: true, cell: (object) => selectorText((object as Service).spec) },
  ],
});

/** kubernetes `SetDefaults_Service`, for IPv4 alone. */
function serviceDefaults(object: KubeObject): KubeObject {
  const service = object as Service;
  const { internalTrafficPolicy, externalTrafficPolicy, allocateLoadBalancerNodePorts, sessionAffinityConfig, ...rest } = service.spec;
  const { type = 'ClusterIP', sessionAffinity = 'None', ports } = rest;
  const spec: ServiceSpec = {
    ...rest,
    type,
    sessionAffinity,
    ...(ports && { ports: ports.map((port) => Object.assign({ protocol: 'TCP', targetPort: port.port }, port)) }),
    ...(type !== 'ExternalName' && { internalTrafficPolicy: internalTrafficPolicy ?? 'Cluster' }),
    ...((externalTrafficPolicy !== undefined || isReachedFromOutside({ type })) && { externalTrafficPolicy: externalTrafficPolicy ?? 'Cluster' }),
    ...(type === 'LoadBalancer' && { allocateLoadBalancerNodePorts: allocateLoadBalancerNodePorts ?? true }),
    ...(sessionAffinity === 'ClientIP' && { sessionAffinityConfig: sessionAffinityConfig ?? { clientIP: { timeoutSeconds: 10_800 } } }),
  };
  return { ...service, spec };
}

function externalAddress({ spec, status }: Service): string {
  const ingress = (status?.loadBalancer?.ingress ?? []).map(({ ip, hostname }) => ip || hostname || '').filter(Boolean);
  switch (spec.type) {
    case 'ExternalName':
      return spec.externalName ?? '';
    case 'LoadBalancer':
      return [...ingress, ...(spec.externalIPs ?? [])].join(',') || '<pending>';
    default:
      return spec.externalIPs?.join(',') || '<none>';
  }
}

function portsText({ ports = [] }: ServiceSpec): string {
  return ports.map(({ port, nodePort, protocol = 'TCP' }) => `${port}${nodePort ? `:${nodePort}` : ''}/${protocol}`).join(',') || '<none>';
}

function selectorText({ selector = {} }: ServiceSpec): string {
  const pairs = Object.entries(selector).map(([key, value]) => `${key}=${value}`);
  return pairs.toSorted().join(',') || '<none>';
}
