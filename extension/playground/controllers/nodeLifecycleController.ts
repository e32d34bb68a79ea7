import type { KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { conditionStatus } from '../registry/conditionStatus.ts';
import { formatTime } from '../registry/formatTime.ts';
import { hasEnded } from '../registry/podState.ts';
import { leases } from '../registry/resources/leases.ts';
import { nodes } from '../registry/resources/nodes.ts';
import { pods } from '../registry/resources/pods.ts';
import type { Condition, Lease, Node, Pod } from '../registry/shapes.ts';
import { type ControllerInformer, type ControllerPorts, nodeIndex } from './controllerPorts.ts';
import { leaseNamespace } from './heartbeat.ts';
import { nodeLostStatus } from './podStatus.ts';

/** How often nodes are looked at, and how long one may be silent, in milliseconds (kubernetes `node-monitor-period`, `node-monitor-grace-period`). */
const periodMs = 5_000;
const graceMs = 40_000;

interface Taint {
  readonly key: string;
  readonly effect: string;
  readonly timeAdded?: string;
}

const silenced = ['node.kubernetes.io/unreachable', 'node.kubernetes.io/not-ready'] as const;
type Silence = (typeof silenced)[number];

/** What was heard of a node last, and when, on the own clock: nobody else's is believed. */
interface Heard {
  readonly renewTime: string;
  readonly at: number;
}

/**
 * Notices nodes that are silent: they are no longer ready, get no more pods, and after a while lose those that they have
 * (kubernetes `pkg/controller/nodelifecycle`, `tainteviction`).
 */
export class NodeLifecycleController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #nodes: ControllerInformer;
  readonly #leases: ControllerInformer;
  readonly #pods: ControllerInformer;
  readonly #heard = new Map<string, Heard>();
  /** Since when a node has been without its kubelet, on the clock. */
  readonly #lostSince = new Map<string, number>();

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#nodes = ports.informer(nodes);
    this.#leases = ports.informer(leases);
    this.#pods = ports.informer(pods);
    this.#queue = ports.queue((node) => this.#look(node));
    this.#lookAround();
  }

  #lookAround(): void {
    // Whoever hears nothing himself cannot tell that others are silent: informers come back as fast as in any cluster, however fast the world goes meanwhile.
    if (!this.#leases.isWatching) this.#heard.clear();
    for (const { metadata } of this.#nodes.indexer.list()) this.#queue.add(metadata.name!);
    for (const node of this.#heard.keys()) if (!this.#nodes.indexer.get(node)) this.#heard.delete(node);
    this.#ports.after(periodMs, () => this.#lookAround());
  }

  #look(name: string): void {
    const node = this.#nodes.indexer.get(name) as Node | undefined;
    if (!node) return;
    const now = this.#ports.clock.now();
    const renewTime = String((this.#leases.indexer.get(`${leaseNamespace}/${name}`) as Lease | undefined)?.spec?.['renewTime'] ?? '');
    const before = this.#heard.get(name);
    const heard = before?.renewTime === renewTime ? before : { renewTime, at: now };
    this.#heard.set(name, heard);
    const isSilent = now - heard.at >= graceMs;
    if (isSilent && readiness(node) !== 'Unknown') this.#markUnknown(node);
    const current = (this.#ports.client.find(nodes, '', name) as Node | undefined) ?? node;
    const ready = readiness(current);
    const taint = ready === 'True' ? undefined : ready === 'Unknown' ? 'node.kubernetes.io/unreachable' : 'node.kubernetes.io/not-ready';
    this.#setTaints(current, taint);
    if (taint === undefined) this.#lostSince.delete(name);
    else this.#evict(name, taint);
  }

  #markUnknown(node: Node): void {
    const { client, clock, events } = this.#ports;
    const name = node.metadata.name!;
    const now = formatTime(clock.wallTime());
    client.updateStatus(nodes, node, ({ status }) => ({ ...status, conditions: unknownConditions(status?.conditions ?? [], now) }));
    events.record(node, { type: 'Normal', reason: 'NodeNotReady', message: `Node ${name} status is now: NodeNotReady`, component: 'node-controller' });
    for (const pod of this.#podsOn(name)) this.#markLost(pod, now);
  }

  /** Nobody can say any more that it is ready. */
  #markLost(pod: Pod, now: string): void {
    if (hasEnded(pod)) return;
    this.#ports.client.updateStatus(pods, pod, (old) => nodeLostStatus(old, now));
  }

  #setTaints(node: Node, wanted: Silence | undefined): void {
    const has = ((node.spec['taints'] ?? []) as readonly Taint[]).filter(({ key }) => (silenced as readonly string[]).includes(key));
    const isRight = wanted === undefined ? has.length === 0 : has.length === 2 && has.every(({ key }) => key === wanted);
    if (isRight) return;
    const timeAdded = formatTime(this.#ports.clock.wallTime());
    const added = wanted === undefined ? [] : ['NoSchedule', 'NoExecute'].map((effect) => ({ key: wanted, effect, timeAdded }));
    this.#ports.client.update(nodes, '', node.metadata.name!, (old) => {
      const { taints = [], ...spec } = (old as Node).spec as { readonly taints?: readonly Taint[] };
      const rest = taints.filter(({ key }) => !(silenced as readonly string[]).includes(key));
      const all = [...rest, ...added];
      return { ...old, spec: all.length > 0 ? { ...spec, taints: all } : spec };
    });
  }

  /** Those go whose patience with such a node is at its end. */
  #evict(node: string, taint: Silence): void {
    const now = this.#ports.clock.now();
    const since = this.#lostSince.get(node) ?? now;
    this.#lostSince.set(node, since);
    for (const pod of this.#podsOn(node)) {
      if (pod.metadata.deletionTimestamp || now - since < patienceMs(pod, taint)) continue;
      this.#tell(pod);
      this.#ports.client.delete(pods, pod.metadata.namespace!, pod.metadata.name!, { uid: pod.metadata.uid! });
    }
  }

  #podsOn(node: string): Pod[] {
    return this.#pods.indexer.byIndex(nodeIndex, node) as Pod[];
  }

  #tell(pod: KubeObject): void {
    const message = `Marking for deletion Pod ${pod.metadata.namespace}/${pod.metadata.name}`;
    this.#ports.events.record(pod, { type: 'Normal', reason: 'TaintManagerEviction', message, component: 'taint-eviction-controller' });
  }
}

function readiness({ status }: Node): string {
  return conditionStatus(status?.conditions, 'Ready') ?? 'Unknown';
}

function unknownConditions(conditions: readonly Condition[], now: string): Condition[] {
  return conditions.map((condition) =>
    Object.assign({}, condition, {
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
      ...(condition.status !== 'Unknown' && { lastTransitionTime: now }),
    }),
  );
}

/** How long a pod stays on such a node; for good where it does not mind. */
function patienceMs({ spec }: Pod, taint: Silence): number {
  const tolerations = (spec.tolerations ?? []).filter(({ key, effect }) => (!key || key === taint) && (!effect || effect === 'NoExecute'));
  if (tolerations.length === 0) return 0;
  return Math.min(...tolerations.map(({ tolerationSeconds = Infinity }) => tolerationSeconds * 1000));
}
