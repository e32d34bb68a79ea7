import type { KubeObject } from '../../extension/kube/object.ts';
import { controllerOf } from '../../extension/kube/object.ts';
import { allControllers, isSelected } from '../../extension/playground/controllers/controllerSelection.ts';
import { isPodReady } from '../../extension/playground/registry/podState.ts';
import { selectsObject } from '../../extension/playground/controllers/ownership.ts';
import { hashLabel } from '../../extension/playground/controllers/rolloutObjects.ts';
import { type Job, jobEnd } from '../../extension/playground/registry/jobShapes.ts';
import type { EndpointSlice, Service } from '../../extension/playground/registry/serviceShapes.ts';
import type { Pod, Workload } from '../../extension/playground/registry/shapes.ts';
import type { PlaygroundHarness } from './playgroundHarness.ts';

/** What in a world is not yet as its specs ask, each in a sentence; none: it has come to rest, as far as can be seen. */
export async function unsettledIn(harness: PlaygroundHarness): Promise<readonly string[]> {
  const { playground } = harness;
  const of = <T extends KubeObject>(path: string): T[] => playground.storage.range(`/registry/${path}/`).items.map(({ object }) => object as T);
  const pods = of<Pod>('pods');
  const replicaSets = of<Workload>('apps/replicasets');
  const said: string[] = [];
  for (const each of playground.world.view.controllers) {
    if (isSelected(allControllers, each.name) && (!each.connected || !each.synced)) said.push(`${each.name} is ${each.connected ? 'not synced' : 'cut off'}: ${each.lastError}`);
    if (each.queued > 0) said.push(`${each.name} has ${each.queued} keys in its queue`);
  }
  const everything = playground.registry.stores.flatMap((store) => store.cache.list({ prefix: store.prefix, matches: () => true }).map(({ object }) => object));
  said.push(...unowned(everything), ...dying(everything), ...homeless(everything));
  for (const replicaSet of replicaSets) said.push(...unfilled(replicaSet, pods));
  for (const deployment of of<Workload>('apps/deployments')) said.push(...unrolled(deployment, replicaSets, pods));
  for (const job of of<Job>('batch/jobs')) said.push(...undone(job, pods));
  for (const service of of<Service>('services')) said.push(...unlike(service, of<EndpointSlice>('discovery.k8s.io/endpointslices'), pods));
  return said;
}

/** What nodes say of themselves, by where it is stored. */
export function isHeartbeat(key: string): boolean {
  return /^\/registry\/(coordination\.k8s\.io\/leases\/kube-node-lease|nodes)\//.test(key);
}

/** What is written in so long, but for what nodes say of themselves, and Events that have had their hour: `MODIFIED /registry/pods/default/web`. */
export async function writtenIn(harness: PlaygroundHarness, ms: number): Promise<readonly string[]> {
  const written: string[] = [];
  const listening = harness.playground.storage.onCommit(({ type, key }) => {
    const hasExpired = type === 'DELETED' && key.startsWith('/registry/events/');
    if (!isHeartbeat(key) && !hasExpired) written.push(`${type} ${key}`);
  });
  await harness.clock.advance(ms);
  listening.dispose();
  return written;
}

function nameOf({ kind, metadata }: KubeObject): string {
  return `${kind} ${metadata.namespace ? `${metadata.namespace}/` : ''}${metadata.name}`;
}

/** Belongs to something that is not there any more. DaemonSets are not served, so that nobody knows. */
function unowned(all: readonly KubeObject[]): string[] {
  const uids = new Set(all.map(({ metadata }) => metadata.uid));
  return all.filter(({ metadata }) => metadata.ownerReferences?.some(({ kind, uid }) => kind !== 'DaemonSet' && !uids.has(uid))).map((object) => `${nameOf(object)} has an owner that is gone`);
}

function dying(all: readonly KubeObject[]): string[] {
  return all.filter(({ metadata }) => metadata.deletionTimestamp).map((object) => `${nameOf(object)} is still being deleted: ${object.metadata.finalizers?.join() ?? ''}`);
}

/** Is in a namespace that is not there. */
function homeless(all: readonly KubeObject[]): string[] {
  const spaces = new Set(all.filter(({ kind }) => kind === 'Namespace').map(({ metadata }) => metadata.name));
  return all.filter(({ metadata }) => metadata.namespace && !spaces.has(metadata.namespace)).map((object) => `${nameOf(object)} is in no namespace`);
}

