import { metaNamespaceKey } from '../../kube/key.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { formatTime } from '../registry/formatTime.ts';
import { randomHex } from '../registry/names.ts';
import { hasEnded, isPodReady } from '../registry/podState.ts';
import { nodes } from '../registry/resources/nodes.ts';
import { pods } from '../registry/resources/pods.ts';
import type { Node, Pod, PodStatus } from '../registry/shapes.ts';
import { containerRun } from './containerRun.ts';
import { type ControllerInformer, type ControllerPorts, onEveryChange } from './controllerPorts.ts';
import { beat } from './heartbeat.ts';
import { backOffStatus, completedStatus, creatingStatus, endedStatus, exitedStatus, runningStatus } from './podStatus.ts';

/** What a pod waits for; a settled one waits for nothing. */
type Stage = 'accepted' | 'creating' | 'running' | 'exited' | 'backingOff' | 'unready' | 'ending' | 'settled';

/** How long each takes, in milliseconds: at least and at most. */
const durations: Readonly<Record<Exclude<Stage, 'settled' | 'running'>, readonly [number, number]>> = {
  accepted: [50, 250],
  creating: [800, 2_500],
  exited: [300, 1_000],
  backingOff: [5_000, 15_000],
  unready: [2_000, 6_000],
  ending: [200, 900],
};

/** Each restart is waited for twice as long as the one before, up to so many times as long. */
const longestBackOff = 20;

/**
 * Runs the pods of one node, which it watches alone: makes their containers, starts them again when they end, ends those that were
 * deleted; and says that the node is alive. What it knows of containers is gone when it is cut off, not the containers.
 */
export class Kubelet {
  readonly #ports: ControllerPorts;
  readonly #node: string;
  readonly #queue: RateLimitingQueue;
  readonly #pods: ControllerInformer;
  /** When the stage that a pod is in will be over. */
  readonly #due = new Map<string, { readonly stage: string; readonly uid: string; readonly at: number; readonly exitCode: number }>();

  constructor(ports: ControllerPorts, node: string) {
    this.#ports = ports;
    this.#node = node;
    this.#pods = ports.informer(pods, { fieldSelector: `spec.nodeName=${node}` });
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#pods.addEventHandler(onEveryChange((pod) => this.#changed(pod as Pod)));
    beat(ports, node);
  }

  #changed(pod: Pod): void {
    const key = metaNamespaceKey(pod);
    if (this.#stageOf(pod) !== 'settled' || this.#due.has(key)) this.#queue.add(key);
  }

