import { isRecord } from '../../kube/object.ts';
import { imageTag } from './imageReference.ts';
import type { Container, PodSpec, PodTemplate } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** What the API server fills into a pod spec, alone or in a template. */
export function podSpecDefaults(spec: PodSpec): PodSpec {
  const { hostNetwork = false } = spec;
  const account = spec.serviceAccountName ?? spec['serviceAccount'];
  return {
    ...spec,
    containers: (spec.containers ?? []).map((container) => containerDefaults(container, hostNetwork)),
    ...(spec.initContainers && { initContainers: spec.initContainers.map((container) => containerDefaults(container, hostNetwork)) }),
    ...(Array.isArray(spec['volumes']) && { volumes: spec['volumes'].map(volumeDefaults) }),
    restartPolicy: spec.restartPolicy ?? 'Always',
    terminationGracePeriodSeconds: spec['terminationGracePeriodSeconds'] ?? 30,
    dnsPolicy: spec['dnsPolicy'] ?? 'ClusterFirst',
    securityContext: spec['securityContext'] ?? {},
    schedulerName: spec.schedulerName ?? 'default-scheduler',
    // One account by two names, the older of which is still written.
    ...(account !== undefined && { serviceAccountName: account as string, serviceAccount: account }),
  };
}

function containerDefaults(container: Container, hostNetwork: boolean): Container {
  const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'].filter((name) => isRecord(container[name]));
  const { env, ports } = container;
  return {
    ...container,
    ...Object.fromEntries(probes.map((name) => [name, probeDefaults(container[name] as Json)])),
    ...(Array.isArray(env) && { env: env.map(variableDefaults) }),
    ...(ports && { ports: ports.map((port) => portDefaults(port, hostNetwork)) }),
    resources: container.resources ?? {},
    terminationMessagePath: container['terminationMessagePath'] ?? '/dev/termination-log',
    terminationMessagePolicy: container['terminationMessagePolicy'] ?? 'File',
    imagePullPolicy: container.imagePullPolicy ?? (imageTag(container.image ?? '') === 'latest' ? 'Always' : 'IfNotPresent'),
  };
}

export function podTemplateDefaults(template: PodTemplate): PodTemplate {
  return { ...template, metadata: template.metadata ?? {}, spec: podSpecDefaults(template.spec) };
}

/** What of a pod is filled in that is not of a template (kubernetes `SetDefaults_Pod`). */
export function podDefaults(spec: PodSpec): PodSpec {
  const whole = podSpecDefaults(spec);
  return {
    ...whole,
    containers: whole.containers.map(withRequests),
    ...(whole.initContainers && { initContainers: whole.initContainers.map(withRequests) }),
    enableServiceLinks: whole['enableServiceLinks'] ?? true,
  };
}

function withRequests(container: Container): Container {
  return { ...container, resources: requestDefaults(container.resources ?? {}) };
}

/** Who limits something asks for as much, unless it says less. */
function requestDefaults(resources: NonNullable<Container['resources']>): NonNullable<Container['resources']> {
  return resources.limits ? { ...resources, requests: { ...resources.limits, ...resources.requests } } : resources;
}

/** On the network of its node a container has its port there, too. */
function portDefaults(port: NonNullable<Container['ports']>[number], hostNetwork: boolean): typeof port {
  return { ...port, ...(hostNetwork && { hostPort: port.hostPort ?? port.containerPort }), protocol: port.protocol ?? 'TCP' };
}

function probeDefaults(probe: Json): Json {
  const { httpGet } = probe;
  const numbers = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 };
  return { ...probe, ...(isRecord(httpGet) && { httpGet: { ...httpGet, path: httpGet['path'] ?? '/', scheme: httpGet['scheme'] ?? 'HTTP' } }), ...withDefaults(probe, numbers) };
}

function variableDefaults(variable: Json): Json {
  const { valueFrom } = variable;
  return isRecord(valueFrom) ? { ...variable, valueFrom: ofPodDefaults(valueFrom) } : variable;
}

