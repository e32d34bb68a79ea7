import { isIPv4 } from 'node:net';
import type { KubeObject } from '../../kube/object.ts';
import { duplicateField, forbiddenField, immutableField, invalidField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { isDnsLabel, isDnsSubdomain, validateLabels } from './objectValidation.ts';
import { isPort, validatePort, validateProtocol } from './ports.ts';
import { addressPrefix, hasClusterIP, isAddress, nodePorts } from './serviceAddresses.ts';
import type { Service, ServicePort } from './serviceShapes.ts';

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];

/** kubernetes `ValidateService`, of what is served here: IPv4, one address. */
export function validateService(object: KubeObject): FieldError[] {
  const { metadata, spec } = object as Service;
  const { type = 'ClusterIP', clusterIP = '', ports = [], sessionAffinity = 'None' } = spec;
  const errors: FieldError[] = [];
  if (!/^[a-z]/.test(metadata.name ?? '')) errors.push(invalidField('metadata.name', metadata.name, 'the name of a Service begins with a letter'));
  if (!types.includes(type)) errors.push(notSupported('spec.type', type, types));
  if (!['ClientIP', 'None'].includes(sessionAffinity)) errors.push(notSupported('spec.sessionAffinity', sessionAffinity, ['ClientIP', 'None']));
  if (type === 'ExternalName') {
    if (!isDnsSubdomain(spec.externalName ?? '')) errors.push(spec.externalName ? invalidField('spec.externalName', spec.externalName, 'must be a DNS name') : requiredField('spec.externalName'));
    if (clusterIP !== '') errors.push(forbiddenField('spec.clusterIPs[0]', "may not be set when `type` is 'ExternalName'"));
  } else if (ports.length === 0 && clusterIP !== 'None') errors.push(requiredField('spec.ports'));
  if (isAddress(clusterIP) && !isIPv4(clusterIP)) errors.push(invalidField('spec.clusterIPs[0]', clusterIP, 'must be a valid IP address, (e.g. 10.9.8.7)'));
  else if (isAddress(clusterIP) && !clusterIP.startsWith(addressPrefix)) {
    errors.push(invalidField('spec.clusterIPs', [clusterIP], `failed to allocate IP: the provided IP is not in the valid range. The range of valid IPs is ${addressPrefix}0.0/16`));
  }
  if (clusterIP === 'None' && type !== 'ClusterIP' && hasClusterIP(spec)) errors.push(invalidField('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`));
  errors.push(...validatePorts(ports, type), ...validateLabels(spec.selector ?? {}, 'spec.selector'));
  return errors;
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
    if (nodePort !== undefined && type !== 'NodePort' && type !== 'LoadBalancer') {
      errors.push(forbiddenField(`${path}.nodePort`, `may not be used when \`type\` is '${type}'`));
    } else if (nodePort !== undefined && (nodePort < nodePorts.first || nodePort > nodePorts.last)) {
      errors.push(invalidField(`${path}.nodePort`, nodePort, `provided port is not in the valid range. The range of valid ports is ${nodePorts.first}-${nodePorts.last}`));
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
