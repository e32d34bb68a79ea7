import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { ControllerPorts } from '../controllers/controllerPorts.ts';
import { exitedStatus, probeFailedStatus } from '../controllers/podStatus.ts';
import { formatTime } from '../registry/formatTime.ts';
import { isPodReady } from '../registry/podState.ts';
import type { Registry } from '../registry/registry.ts';
import type { ResourceDefinition } from '../registry/resourceDefinition.ts';
import type { ResourceStore } from '../registry/resourceStore.ts';
import { configMaps } from '../registry/resources/configMaps.ts';
import { nodes } from '../registry/resources/nodes.ts';
import { pods } from '../registry/resources/pods.ts';
import { replicaSets } from '../registry/resources/replicaSets.ts';
import type { ConfigMap, Node, Pod, PodStatus, Workload } from '../registry/shapes.ts';

export interface ChurnPorts {
  readonly registry: Registry;
  /** Who says what happens on a node; undefined while nobody can. */
  readonly kubeletOf: (node: string) => Pick<ControllerPorts, 'client' | 'events'> | undefined;
  readonly clock: Clock;
  readonly random: Random;
}

export interface ChurnStep {
  /** How often it is chosen, relative to the others. */
  readonly weight: number;
  /** Does nothing where it finds nothing to do it to. @throws ApiError when the object has changed meanwhile */
  readonly run: (ports: ChurnPorts) => void;
}

/** What may happen, as it does in clusters: heartbeats, flapping probes, crashes, evictions, scaling, settings. */
export const churnSteps: readonly ChurnStep[] = [
  { weight: 20, run: autoscalerReports },
  { weight: 20, run: nodeReports },
  { weight: 15, run: probeFails },
  { weight: 15, run: containerExits },
  { weight: 10, run: podIsEvicted },
  { weight: 10, run: replicaSetIsScaled },
  { weight: 10, run: settingChanges },
];

/** How many objects are looked at to find one that a step can be done to. */
const attempts = 20;
/** Share of the pods looked at that must be well, or none is made unwell: a cluster has its bad moments, not only those. */
const wellShare = 0.7;

function autoscalerReports({ registry, clock }: ChurnPorts): void {
  const status = `time: ${new Date(clock.wallTime()).toISOString()}\nautoscalerStatus: Running\n`;
  storeOf(registry, configMaps).update('kube-system', 'cluster-autoscaler-status', (old) => ({ ...old, data: { status } }), { manager: 'cluster-autoscaler' });
}

function nodeReports(ports: ChurnPorts): void {
  const node = sample(ports, nodes)[0] as Node | undefined;
  if (!node) return;
  const now = formatTime(ports.clock.wallTime());
  const conditions = (node.status?.conditions ?? []).map((condition) => Object.assign({}, condition, { lastHeartbeatTime: now }));
  writeStatus(ports, node.metadata.name!, nodes, node, { ...node.status, conditions });
}

function probeFails(ports: ChurnPorts): void {
  const pod = pickPod(ports);
  if (!pod) return;
  writeStatus(ports, nodeOf(pod), pods, pod, probeFailedStatus(pod, 0, formatTime(ports.clock.wallTime())));
  tellOf(ports, pod, 'Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503');
}

function containerExits(ports: ChurnPorts): void {
  const exitCode = ports.random() < 0.7 ? 1 : 137;
  const pod = pickPod(ports);
  if (pod) writeStatus(ports, nodeOf(pod), pods, pod, exitedStatus(pod, 0, formatTime(ports.clock.wallTime()), exitCode));
}

/** Its owner replaces it. */
function podIsEvicted(ports: ChurnPorts): void {
  const pod = pickPod(ports, (candidate) => controllerOf(candidate)?.kind === replicaSets.kind);
  if (!pod) return;
  tellOf(ports, pod, 'Evicted', 'The node was low on resource: memory.');
  ports.kubeletOf(nodeOf(pod))?.client.delete(pods, pod.metadata.namespace!, pod.metadata.name!);
}

/** Only one that is nobody's: what a Deployment owns is scaled by its controller. */
function replicaSetIsScaled(ports: ChurnPorts): void {
  const step = ports.random() < 0.5 ? -1 : 1;
  const store = storeOf(ports.registry, replicaSets);
  const standalone = store.cache.list({ prefix: store.prefix, matches: ({ object }) => !controllerOf(object) });
  const chosen = standalone[Math.floor(ports.random() * standalone.length)]?.object;
  if (!chosen) return;
  store.update(chosen.metadata.namespace!, chosen.metadata.name!, (old) => {
    const { spec } = old as Workload;
    return { ...old, spec: { ...spec, replicas: Math.min(5, Math.max(1, (spec.replicas ?? 1) + step)) } };
  });
}

function settingChanges(ports: ChurnPorts): void {
  const limit = String(50 + Math.floor(ports.random() * 16) * 10);
  storeOf(ports.registry, configMaps).update('shop', 'feature-flags', (old) => ({ ...old, data: { ...(old as ConfigMap).data, 'rate-limit': limit } }), { manager: 'shop-admin' });
}

function storeOf(registry: Registry, definition: ResourceDefinition): ResourceStore {
  return registry.find(definition)!;
}

function writeStatus({ kubeletOf }: ChurnPorts, node: string, definition: ResourceDefinition, object: KubeObject, status: PodStatus): void {
  kubeletOf(node)?.client.updateStatus(definition, object, () => status);
}

function tellOf({ kubeletOf }: ChurnPorts, pod: Pod, reason: string, message: string): void {
  const host = nodeOf(pod);
  kubeletOf(host)?.events.record(pod, { type: 'Warning', reason, message, component: 'kubelet', host });
}

function nodeOf({ spec }: Pod): string {
  return spec.nodeName ?? '';
}

/** A pod that is well, suits, and is not part of the cluster itself; none while too many are unwell already. */
function pickPod(ports: ChurnPorts, suits: (pod: Pod) => boolean = () => true): Pod | undefined {
  const apps = sample(ports, pods).filter(({ metadata }) => metadata.namespace !== 'kube-system') as Pod[];
  const well = apps.filter((pod) => !pod.metadata.deletionTimestamp && isPodReady(pod));
  return well.length < apps.length * wellShare ? undefined : well.find(suits);
}

/** A few of a resource's objects, some perhaps twice. */
function sample({ registry, random }: ChurnPorts, definition: ResourceDefinition): KubeObject[] {
  const { cache } = storeOf(registry, definition);
  const found = Array.from({ length: attempts }, () => cache.at(Math.floor(random() * cache.size))?.object);
  return found.filter((object) => object !== undefined);
}