/** Of what is taken of the pod itself. */
function ofPodDefaults(source: Json): Json {
  const { fieldRef, resourceFieldRef } = source;
  return {
    ...source,
    ...(isRecord(fieldRef) && { fieldRef: { ...fieldRef, ...withDefaults(fieldRef, { apiVersion: 'v1' }) } }),
    ...(isRecord(resourceFieldRef) && { resourceFieldRef: { ...resourceFieldRef, ...withDefaults(resourceFieldRef, { divisor: '0' }) } }),
  };
}

/** A volume of no kind is an empty directory; files of what is mounted may be read by all. */
function volumeDefaults(volume: Json): Json {
  const kinds = Object.keys(volume).filter((field) => field !== 'name');
  if (kinds.length === 0) return { ...volume, emptyDir: {} };
  const { configMap, secret, hostPath, projected, downwardAPI } = volume;
  const files = Object.entries({ configMap, secret, projected, downwardAPI }).filter((entry): entry is [string, Json] => isRecord(entry[1]));
  return {
    ...volume,
    ...Object.fromEntries(files.map(([kind, source]) => [kind, { ...fileDefaults(kind, source), ...withDefaults(source, { defaultMode: 0o644 }) }])),
    ...(isRecord(hostPath) && { hostPath: { ...hostPath, type: hostPath['type'] ?? '' } }),
  };
}

function fileDefaults(kind: string, source: Json): Json {
  const { sources } = source;
  if (kind === 'downwardAPI') return filesOfPodDefaults(source);
  return kind === 'projected' && Array.isArray(sources) ? { ...source, sources: sources.map(projectionDefaults) } : source;
}

/** Of one of several that are mounted in one place. */
function projectionDefaults(source: Json): Json {
  const { downwardAPI, serviceAccountToken: token } = source;
  return {
    ...source,
    ...(isRecord(downwardAPI) && { downwardAPI: filesOfPodDefaults(downwardAPI) }),
    ...(isRecord(token) && { serviceAccountToken: { ...token, ...withDefaults(token, { expirationSeconds: 3600 }) } }),
  };
}

function filesOfPodDefaults(source: Json): Json {
  const { items } = source;
  return Array.isArray(items) ? { ...source, items: items.map(ofPodDefaults) } : source;
}

function withDefaults(value: Json, defaults: Json): Json {
  return Object.fromEntries(Object.entries(defaults).map(([field, usual]) => [field, value[field] ?? usual]));
}

/** What admission adds to a pod that is created, besides its priority: an account, and how long it stays on a failing node. */
export function admitPodSpec(spec: PodSpec): PodSpec {
  const account = spec.serviceAccountName ?? spec['serviceAccount'] ?? 'default';
  return withFailingNodes({
    ...spec,
    serviceAccountName: account as string,
    serviceAccount: account,
  });
}

/** What admission sees to on each later write: a priority that is left out stays. */
export function readmitPodSpec(spec: PodSpec, { priority, preemptionPolicy }: PodSpec): PodSpec {
  return withFailingNodes({ ...spec, ...withDefaults(spec, { ...(priority !== undefined && { priority }), ...(preemptionPolicy !== undefined && { preemptionPolicy }) }) });
}

/** How long a pod stays on a node that fails (DefaultTolerationSeconds). */
function withFailingNodes(spec: PodSpec): PodSpec {
  const { tolerations = [] } = spec;
  const missing = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].filter(
    (key) => !tolerations.some((toleration) => (toleration.key || key) === key && (toleration.effect || 'NoExecute') === 'NoExecute'),
  );
  return { ...spec, tolerations: [...tolerations, ...missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }))] };
}

/** Guaranteed when every container's limits are its requests, BestEffort when none has any, else Burstable. */
export function qosClass(spec: PodSpec): string {
  const resources = [...spec.containers, ...(spec.initContainers ?? [])].map((container) => container.resources ?? {});
  if (resources.every(({ requests = {}, limits = {} }) => Object.keys(requests).length + Object.keys(limits).length === 0)) return 'BestEffort';
  const guaranteed = resources.every(({ requests, limits = {} }) =>
    ['cpu', 'memory'].every((name) => limits[name] !== undefined && (requests?.[name] ?? limits[name]) === limits[name]),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}
