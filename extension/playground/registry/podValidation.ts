import { isRecord, recordsIn } from '../../kube/object.ts';
import { duplicateField, invalidField, notSupported, requiredField } from '../fieldErrors.ts';
import type { FieldError } from '../statusErrors.ts';
import { validateResources, validateTolerations } from './containerValidation.ts';
import { isDnsLabel, isDnsSubdomain, validateLabels } from './objectValidation.ts';
import { validatePlacement } from './placementValidation.ts';
import { isPort, notPort, validatePort, validateProtocol } from './ports.ts';
import type { Container, PodSpec } from './shapes.ts';
import { validateVariables, validateVariableSets } from './variableValidation.ts';

const restartPolicies = ['Always', 'OnFailure', 'Never'];
const dnsPolicies = ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'];
const pullPolicies = ['Always', 'IfNotPresent', 'Never'];

const mostSeconds = 2_147_483_647;

/** @param path `spec`, or `spec.template.spec` */
export function validatePodSpec(spec: PodSpec, path: string): FieldError[] {
  const { volumes, names } = validateVolumes(spec['volumes'], `${path}.volumes`);
  const { restartPolicy = restartPolicies[0]!, nodeName } = spec;
  const dnsPolicy = spec['dnsPolicy'] ?? dnsPolicies[0]!;
  const deadline = Number(spec['activeDeadlineSeconds'] ?? 1);
  return [
    ...volumes,
    ...validateContainers(spec, path, names),
    ...validateHostPorts(spec, path),
    ...(restartPolicies.includes(restartPolicy) ? [] : [notSupported(`${path}.restartPolicy`, restartPolicy, restartPolicies)]),
    ...(dnsPolicies.includes(dnsPolicy as string) ? [] : [notSupported(`${path}.dnsPolicy`, dnsPolicy, dnsPolicies)]),
    ...validatePlacement(spec, path),
    ...validateTolerations(spec.tolerations ?? [], `${path}.tolerations`),
    ...validateLabels((spec['nodeSelector'] ?? {}) as Readonly<Record<string, string>>, `${path}.nodeSelector`),
    ...(deadline < 1 || deadline > mostSeconds ? [invalidField(`${path}.activeDeadlineSeconds`, deadline, 'must be between 1 and 2147483647, inclusive')] : []),
    ...(nodeName === undefined || nodeName === '' || isDnsSubdomain(nodeName) ? [] : [invalidField(`${path}.nodeName`, nodeName, 'not the name of a node')]),
  ];
}

/** Of each of its node's ports a pod can have one (kubernetes `checkHostPortConflicts`). */
function validateHostPorts({ containers }: PodSpec, path: string): FieldError[] {
  const seen = new Set<string>();
  return containers.flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort = 0, hostIP = '', protocol = 'TCP' }, at): FieldError[] => {
      if (hostPort === 0) return [];
      const identity = `${protocol}/${hostIP}/${hostPort}`;
      const isTaken = seen.has(identity);
      seen.add(identity);
      return isTaken ? [duplicateField(`${path}.containers[${index}].ports[${at}].hostPort`, identity)] : [];
    }),
  );
}

/** Of a pod itself: in templates it has always been let through (kubernetes `ValidatePodCreate`). */
export function validateImages({ containers, initContainers = [] }: PodSpec): FieldError[] {
  const lists = Object.entries({ containers, initContainers });
  return lists.flatMap(([list, all]) =>
    all.flatMap(({ image = '' }, index) => (image.trim() === image ? [] : [invalidField(`spec.${list}[${index}].image`, image, 'must not have leading or trailing whitespace')])),
  );
}