  #reconcile(key: string): void {
    const pod = this.#pods.indexer.get(key) as Pod | undefined;
    const stage = pod ? this.#stageOf(pod) : 'settled';
    if (!pod || stage === 'settled') {
      this.#due.delete(key);
      return;
    }
    const { clock } = this.#ports;
    // Started again is begun anew.
    const which = stage === 'running' ? `running ${pod.status?.containerStatuses?.map(({ containerID }) => containerID).join() ?? ''}` : stage;
    let due = this.#due.get(key);
    if (due?.stage !== which || due.uid !== pod.metadata.uid) {
      const { ms, exitCode } = this.#planOf(pod, stage);
      due = { stage: which, uid: pod.metadata.uid!, at: clock.now() + ms, exitCode };
      this.#due.set(key, due);
    }
    if (due.at > clock.now()) this.#queue.addAfter(key, due.at - clock.now());
    else this.#advance(pod, stage, due.exitCode);
  }

  #planOf(pod: Pod, stage: Exclude<Stage, 'settled'>): { readonly ms: number; readonly exitCode: number } {
    const { random, clock } = this.#ports;
    if (stage === 'running') {
      const { ms = 0, exitCode } = containerRun(pod, pod.spec.containers[0]!, random);
      const started = Date.parse(pod.status?.containerStatuses?.[0]?.state?.running?.startedAt ?? '');
      return { ms: Math.max(0, ms - (started ? clock.elapsedSince(started) : 0)), exitCode };
    }
    const [least, most] = durations[stage];
    const restarts = pod.status?.containerStatuses?.reduce((most_, { restartCount }) => Math.max(most_, restartCount), 0) ?? 0;
    const factor = stage === 'backingOff' ? Math.min(longestBackOff, 2 ** restarts) : 1;
    return { ms: (least + random() * (most - least)) * factor, exitCode: 0 };
  }

  #advance(pod: Pod, stage: Exclude<Stage, 'settled'>, exitCode: number): void {
    const now = formatTime(this.#ports.clock.wallTime());
    switch (stage) {
      case 'accepted':
        this.#writeStatus(pod, creatingStatus(pod, now, this.#address));
        this.#tell(pod, 'Pulled', `Container image "${pod.spec.containers[0]?.image}" already present on machine`);
        return;
      case 'running':
        this.#writeStatus(pod, this.#isLast(pod, exitCode) ? completedStatus(pod, now, exitCode) : exitedStatus(pod, 0, now, exitCode));
        return;
      case 'exited':
        this.#restart(pod, now);
        return;
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

  /** Whether it is not started again. */
  #isLast({ spec }: Pod, exitCode: number): boolean {
    return spec.restartPolicy === 'Never' || (spec.restartPolicy === 'OnFailure' && exitCode === 0);
  }

  #restart(pod: Pod, now: string): void {
    const index = exitedContainer(pod);
    const exitCode = pod.status?.containerStatuses?.[index]?.state?.terminated?.exitCode ?? 0;
    if (this.#isLast(pod, exitCode)) {
      this.#writeStatus(pod, completedStatus(pod, now, exitCode));
      return;
    }
    this.#writeStatus(pod, backOffStatus(pod, index, now));
    this.#tell(pod, 'BackOff', `Back-off restarting failed container ${pod.spec.containers[index]?.name}`, 'Warning');
  }

  /** Its containers have ended within the time that they were given: it may go. */
  #end(pod: Pod, now: string): void {
    const { namespace = '', name = '', uid = '' } = pod.metadata;
    this.#tell(pod, 'Killing', `Stopping container ${pod.spec.containers[0]?.name}`);
    this.#writeStatus(pod, endedStatus(pod, now));
    this.#ports.client.delete(pods, namespace, name, { uid, gracePeriodSeconds: 0 });
  }

  #stageOf(pod: Pod): Stage {
    const { metadata, spec, status } = pod;
    if (metadata.deletionTimestamp) return metadata.deletionGracePeriodSeconds ? 'ending' : 'settled';
    if (hasEnded(pod)) return 'settled';
    const containers = status?.containerStatuses;
    if (!containers || containers.length === 0) return 'accepted';
    if (containers.some(({ state }) => state?.waiting?.reason === 'ContainerCreating')) return 'creating';
    if (containers.some(({ state }) => state?.terminated)) return 'exited';
    if (containers.some(({ state }) => state?.waiting)) return 'backingOff';
    if (!containers.every(({ ready }) => ready) || !isPodReady(pod)) return 'unready';
    return containerRun(pod, spec.containers[0]!, () => 0).ms === undefined ? 'settled' : 'running';
  }

  get #nodeObject(): Node | undefined {
    return this.#ports.client.find(nodes, '', this.#node) as Node | undefined;
  }

  get #address(): string {
    return this.#nodeObject?.status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '';
  }

  /** An address in the node's range that none of its pods has. */
  #freeAddress(pod: Pod): string {
    if (pod.spec.hostNetwork) return pod.status?.['hostIP'] as string;
    const range = (this.#nodeObject?.spec.podCIDR ?? '10.244.255.0/24').replace(/\d+\/\d+$/, '');
    const taken = new Set(this.#pods.indexer.list().map((other) => (other as Pod).status?.podIP));
    for (let host = 2; host < 255; host++) if (!taken.has(range + host)) return range + host;
    return `${range}255`;
  }

  #writeStatus(pod: Pod, status: PodStatus): void {
    this.#ports.client.updateStatus(pods, pod, () => status);
  }

  #tell(pod: Pod, reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    this.#ports.events.record(pod, { type, reason, message, component: 'kubelet', host: this.#node });
  }
}

function exitedContainer({ status }: Pod): number {
  return (status?.containerStatuses ?? []).findIndex(({ state }) => state?.terminated);
}
