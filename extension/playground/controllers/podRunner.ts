import type { SharedInformer } from '../../informer/sharedInformer.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { formatTime } from '../registry/formatTime.ts';
import { randomHex } from '../registry/names.ts';
import { nodes } from '../registry/resources/nodes.ts';
import { pods } from '../registry/resources/pods.ts';
import type { Node, Pod, PodStatus } from '../registry/shapes.ts';
import { type ControllerPorts, nodeIndex, onEveryChange } from './controllerPorts.ts';
import { backOffStatus, creatingStatus, endedStatus, runningStatus, scheduledStatus, unschedulableStatus } from './podStatus.ts';

/** What a pod waits for; a settled one waits for nothing. */
type Stage = 'unscheduled' | 'accepted' | 'creating' | 'exited' | 'backingOff' | 'unready' | 'ending' | 'settled';

/** How long each takes, in milliseconds: at least and at most. */
const durations: Readonly<Record<Exclude<Stage, 'settled'>, readonly [number, number]>> = {
  unscheduled: [50, 300],
  accepted: [50, 250],
  creating: [800, 2_500],
  exited: [300, 1_000],
  backingOff: [5_000, 15_000],
  unready: [2_000, 6_000],
  ending: [200, 900],
};

/** The scheduler and the kubelets of all nodes in one: gives pods a node, starts their containers, starts them again, and ends those that were deleted. */
export class PodRunner {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #pods: SharedInformer;
  readonly #nodes: SharedInformer;
  /** When the stage that a pod is in will be over. */
  readonly #due = new Map<string, { readonly stage: Stage; readonly uid: string; readonly at: number }>();

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#pods = ports.informer(pods);
    this.#nodes = ports.informer(nodes);
    this.#queue = ports.queue('kubelet', (key) => this.#reconcile(key));
  }

  start(): void {
    const visit = (pod: Pod): void => {
      const key = metaNamespaceKey(pod);
      if (stageOf(pod) !== 'settled' || this.#due.has(key)) this.#queue.add(key);
    };
    this.#pods.addEventHandler(onEveryChange((pod) => visit(pod as Pod)), { name: 'kubelet' });
  }

  #reconcile(key: string): void {
    const pod = this.#pods.indexer.get(key) as Pod | undefined;
    const stage = pod ? stageOf(pod) : 'settled';
    if (!pod || stage === 'settled') {
      this.#due.delete(key);
      return;
    }
    const now = this.#ports.clock.now();
    let due = this.#due.get(key);
    if (due?.stage !== stage || due.uid !== pod.metadata.uid) {
      const [least, most] = durations[stage];
      due = { stage, uid: pod.metadata.uid!, at: now + least + this.#ports.random() * (most - least) };
      this.#due.set(key, due);
    }
    if (due.at > now) this.#queue.addAfter(key, due.at - now);
    else this.#advance(pod, stage, key);
  }

  #advance(pod: Pod, stage: Exclude<Stage, 'settled'>, key: string): void {
    const now = formatTime(this.#ports.clock.wallTime());
    switch (stage) {
      case 'unscheduled':
        if (!this.#schedule(pod, now)) this.#lookAgain(key, stage, pod);
        return;
      case 'accepted':
        this.#writeStatus(pod, creatingStatus(pod, now, this.#addressOf(pod)));
        this.#tell(pod, 'Pulled', `Container image "${pod.spec.containers[0]?.image}" already present on machine`);
        return;
      case 'exited': {
        const index = exitedContainer(pod);
        this.#writeStatus(pod, backOffStatus(pod, index, now));
        this.#tell(pod, 'BackOff', `Back-off restarting failed container ${pod.spec.containers[index]?.name}`, 'Warning');
        return;
      }
      case 'ending':
        this.#end(pod, now);
        return;
      case 'creating':
      case 'backingOff':
      case 'unready':
        this.#writeStatus(pod, runningStatus(pod, now, pod.status?.podIP ?? this.#freeAddress(pod), () => randomHex(this.#ports.random, 64)));
        if (stage !== 'unready') this.#tell(pod, 'Started', `Started container ${pod.spec.containers[0]?.name}`);
    }
  }

  /** False when no node takes it. */
  #schedule(pod: Pod, now: string): boolean {
    const free = (this.#nodes.indexer.list() as Node[]).filter(takesPods).map((node) => [this.#podsOn(node), node] as const);
    const [, node] = free.toSorted(([one, a], [other, b]) => one - other || a.metadata.name!.localeCompare(b.metadata.name!))[0] ?? [];
    if (!node) {
      this.#writeStatus(pod, unschedulableStatus(pod, now, `0/${this.#nodes.indexer.size} nodes are available`));
      return false;
    }
    const { namespace = '', name = '' } = pod.metadata;
    this.#ports.store(pods).update(namespace, name, (old) => ({ ...old, spec: { ...(old as Pod).spec, nodeName: node.metadata.name } }), { manager: 'kube-scheduler' });
    this.#writeStatus(pod, scheduledStatus(pod, now));
    this.#ports.events.record(pod, {
      type: 'Normal',
      reason: 'Scheduled',
      message: `Successfully assigned ${namespace}/${name} to ${node.metadata.name}`,
      component: 'default-scheduler',
    });
    return true;
  }

  /** Its containers have ended within the time that they were given: it may go. */
  #end(pod: Pod, now: string): void {
    const { namespace = '', name = '', uid = '' } = pod.metadata;
    this.#tell(pod, 'Killing', `Stopping container ${pod.spec.containers[0]?.name}`);
    this.#writeStatus(pod, endedStatus(pod, now));
    this.#ports.store(pods).delete(namespace, name, { uid, gracePeriodSeconds: 0 });
  }

  #lookAgain(key: string, stage: Stage, pod: Pod): void {
    const wait = 5_000;
    this.#due.set(key, { stage, uid: pod.metadata.uid!, at: this.#ports.clock.now() + wait });
    this.#queue.addAfter(key, wait);
  }

  #podsOn(node: Node): number {
    return this.#pods.indexer.byIndex(nodeIndex, node.metadata.name!).length;
  }

  #addressOf({ spec }: Pod): string {
    const node = this.#nodes.indexer.get(spec.nodeName ?? '') as Node | undefined;
    return node?.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '';
  }

  /** An address in the node's range that none of its pods has. */
  #freeAddress(pod: Pod): string {
    if (pod.spec.hostNetwork) return pod.status?.hostIP ?? '';
    const node = this.#nodes.indexer.get(pod.spec.nodeName ?? '') as Node | undefined;
    const range = (node?.spec.podCIDR ?? '10.244.255.0/24').replace(/\d+\/\d+$/, '');
    const taken = new Set(this.#pods.indexer.byIndex(nodeIndex, pod.spec.nodeName ?? '').map((other) => (other as Pod).status?.podIP));
    for (let host = 2; host < 255; host++) if (!taken.has(range + host)) return range + host;
    return `${range}255`;
  }

  #writeStatus({ metadata }: Pod, status: PodStatus): void {
    this.#ports.store(pods).update(metadata.namespace!, metadata.name!, (old) => ({ ...old, status }), { subresource: 'status', manager: 'kubelet' });
  }

  #tell(pod: Pod, reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    this.#ports.events.record(pod, { type, reason, message, component: 'kubelet', host: pod.spec.nodeName ?? '' });
  }
}

function stageOf({ metadata, spec, status }: Pod): Stage {
  if (metadata.deletionTimestamp) return metadata.deletionGracePeriodSeconds ? 'ending' : 'settled';
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return 'settled';
  if (!spec.nodeName) return 'unscheduled';
  const containers = status?.containerStatuses;
  if (!containers || containers.length === 0) return 'accepted';
  if (containers.some(({ state }) => state?.waiting?.reason === 'ContainerCreating')) return 'creating';
  if (containers.some(({ state }) => state?.terminated)) return 'exited';
  if (containers.some(({ state }) => state?.waiting)) return 'backingOff';
  return containers.every(({ ready }) => ready) ? 'settled' : 'unready';
}

function exitedContainer({ status }: Pod): number {
  return (status?.containerStatuses ?? []).findIndex(({ state }) => state?.terminated);
}

function takesPods({ spec, status }: Node): boolean {
  const ready = status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
  const taints = (spec['taints'] ?? []) as readonly { readonly effect?: string }[];
  return ready && !spec.unschedulable && !taints.some(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
}
