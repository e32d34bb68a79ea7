import { metaNamespaceKey } from '../../kube/key.ts';
import type { KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { formatTime } from '../registry/formatTime.ts';
import { nodes } from '../registry/resources/nodes.ts';
import { pods } from '../registry/resources/pods.ts';
import type { Node, Pod } from '../registry/shapes.ts';
import { type ControllerInformer, type ControllerPorts, nodeIndex, onEveryChange } from './controllerPorts.ts';
import { addLoads, type Load, loadOf, whyNot, withoutLoad } from './nodeFit.ts';
import { scheduledStatus, unschedulableStatus } from './podStatus.ts';

/** How long it takes to find a node, in milliseconds: at least and at most. */
const takesMs = [50, 300] as const;
/** A pod that no node takes is looked at again after this long, or as soon as a node has changed. */
const lookAgainMs = 5_000;

/** Gives each pod that has no node the one that takes it and has the least to do. */
export class Scheduler {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #pods: ControllerInformer;
  readonly #nodes: ControllerInformer;
  /** What runs on each node, as far as it has been counted since it changed. */
  readonly #loads = new Map<string, Load>();
  /** Pods that were given a node, until the cache says so, too. */
  readonly #assumed = new Map<string, { readonly node: string; readonly load: Load }>();
  readonly #unschedulable = new Set<string>();
  readonly #due = new Map<string, number>();

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#pods = ports.informer(pods);
    this.#nodes = ports.informer(nodes);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#pods.addEventHandler(onEveryChange((pod, gone) => this.#podChanged(pod as Pod, gone)));
    this.#nodes.addEventHandler(onEveryChange(() => this.#nodeChanged()));
  }

  #podChanged(pod: Pod, gone: boolean): void {
    const { nodeName } = pod.spec;
    const key = metaNamespaceKey(pod);
    if (nodeName) this.#loads.delete(nodeName);
    if (nodeName || gone) this.#forget(key);
    else if (pod.spec.schedulerName === 'default-scheduler' && !this.#due.has(key)) {
      const [least, most] = takesMs;
      const wait = least + this.#ports.random() * (most - least);
      this.#due.set(key, this.#ports.clock.now() + wait);
      this.#queue.addAfter(key, wait);
    }
  }

  #forget(key: string): void {
    const assumed = this.#assumed.get(key);
    if (assumed) this.#loads.delete(assumed.node);
    this.#assumed.delete(key);
    this.#unschedulable.delete(key);
    this.#due.delete(key);
  }

  /** There may be room now. */
  #nodeChanged(): void {
    for (const key of this.#unschedulable) this.#queue.add(key);
  }

  #reconcile(key: string): void {
    const pod = this.#pods.indexer.get(key) as Pod | undefined;
    if (!pod || pod.spec.nodeName || pod.metadata.deletionTimestamp || this.#assumed.has(key)) return;
    const now = formatTime(this.#ports.clock.wallTime());
    const load = loadOf(pod);
    const refusals = new Map<string, number>();
    let best: { readonly node: Node; readonly load: Load } | undefined;
    for (const node of this.#nodes.indexer.list() as Node[]) {
      const used = this.#loadOn(node.metadata.name!);
      const why = whyNot(pod, load, node, used);
      if (why !== undefined) refusals.set(why, (refusals.get(why) ?? 0) + 1);
      else if (!best || used.pods < best.load.pods || (used.pods === best.load.pods && node.metadata.name! < best.node.metadata.name!)) best = { node, load: used };
    }
    if (best) this.#bind(pod, key, best.node.metadata.name!, load, now);
    else this.#refuse(pod, key, refusals, now);
  }

  #bind(pod: Pod, key: string, node: string, load: Load, now: string): void {
    const { namespace = '', name = '' } = pod.metadata;
    const { client } = this.#ports;
    client.update(pods, namespace, name, (old) => ({ ...old, spec: { ...(old as Pod).spec, nodeName: node } }), { subresource: 'binding' });
    this.#assumed.set(key, { node, load });
    this.#loads.set(node, addLoads(this.#loadOn(node), load));
    client.updateStatus(pods, pod, (old) => scheduledStatus(old, now));
    this.#tell(pod, 'Normal', 'Scheduled', `Successfully assigned ${namespace}/${name} to ${node}`);
  }

  #refuse(pod: Pod, key: string, refusals: ReadonlyMap<string, number>, now: string): void {
    const reasons = Array.from(refusals, ([why, count]) => `${count} ${why}`).toSorted().join(', ');
    const message = `0/${this.#nodes.indexer.size} nodes are available${reasons ? `: ${reasons}` : ''}.`;
    this.#unschedulable.add(key);
    this.#queue.addAfter(key, lookAgainMs);
    this.#ports.client.updateStatus(pods, pod, (old) => unschedulableStatus(old, now, message));
    this.#tell(pod, 'Warning', 'FailedScheduling', message);
  }

  #loadOn(node: string): Load {
    const known = this.#loads.get(node);
    if (known) return known;
    let load = (this.#pods.indexer.byIndex(nodeIndex, node) as Pod[]).reduce((sum, pod) => addLoads(sum, loadOf(pod)), withoutLoad);
    for (const assumed of this.#assumed.values()) if (assumed.node === node) load = addLoads(load, assumed.load);
    this.#loads.set(node, load);
    return load;
  }

  #tell(pod: KubeObject, type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#ports.events.record(pod, { type, reason, message, component: 'default-scheduler' });
  }
}
