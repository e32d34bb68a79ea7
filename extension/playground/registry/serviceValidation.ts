import { isIP, isIPv4 } from 'node:net';
import type { KubeObject } from '../../kube/object.ts';
import { duplicateField, forbiddenField, immutableField, invalidField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { isDnsLabel, isDnsSubdomain, validateLabels } from './objectValidation.ts';
import { isPort, validatePort, validateProtocol } from './ports.ts';
import { hasClusterIP, hasHealthPort, isAddress, isReachedFromOutside } from './serviceAddresses.ts';
import type { Service, ServicePort, ServiceSpec } from './serviceShapes.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

/** kubernetes `ValidateService`, of what is served here: IPv4, one address. */
export function validateService(object: KubeObject): FieldError[] {
  const { metadata, spec } = object as Service;
  const { type = 'ClusterIP', clusterIP = '', ports = [], sessionAffinity = 'None' } = spec;
  const errors: FieldError[] = [];
  if (metadata.name && !/^[a-z]/.test(metadata.name)) errors.push(invalidField('metadata.name', metadata.name, 'the name of a Service begins with a letter'));
  if (!types.includes(type)) errors.push(notSupported('spec.type', type, types));
  if (!['ClientIP', 'None'].includes(sessionAffinity)) errors.push(notSupported('spec.sessionAffinity', sessionAffinity, ['ClientIP', 'None']));
  if (type === 'ExternalName') {
    if (!isDnsSubdomain(spec.externalName ?? '')) errors.push(spec.externalName ? invalidField('spec.externalName', spec.externalName, 'must be a DNS name') : requiredField('spec.externalName'));
    if (clusterIP !== '') errors.push(forbiddenField('spec.clusterIPs', 'may not be set for ExternalName services'));
  } else if (ports.length === 0 && clusterIP !== 'None') errors.push(requiredField('spec.ports'));
  if (hasClusterIP(spec) && isAddress(clusterIP) && !isIPv4(clusterIP)) errors.push(invalidField('spec.clusterIPs[0]', clusterIP, 'must be a valid IP address, (e.g. 10.9.8.7)'));
  if (clusterIP === 'None' && isReachedFromOutside(spec)) errors.push(invalidField('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`));
  errors.push(...validatePorts(ports, type), ...validateLabels(spec.selector ?? {}, 'spec.selector'), ...validateReach(spec), ...validateIngress(object as Service));
  return errors;
}

const longestAffinity = 86_400;

/** From where it is reached, and how long by the same pod. */
function validateReach(spec: ServiceSpec): FieldError[] {
  const { type, externalIPs = [], externalTrafficPolicy, healthCheckNodePort, sessionAffinity, loadBalancerSourceRanges = [] } = spec;
  const { timeoutSeconds = 1 } = (spec['sessionAffinityConfig'] as { readonly clientIP?: { readonly timeoutSeconds?: number } } | undefined)?.clientIP ?? {};
  const errors = externalIPs.flatMap((ip, index) => validateExternalIP(ip, `spec.externalIPs[${index}]`));
  if (sessionAffinity === 'ClientIP' && (timeoutSeconds <= 0 || timeoutSeconds > longestAffinity)) errors.push(invalidField('spec.sessionAffinityConfig.clientIP.timeoutSeconds', timeoutSeconds, `must be greater than 0 and less than ${longestAffinity}`));
  if (externalTrafficPolicy !== undefined && !isReachedFromOutside(spec)) errors.push(invalidField('spec.externalTrafficPolicy', externalTrafficPolicy, 'ExternalTrafficPolicy can only be set on NodePort and LoadBalancer service'));
  else if (!['Cluster', 'Local'].includes(externalTrafficPolicy ?? 'Cluster')) errors.push(invalidField('spec.externalTrafficPolicy', externalTrafficPolicy, 'ExternalTrafficPolicy must be empty, Cluster or Local'));
  if (healthCheckNodePort !== undefined && !hasHealthPort(spec)) errors.push(invalidField('spec.healthCheckNodePort', healthCheckNodePort, 'HealthCheckNodePort can only be set on LoadBalancer service with ExternalTrafficPolicy=Local'));
  if (loadBalancerSourceRanges.length > 0 && type !== 'LoadBalancer') errors.push(forbiddenField('spec.LoadBalancerSourceRanges', "may only be used when `type` is 'LoadBalancer'"));
  else if (!loadBalancerSourceRanges.every(isRange)) errors.push(invalidField('spec.LoadBalancerSourceRanges', loadBalancerSourceRanges, 'must be a list of IP ranges. For example, 10.240.0.0/24,10.250.0.0/24'));
  return errors;
}

/** kubernetes `ValidateNonSpecialIP`. */
function validateExternalIP(ip: string, path: string): FieldError[] {
  if (!isIP(ip)) return [invalidField(path, ip, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];
  const special = specialRanges.find(({ within }) => within.test(ip));
  return special ? [invalidField(path, ip, `may not be ${special.what}`)] : [];
}

const specialRanges = [
  { within: /^(0\.0\.0\.0|::)$/, what: 'unspecified' },
  { within: /^(127\.|::1$)/, what: 'in the loopback range (127.0.0.0/8, ::1/128)' },
  { within: /^(169\.254\.|fe[89ab])/i, what: 'in the link-local range (169.254.0.0/16, fe80::/10)' },
  { within: /^(224\.0\.0\.|ff02:)/i, what: 'in the link-local multicast range (224.0.0.0/24, ff02::/10)' },
] as const;

function isRange(text: string): boolean {
  const [address = '', bits = ''] = text.trim().split('/');
  return isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128);
}

/** What a load balancer says of itself (kubernetes `ValidateLoadBalancerStatus`). */
function validateIngress({ status }: Service): FieldError[] {
  return (status?.loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }, index): FieldError[] => {
    const path = `status.loadBalancer.ingress[${index}]`;
    const why = hostname && (isIP(hostname) ? 'must be a DNS name, not an IP address' : isDnsSubdomain(hostname) ? undefined : 'must be a DNS name');
    const errors = ip && !isIP(ip) ? [invalidField(`${path}.ip`, ip, 'must be a valid IP address')] : [];
    return why ? errors.concat(invalidField(`${path}.hostname`, hostname, why)) : errors;
  });
}

function validatePorts(ports: readonly ServicePort[], type: string): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const numbers = new Set<string>();
  for (const [index, { name = '', port, protocol = 'TCP', targetPort = port, nodePort }] of ports.entries()) {
    const path = `spec.ports[${index}]`;
    if (ports.length > 1 && name === '') errors.push(requiredField(`${path}.name`));
    else if (name !== '' && !isDnsLabel(name)) errors.push(invalidField(`${path}.name`, name, 'a port is named with lower case letters, digits and "-"'));
    else if (name !== '' && names.has(name)) errors.push(duplicateField(`${path}.name`, name));
    names.add(name);
    errors.push(...validatePort(port, `${path}.port`), ...validateProtocol(protocol, `${path}.protocol`));
    if (typeof targetPort === 'number' ? !isPort(targetPort) : !isPortName(targetPort)) errors.push(invalidField(`${path}.targetPort`, targetPort, 'must be a port, or the name of one'));
    if (nodePort !== undefined && type === 'ClusterIP') {
      errors.push(forbiddenField(`${path}.nodePort`, `may not be used when \`type\` is '${type}'`));
    }
    const identity = `${port}/${protocol}`;
    if (numbers.has(identity)) errors.push(duplicateField(path, { port, protocol }));
    numbers.add(identity);
  }
  return errors;
}

/** IANA_SVC_NAME: at most 15 lower case letters, digits and `-`, one letter at least. */
function isPortName(name: string): boolean {
  return /^(?=.*[a-z])[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && name.length <= 15 && !name.includes('--');
}

/** An address stays, except where there is none any more. */
export function validateServiceUpdate(object: KubeObject, before: KubeObject): FieldError[] {
  const [spec, old] = [(object as Service).spec, (before as Service).spec];
  if (!hasClusterIP(spec) || !hasClusterIP(old) || !old.clusterIP || spec.clusterIP === old.clusterIP) return [];
  return [immutableField('spec.clusterIPs[0]', spec.clusterIP)];
}