function validateContainers(spec: PodSpec, path: string, volumes: ReadonlySet<string>): FieldError[] {
  const errors: FieldError[] = spec.containers.length === 0 ? [requiredField(`${path}.containers`)] : [];
  const seen = new Set<string>();
  for (const [list, containers] of [['initContainers', spec.initContainers ?? []], ['containers', spec.containers]] as const) {
    for (const [index, container] of containers.entries()) {
      const at = `${path}.${list}[${index}]`;
      errors.push(...validateContainer(container, at, volumes));
      if (seen.has(container.name)) errors.push(duplicateField(`${at}.name`, container.name));
      else if (container.name) seen.add(container.name);
    }
  }
  return errors;
}

function validateContainer(container: Container, path: string, volumes: ReadonlySet<string>): FieldError[] {
  const errors: FieldError[] = [];
  const { name, image, imagePullPolicy = pullPolicies[0]! } = container;
  if (!name) errors.push(requiredField(`${path}.name`));
  else if (!isDnsLabel(name)) errors.push(invalidField(`${path}.name`, name, 'a container is named with lower case letters, digits and "-"'));
  if (!image) errors.push(requiredField(`${path}.image`));
  if (!pullPolicies.includes(imagePullPolicy)) errors.push(notSupported(`${path}.imagePullPolicy`, imagePullPolicy, pullPolicies));
  for (const [index, { containerPort, hostPort = 0, protocol = 'TCP' }] of (container.ports ?? []).entries()) {
    const at = `${path}.ports[${index}]`;
    errors.push(...validatePort(containerPort, `${at}.containerPort`), ...(hostPort === 0 ? [] : validatePort(hostPort, `${at}.hostPort`)), ...validateProtocol(protocol, `${at}.protocol`));
  }
  errors.push(...validateVariables(recordsIn(container['env']), `${path}.env`), ...validateVariableSets(recordsIn(container['envFrom']), `${path}.envFrom`), ...validateResources(container.resources ?? {}, `${path}.resources`));
  for (const kind of ['livenessProbe', 'readinessProbe', 'startupProbe']) if (isRecord(container[kind])) errors.push(...validateProbe(container[kind], `${path}.${kind}`));
  for (const [index, mount] of recordsIn(container['volumeMounts']).entries()) errors.push(...validateMount(mount, `${path}.volumeMounts[${index}]`, volumes));
  return errors;
}

const probeHandlers = ['exec', 'httpGet', 'tcpSocket', 'grpc'];

function validateProbe(probe: Readonly<Record<string, unknown>>, path: string): FieldError[] {
  const handlers = probeHandlers.filter((handler) => isRecord(probe[handler]));
  if (handlers.length === 0) return [requiredField(path, 'must specify a handler type')];
  return handlers.flatMap((handler) => {
    const { port = 0 } = probe[handler] as { readonly port?: number | string };
    const isGood = typeof port === 'string' ? port !== '' : isPort(port);
    return handler === 'exec' || isGood ? [] : [notPort(`${path}.${handler}.port`, port)];
  });
}

function validateMount({ name, mountPath }: Readonly<Record<string, unknown>>, path: string, volumes: ReadonlySet<string>): FieldError[] {
  const errors: FieldError[] = [];
  if (!name) errors.push(requiredField(`${path}.name`));
  else if (!volumes.has(name as string)) errors.push({ reason: 'FieldValueNotFound', field: `${path}.name`, message: `Not found: ${JSON.stringify(name)}` });
  if (!mountPath) errors.push(requiredField(`${path}.mountPath`));
  return errors;
}

function validateVolumes(given: unknown, path: string): { readonly volumes: FieldError[]; readonly names: ReadonlySet<string> } {
  const names = new Set<string>();
  const volumes = recordsIn(given).flatMap((volume, index): FieldError[] => {
    const name = (volume['name'] ?? '') as string;
    const at = `${path}[${index}].name`;
    if (name === '') return [requiredField(at)];
    if (!isDnsLabel(name)) return [invalidField(at, name, 'a volume is named with lower case letters, digits and "-"')];
    if (names.has(name)) return [duplicateField(at, name)];
    names.add(name);
    return [];
  });
  return { volumes, names };
}
