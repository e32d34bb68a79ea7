import { isIPv4, isIPv6 } from 'node:net';
import type { KubeObject } from '../../../kube/object.ts';
import { duplicateField, immutableField, invalidField, notSupported, requiredField, tooManyItems } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { ageColumn, nameColumn } from '../columns.ts';
import { isDnsLabel, isDnsSubdomain } from '../objectValidation.ts';
import { validatePort, validateProtocol } from '../ports.ts';
import { defineResource } from '../resourceDefinition.ts';
import type { EndpointSlice } from '../serviceShapes.ts';

const addressTypes: Readonly<Record<string, (address: string) => boolean>> = { FQDN: isDnsSubdomain, IPv4: isIPv4, IPv6: isIPv6 };
const limits = { endpoints: 1000, addresses: 100, ports: 20_000 } as const;
/** So many are shown in a column; of the rest their number. */
const shown = 3;

export const endpointSlices = defineResource({
  group: 'discovery.k8s.io',
  version: 'v1',
  resource: 'endpointslices',
  kind: 'EndpointSlice',
  namespaced: true,
  shortNames: [],
  hasGeneration: true,
  applyDefaults: (object) => {
    const { ports } = object as EndpointSlice;
    return ports ? { ...object, ports: ports.map((port) => Object.assign({ name: '', protocol: 'TCP' }, port)) } : object;
  },
  validate: validateSlice,
  validateUpdate: (object, old) => (object['addressType'] === old['addressType'] ? [] : [immutableField('addressType', object['addressType'])]),
  columns: [
    nameColumn,
    { name: 'AddressType', type: 'string', description: 'What its addresses are', cell: (object) => (object as EndpointSlice).addressType },
    { name: 'Ports', type: 'string', description: 'Ports of its endpoints', cell: (object) => some(((object as EndpointSlice).ports ?? []).map(({ name, port }) => (port === undefined ? name || '' : String(port)))) },
    { name: 'Endpoints', type: 'string', description: 'Addresses of its endpoints', cell: (object) => some(((object as EndpointSlice).endpoints ?? []).flatMap(({ addresses }) => addresses)) },
    ageColumn,
  ],
});

function some(texts: readonly string[]): string {
  if (texts.length === 0) return '<unset>';
  return texts.slice(0, shown).join(',') + (texts.length > shown ? ` + ${texts.length - shown} more...` : '');
}

/** kubernetes `ValidateEndpointSlice`. */
function validateSlice(object: KubeObject): FieldError[] {
  const { addressType, endpoints = [], ports = [] } = object as EndpointSlice;
  const isOfType = addressTypes[addressType];
  const errors: FieldError[] = [];
  if (!isOfType) errors.push(addressType === '' ? requiredField('addressType') : notSupported('addressType', addressType, Object.keys(addressTypes)));
  if (endpoints.length > limits.endpoints) errors.push(tooManyItems('endpoints', endpoints.length, limits.endpoints));
  if (ports.length > limits.ports) errors.push(tooManyItems('ports', ports.length, limits.ports));
  for (const [index, { addresses }] of endpoints.entries()) {
    const path = `endpoints[${index}].addresses`;
    if (addresses.length === 0) errors.push(requiredField(path, 'must contain at least 1 address'));
    if (addresses.length > limits.addresses) errors.push(tooManyItems(path, addresses.length, limits.addresses));
    const wrong = addresses.filter((address) => isOfType && !isOfType(address));
    errors.push(...wrong.map((address) => invalidField(path, address, `not an address of type ${addressType}`)));
  }
  const names = new Set<string>();
  for (const [index, { name = '', port, protocol = 'TCP' }] of ports.entries()) {
    if (names.has(name)) errors.push(duplicateField(`ports[${index}].name`, name));
    names.add(name);
    if (name !== '' && !isDnsLabel(name)) errors.push(invalidField(`ports[${index}].name`, name, 'a port is named with lower case letters, digits and "-"'));
    if (port !== undefined) errors.push(...validatePort(port, `ports[${index}].port`));
    errors.push(...validateProtocol(protocol, `ports[${index}].protocol`));
  }
  return errors;
}
