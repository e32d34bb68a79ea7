import type { Container, PodSpec } from './shapes.ts';

/** What the API server fills into a pod spec, alone or in a template. */
export function podSpecDefaults(spec: PodSpec): PodSpec {
  return {
    ...spec,
    containers: spec.containers.map(containerDefaults),
    ...(spec.initContainers && { initContainers: spec.initContainers.map(containerDefaults) }),
    restartPolicy: spec.restartPolicy ?? 'Always',
    terminationGracePeriodSeconds: spec['terminationGracePeriodSeconds'] ?? 30,
    dnsPolicy: spec['dnsPolicy'] ?? 'ClusterFirst',
    securityContext: spec['securityContext'] ?? {},
    schedulerName: spec.schedulerName ?? 'default-scheduler',
  };
}

function containerDefaults(container: Container): Container {
  const defaults: Container = {
    ...container,
    resources: container.resources ?? {},
    terminationMessagePath: container['terminationMessagePath'] ?? '/dev/termination-log',
    terminationMessagePolicy: container['terminationMessagePolicy'] ?? 'File',
    imagePullPolicy: container.imagePullPolicy ?? (isLatest(container.image ?? '') ? 'Always' : 'IfNotPresent'),
  };
  if (!container.ports) return defaults;
  return { ...defaults, ports: container.ports.map((port) => ({ ...port, protocol: port.protocol ?? 'TCP' })) };
}

/** No tag counts as `latest`; a digest pins the image. */
function isLatest(image: string): boolean {
  if (image.includes('@')) return false;
  const name = image.slice(image.lastIndexOf('/') + 1);
  return !name.includes(':') || name.endsWith(':latest');
}

/** What admission adds to a pod that is created: account, priority, and how long it stays on a failing node. */
export function admitPodSpec(spec: PodSpec): PodSpec {
  const account = spec.serviceAccountName ?? spec['serviceAccount'] ?? 'default';
  const tolerations = spec.tolerations ?? [];
  const missing = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].filter(
    (key) => !tolerations.some((toleration) => (toleration.key ?? key) === key && (toleration.effect ?? 'NoExecute') === 'NoExecute'),
  );
  return {
    ...spec,
    serviceAccountName: account as string,
    serviceAccount: account,
    enableServiceLinks: spec['enableServiceLinks'] ?? true,
    priority: spec['priority'] ?? 0,
    preemptionPolicy: spec['preemptionPolicy'] ?? 'PreemptLowerPriority',
    tolerations: [...tolerations, ...missing.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }))],
  };
}

/** Guaranteed when every container's limits are its requests, BestEffort when none has any, else Burstable. */
export function qosClass(spec: PodSpec): string {
  const resources = spec.containers.map((container) => container.resources ?? {});
  if (resources.every(({ requests = {}, limits = {} }) => Object.keys(requests).length + Object.keys(limits).length === 0)) return 'BestEffort';
  const guaranteed = resources.every(({ requests, limits = {} }) =>
    ['cpu', 'memory'].every((name) => limits[name] !== undefined && (requests?.[name] ?? limits[name]) === limits[name]),
  );
  return guaranteed ? 'Guaranteed' : 'Burstable';
}
