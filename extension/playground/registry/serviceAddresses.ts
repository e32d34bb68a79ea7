import { hashOf } from '../../base/random.ts';
import { invalidField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import type { Service, ServicePort, ServiceSpec } from './serviceShapes.ts';

/** Addresses and ports that are given out to one Service alone (kubernetes `pkg/registry/core/service/{ipallocator,portallocator}`). */

/** 10.96.0.0/16, as kubeadm has it: addresses that ask for nothing special come from above the first 256, which are for those with a wish. */
export const addressPrefix = '10.96.';
const firstFree = 256;
const lastFree = 65_534;

export const nodePorts = { first: 30_000, last: 32_767 } as const;

export interface Given {
  readonly service: Service;
  readonly errors: readonly FieldError[];
}

/** The Service with the addresses and ports that it has to have. @param others all there are but itself */
export function giveAddresses(asked: Service, old: Service | undefined, others: () => readonly Service[]): Given {
  const service = old ? withoutOldAddresses(asked, old) : asked;
  const wantsIP = hasClusterIP(service.spec) && !service.spec.clusterIP;
  const wishesIP = hasClusterIP(service.spec) && isAddress(service.spec.clusterIP);
  const needsPorts = hasNodePorts(service.spec);
  if (!wantsIP && !wishesIP && !needsPorts) return { service, errors: [] };
  const rest = others();
  // Asked of one or two addresses: to put all of them together would cost more.
  const isTaken = (address: string): boolean => rest.some(({ spec }) => spec.clusterIPs?.includes(address));
  const errors: FieldError[] = [];
  if (wishesIP && isTaken(service.spec.clusterIP!)) errors.push(invalidField('spec.clusterIPs', service.spec.clusterIPs, `failed to allocate IP ${service.spec.clusterIP}: provided IP is already allocated`));
  const seed = hashOf(0, service.metadata.uid ?? '');
  const clusterIP = wantsIP ? freeAddress(seed, isTaken) : service.spec.clusterIP;
  const spec: ServiceSpec = { ...service.spec, ...(clusterIP !== undefined && { clusterIP, clusterIPs: [clusterIP] }) };
  if (!needsPorts) return { service: { ...service, spec }, errors };
  const takenPorts = new Set(rest.flatMap(({ spec: other }) => (other.ports ?? []).map(({ nodePort }) => nodePort)));
  const ports = (spec.ports ?? []).map((port, index): ServicePort => {
    if (port.nodePort !== undefined) {
      if (takenPorts.has(port.nodePort)) errors.push(invalidField(`spec.ports[${index}].nodePort`, port.nodePort, 'provided port is already allocated'));
      return port;
    }
    const nodePort = freeFrom(seed + index, nodePorts.first, nodePorts.last, (candidate) => takenPorts.has(candidate));
    takenPorts.add(nodePort);
    return Object.assign({ nodePort }, port);
  });
  return { service: { ...service, spec: { ...spec, ports } }, errors };
}

/** What its new type does not have, and was left as it was (`dropTypeDependentFields`). */
function withoutOldAddresses(service: Service, old: Service): Service {
  const { clusterIP, clusterIPs, ipFamilies, ipFamilyPolicy, ...rest } = service.spec;
  const dropsIP = hasClusterIP(old.spec) && !hasClusterIP(service.spec) && clusterIP === old.spec.clusterIP;
  const dropsPorts = hasNodePorts(old.spec) && !hasNodePorts(service.spec);
  if (!dropsIP && !dropsPorts) return service;
  const known = new Set((old.spec.ports ?? []).map(({ nodePort }) => nodePort));
  const ports = (rest.ports ?? []).map(({ nodePort, ...port }): ServicePort => (nodePort === undefined || known.has(nodePort) ? port : Object.assign({ nodePort }, port)));
  const kept = dropsIP ? rest : { ...rest, ...(clusterIP !== undefined && { clusterIP }), ...(clusterIPs && { clusterIPs }), ipFamilies, ipFamilyPolicy };
  return { ...service, spec: { ...kept, ...(rest.ports && { ports: dropsPorts ? ports : rest.ports }) } };
}

export function hasClusterIP({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

function hasNodePorts(spec: ServiceSpec): boolean {
  return spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec['allocateLoadBalancerNodePorts'] !== false);
}

/** Neither absent nor `None`, that of a headless one. */
export function isAddress(clusterIP: string | undefined): clusterIP is string {
  return clusterIP !== undefined && clusterIP !== '' && clusterIP !== 'None';
}

/** From a Service's uid always the same, unless that one is taken. */
function freeAddress(seed: number, isTaken: (address: string) => boolean): string {
  return addressOf(freeFrom(seed, firstFree, lastFree, (candidate) => isTaken(addressOf(candidate))));
}

function addressOf(number: number): string {
  return `${addressPrefix}${Math.floor(number / 256)}.${number % 256}`;
}

/** The first that is free, from a place that `seed` gives. */
function freeFrom(seed: number, first: number, last: number, isTaken: (candidate: number) => boolean): number {
  const size = last - first + 1;
  for (let step = 0; step < size; step++) {
    const candidate = first + ((seed + step) % size);
    if (!isTaken(candidate)) return candidate;
  }
  return first;
}
