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

/** The Service with the addresses and ports that it has to have; one that is wrong otherwise is not asked for them. @param others all there are but itself */
export function giveAddresses(asked: Service, others: () => readonly Service[]): Given {
  const service = withFamilies(asked);
  const wantsIP = hasClusterIP(service.spec) && !service.spec.clusterIP;
  const wishesIP = hasClusterIP(service.spec) && isAddress(service.spec.clusterIP);
  const needsPorts = hasNodePorts(service.spec);
  if (!wantsIP && !wishesIP && !needsPorts) return { service, errors: [] };
  const rest = others();
  // Asked of one or two addresses: to put all of them together would cost more.
  const isTaken = (address: string): boolean => rest.some(({ spec }) => spec.clusterIPs?.includes(address));
  const errors = wishesIP ? wishErrors(service.spec.clusterIP!, isTaken) : [];
  const seed = hashOf(0, service.metadata.uid ?? '');
  const clusterIP = wantsIP ? freeAddress(seed, isTaken) : service.spec.clusterIP;
  const spec: ServiceSpec = { ...service.spec, ...(clusterIP !== undefined && { clusterIP, clusterIPs: [clusterIP] }) };
  if (!needsPorts && !hasHealthPort(spec)) return { service: { ...service, spec }, errors };
  const taken = new Set(rest.flatMap(({ spec: other }) => (other.ports ?? []).map(({ nodePort }) => nodePort).concat(other.healthCheckNodePort)));
  const given = needsPorts ? givePorts(spec.ports ?? [], seed, taken) : undefined;
  const withPorts: ServiceSpec = { ...spec, ...(given && { ports: given.ports }) };
  const whole = hasHealthPort(spec) ? { healthCheckNodePort: freePort(seed + (spec.ports ?? []).length, taken), ...withPorts } : withPorts;
  return { service: { ...service, spec: whole }, errors: [...errors, ...(given?.errors ?? [])] };
}

function freePort(seed: number, taken: ReadonlySet<number | undefined>): number {
  return freeFrom(seed, nodePorts.first, nodePorts.last, (candidate) => taken.has(candidate));
}

/** Both forms of its address, and what it is of: of one family alone, here. */
function withFamilies(service: Service): Service {
  const { clusterIP, clusterIPs, ipFamilies = ['IPv4'], ipFamilyPolicy = 'SingleStack', ...rest } = service.spec;
  const ip = clusterIP ?? clusterIPs?.[0];
  return { ...service, spec: { ...rest, ...(ip && { clusterIP: ip, clusterIPs: [ip] }), ...(hasClusterIP(rest) && { ipFamilies, ipFamilyPolicy }) } };
}

function wishErrors(address: string, isTaken: (address: string) => boolean): FieldError[] {
  const refuse = (why: string): FieldError[] => [invalidField('spec.clusterIPs', [address], `failed to allocate IP ${address}: ${why}`)];
  if (!address.startsWith(addressPrefix)) return refuse(`the provided IP is not in the valid range. The range of valid IPs is ${addressPrefix}0.0/16`);
  return isTaken(address) ? refuse('provided IP is already allocated') : [];
}

/** @param taken those of others; what is given comes to it */
function givePorts(wanted: readonly ServicePort[], seed: number, taken: Set<number | undefined>): { readonly ports: readonly ServicePort[]; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const ports = wanted.map((port, index): ServicePort => {
    const nodePort = port.nodePort ?? freePort(seed + index, taken);
    const isInRange = nodePort >= nodePorts.first && nodePort <= nodePorts.last;
    const why = isInRange ? 'provided port is already allocated' : `provided port is not in the valid range. The range of valid ports is ${nodePorts.first}-${nodePorts.last}`;
    if (taken.has(nodePort) || !isInRange) errors.push(invalidField(`spec.ports[${index}].nodePort`, nodePort, why));
    taken.add(nodePort);
    return Object.assign({ nodePort }, port);
  });
  return { ports, errors };
}

/** What whoever writes it has left out of what it was given stays; what its new type does not have goes (`patchAllocatedValues`, `dropTypeDependentFields`). */
export function withOldAddresses(service: Service, old: Service): Service {
  return withoutStrayAddresses(keepsAddress(service.spec, old.spec) ? { ...service, spec: { ...service.spec, clusterIP: old.spec.clusterIP!, clusterIPs: old.spec.clusterIPs! } } : service, old);
}

function keepsAddress(spec: ServiceSpec, old: ServiceSpec): boolean {
  return hasClusterIP(spec) && hasClusterIP(old) && !spec.clusterIP && old.clusterIPs !== undefined;
}

function withoutStrayAddresses(service: Service, old: Service): Service {
  const dropsIP = hasClusterIP(old.spec) && !hasClusterIP(service.spec) && service.spec.clusterIP === old.spec.clusterIP;
  const dropsHealth = hasHealthPort(old.spec) && !hasHealthPort(service.spec) && service.spec.healthCheckNodePort === old.spec.healthCheckNodePort;
  const dropsPolicy = isReachedFromOutside(old.spec) && !isReachedFromOutside(service.spec) && service.spec.externalTrafficPolicy === old.spec.externalTrafficPolicy;
  const dropped = new Set([...(dropsIP ? ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'] : []), ...(dropsHealth ? ['healthCheckNodePort'] : []), ...(dropsPolicy ? ['externalTrafficPolicy'] : [])]);
  const spec = (dropped.size > 0 ? Object.fromEntries(Object.entries(service.spec).filter(([field]) => !dropped.has(field))) : service.spec) as ServiceSpec;
  const { ports } = spec;
  if (!ports || !hasNodePorts(old.spec)) return dropped.size > 0 ? { ...service, spec } : service;
  return { ...service, spec: { ...spec, ports: hasNodePorts(service.spec) ? withOldPorts(ports, old.spec.ports ?? []) : withoutOldPorts(ports, old.spec.ports ?? []) } };
}

/** A port keeps that of the nodes by its name, whatever else of it changes. */
function withOldPorts(ports: readonly ServicePort[], old: readonly ServicePort[]): readonly ServicePort[] {
  const asked = new Set(ports.map(({ nodePort }) => nodePort));
  const byName = new Map(old.map(({ name = '', nodePort }) => [name, nodePort]));
  return ports.map((port) => {
    const nodePort = port.nodePort ?? byName.get(port.name ?? '');
    return nodePort === undefined || (port.nodePort === undefined && asked.has(nodePort)) ? port : { ...port, nodePort };
  });
}

function withoutOldPorts(ports: readonly ServicePort[], old: readonly ServicePort[]): readonly ServicePort[] {
  const known = new Set(old.map(({ nodePort }) => nodePort));
  return ports.map(({ nodePort, ...port }) => (nodePort === undefined || known.has(nodePort) ? port : { ...port, nodePort }));
}

export function hasClusterIP({ type }: ServiceSpec): boolean {
  return type !== 'ExternalName';
}

export function isReachedFromOutside({ type }: ServiceSpec): boolean {
  return type === 'NodePort' || type === 'LoadBalancer';
}

/** Whoever balances load asks each node there whether pods are on it. */
export function hasHealthPort({ type, externalTrafficPolicy }: ServiceSpec): boolean {
  return type === 'LoadBalancer' && externalTrafficPolicy === 'Local';
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