function activeOf(owner: KubeObject, pods: readonly Pod[]): Pod[] {
  return pods.filter((pod) => controllerOf(pod)?.uid === owner.metadata.uid && pod.status?.phase !== 'Succeeded' && pod.status?.phase !== 'Failed');
}

function unfilled(replicaSet: Workload, pods: readonly Pod[]): string[] {
  const { spec, status, metadata } = replicaSet;
  const owned = activeOf(replicaSet, pods);
  const ready = owned.filter(isPodReady).length;
  const wanted = spec.replicas ?? 1;
  const said: string[] = [];
  if (owned.length !== wanted || ready !== wanted) said.push(`${nameOf(replicaSet)} has ${owned.length} pods, ${ready} of them ready, and asks for ${wanted}`);
  if ((status?.replicas ?? 0) !== wanted || (status?.readyReplicas ?? 0) !== wanted || (status?.availableReplicas ?? 0) !== wanted) said.push(`${nameOf(replicaSet)} says ${JSON.stringify(status)}`);
  if (status?.['observedGeneration'] !== metadata.generation) said.push(`${nameOf(replicaSet)} is of generation ${metadata.generation} and says ${status?.['observedGeneration']}`);
  if (owned.some((pod) => !selectsObject(replicaSet, pod))) said.push(`${nameOf(replicaSet)} owns what it does not select`);
  return said;
}

function unrolled(deployment: Workload, replicaSets: readonly Workload[], pods: readonly Pod[]): string[] {
  const { spec, status, metadata } = deployment;
  const owned = replicaSets.filter((replicaSet) => controllerOf(replicaSet)?.uid === metadata.uid);
  const wanted = spec.replicas ?? 1;
  const running = owned.flatMap((replicaSet) => activeOf(replicaSet, pods));
  const images = new Set(running.map((pod) => pod.spec.containers[0]?.image));
  const said: string[] = [];
  if (running.length !== wanted) said.push(`${nameOf(deployment)} has ${running.length} pods and asks for ${wanted}`);
  if ([...images].some((image) => image !== spec.template.spec.containers[0]?.image)) said.push(`${nameOf(deployment)} runs ${[...images].join(', ')}`);
  if ((status?.replicas ?? 0) !== wanted || (status?.availableReplicas ?? 0) !== wanted || Number(status?.['updatedReplicas'] ?? 0) !== wanted) said.push(`${nameOf(deployment)} says ${JSON.stringify({ ...status, conditions: undefined })}`);
  if (status?.['observedGeneration'] !== metadata.generation) said.push(`${nameOf(deployment)} is of generation ${metadata.generation} and says ${status?.['observedGeneration']}`);
  if (owned.some((replicaSet) => !replicaSet.metadata.labels?.[hashLabel])) said.push(`${nameOf(deployment)} has a ReplicaSet without a hash`);
  return said;
}

function undone(job: Job, pods: readonly Pod[]): string[] {
  const end = jobEnd(job);
  if (!end) return [`${nameOf(job)} is not done: ${JSON.stringify(job.status)}`];
  const said: string[] = [];
  if (end.type === 'Complete' && (job.status?.succeeded ?? 0) < (job.spec.completions ?? 1)) said.push(`${nameOf(job)} is complete, and has ${job.status?.succeeded} of ${job.spec.completions}`);
  if (activeOf(job, pods).length > 0) said.push(`${nameOf(job)} is done, and has pods that run`);
  return said;
}

function unlike(service: Service, slices: readonly EndpointSlice[], pods: readonly Pod[]): string[] {
  const selector = Object.entries(service.spec.selector ?? {});
  if (selector.length === 0) return [];
  const own = slices.filter((slice) => controllerOf(slice)?.uid === service.metadata.uid);
  const told = own.flatMap(({ endpoints = [] }) => endpoints.filter(({ conditions }) => conditions?.ready).flatMap(({ addresses }) => addresses)).toSorted();
  const selected = pods.filter(({ metadata }) => metadata.namespace === service.metadata.namespace && selector.every(([key, value]) => metadata.labels?.[key] === value));
  const ready = selected.filter(isPodReady).map(({ status }) => String(status?.podIP)).toSorted();
  const said: string[] = [];
  if (own.length === 0) said.push(`${nameOf(service)} has no EndpointSlice`);
  if (told.join() !== ready.join()) said.push(`${nameOf(service)} leads to ${told.join()}, and ready are ${ready.join()}`);
  if (service.spec.type === 'LoadBalancer' && !service.status?.loadBalancer?.ingress?.length) said.push(`${nameOf(service)} has no address from outside`);
  return said;
}
