import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../kube/status.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { hasEnded } from '../registry/podState.ts';
import { deployments } from '../registry/resources/deployments.ts';
import { pods } from '../registry/resources/pods.ts';
import { replicaSets } from '../registry/resources/replicaSets.ts';
import type { Condition, Pod, Workload } from '../registry/shapes.ts';
import { controllerIndex, type ControllerInformer, type ControllerPorts, lookAgainMs, onEveryChange } from './controllerPorts.ts';
import { type Moment, momentOn } from './moment.ts';
import { OwnedObjects } from './ownedObjects.ts';
import { concernedBy, ownerKey } from './ownership.ts';
import { annotations, byAge, currentOf, kept, newReplicaSet, replicasOf, revisionOf, scaled, withoutHash } from './rolloutObjects.ts';
import { limitsOf, newReplicas, oldReplicas, proportionalReplicas, strategyOf } from './rolloutPlan.ts';
import { conditionsOf, deadlineMs, hasDeadline, isComplete, isSaturated, progressOf, statusOf, withCondition, withProgress } from './rolloutStatus.ts';

/** The ReplicaSets of a Deployment; `current` has its template. */
interface Rollout {
  readonly deployment: Workload;
  readonly current: Workload | undefined;
  /** Oldest first. */
  readonly old: readonly Workload[];
}

/** Rolls Deployments out: one step nearer each time, by the ReplicaSets that it makes and scales (kubernetes `pkg/controller/deployment`). */
export class DeploymentController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #deployments: ControllerInformer;
  readonly #replicaSets: OwnedObjects<Workload>;
  readonly #pods: ControllerInformer;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#deployments = ports.informer(deployments);
    this.#replicaSets = new OwnedObjects(ports, replicaSets);
    this.#pods = ports.informer(pods);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#deployments.addEventHandler(onEveryChange((deployment) => this.#queue.add(metaNamespaceKey(deployment))));
    this.#replicaSets.informer.addEventHandler(onEveryChange((replicaSet, gone) => this.#replicaSetChanged(replicaSet, gone)));
    this.#pods.addEventHandler(onEveryChange((pod, gone) => gone && this.#podGone(pod)));
  }

  #replicaSetChanged(replicaSet: KubeObject, gone: boolean): void {
    for (const key of concernedBy(replicaSet, gone, this.#deployments.indexer, deployments.kind)) this.#queue.add(key);
  }

  /** Recreate waits for the last of the old. */
  #podGone(pod: KubeObject): void {
    const owner = ownerKey(pod, replicaSets.kind);
    const replicaSet = owner === undefined ? undefined : this.#replicaSets.informer.indexer.get(owner);
    const key = replicaSet && ownerKey(replicaSet, deployments.kind);
    if (key !== undefined) this.#queue.add(key);
  }

  #reconcile(key: string): void {
    const cached = this.#deployments.indexer.get(key) as Workload | undefined;
    if (!cached) return;
    if (!this.#replicaSets.areSeen(key)) return this.#queue.addAfter(key, lookAgainMs);
    // What it says of its own is read back from where it was said, so that no word is lost on the way.
    const { namespace = '', name = '' } = cached.metadata;
    const deployment = (this.#ports.client.find(deployments, namespace, name) as Workload | undefined) ?? cached;
    if (deployment.metadata.uid !== cached.metadata.uid) return;
    const isGoing = deployment.metadata.deletionTimestamp !== undefined;
    if (!isGoing && this.#replicaSets.claim(deployment, ({ metadata }) => !metadata.deletionTimestamp)) return this.#queue.addAfter(key, lookAgainMs);
    const owned = this.#replicaSets.of(deployment).toSorted(byAge);
    if (isGoing) return this.#writeStatus(this.#found(deployment, owned), key, false);
    const noted = this.#notePause(deployment);
    const isScaled = owned.some((replicaSet) => replicasOf(replicaSet) > 0 && wasDesired(replicaSet) !== undefined && wasDesired(replicaSet) !== (noted.spec.replicas ?? 1));
    if (noted.spec['paused'] === true || isScaled) this.#scaleOnly(noted, owned, key);
    else if (strategyOf(noted) === 'Recreate') this.#recreate(noted, owned, key);
    else this.#roll(noted, owned, key);
  }

  #found(deployment: Workload, owned: readonly Workload[]): Rollout {
    const current = currentOf(deployment, owned);
    return { deployment, current, old: owned.filter((replicaSet) => replicaSet !== current) };
  }

  /** Its clock stops while it is paused, and begins anew afterwards. */
  #notePause(deployment: Workload): Workload {
    const isPaused = deployment.spec['paused'] === true;
    const reason = progressOf(deployment)?.reason;
    if (!hasDeadline(deployment) || reason === 'ProgressDeadlineExceeded' || isPaused === (reason === 'DeploymentPaused')) return deployment;
    const said = isPaused
      ? { type: 'Progressing', status: 'Unknown', reason: 'DeploymentPaused', message: 'Deployment is paused' }
      : { type: 'Progressing', status: 'Unknown', reason: 'DeploymentResumed', message: 'Deployment is resumed' };
    return this.#writeConditions(deployment, withCondition(conditionsOf(deployment), said, this.#moment.now));
  }

  /** Finds the current ReplicaSet with its revision noted on both, or makes it where it may. */
  #prepare(deployment: Workload, owned: readonly Workload[], mayCreate: boolean): Rollout {
    const { current, old } = this.#found(deployment, owned);
    const revision = Math.max(0, ...old.map(revisionOf)) + 1;
    if (current) {
      const asKept = kept(current, deployment, revision);
      const replicaSet = isDeepStrictEqual(asKept, current) ? current : this.#replicaSets.update(current, (before) => kept(before as Workload, deployment, revision));
      return { deployment: this.#noteRevision(deployment, revisionOf(replicaSet)), current: replicaSet, old };
    }
    return mayCreate ? this.#create(deployment, old, revision) : { deployment, current: undefined, old };
  }

  #create(deployment: Workload, old: readonly Workload[], revision: number): Rollout {
    const collisions = Number(deployment.status?.['collisionCount'] ?? 0);
    const replicas = newReplicas(deployment, old, 0);
    const planned = newReplicaSet(deployment, replicas, mostOf(deployment), revision, collisions);
    try {
      const created = this.#replicaSets.create(planned);
      if (replicas > 0) this.#tell(deployment, `Scaled up replica set ${planned.metadata.name} from 0 to ${replicas}`);
      const said = { type: 'Progressing', status: 'True', reason: 'NewReplicaSetCreated', message: `Created new replica set ${JSON.stringify(planned.metadata.name)}` };
      const told = hasDeadline(deployment) ? this.#writeConditions(deployment, withCondition(conditionsOf(deployment), said, this.#moment.now)) : deployment;
      return { deployment: this.#noteRevision(told, revision), current: created, old };
    } catch (error) {
      if (ApiError.is(error, 409)) this.#avoidCollision(deployment, planned, collisions);
      throw error;
    }
  }

  /** Somebody else's has its name, with another template: the next try has another name. */
  #avoidCollision(deployment: Workload, planned: Workload, collisions: number): void {
    const { namespace = '', uid } = deployment.metadata;
    const there = this.#ports.client.find(replicaSets, namespace, planned.metadata.name!) as Workload | undefined;
    const isOurs = there && controllerOf(there)?.uid === uid && isDeepStrictEqual(withoutHash(there.spec.template), withoutHash(deployment.spec.template));
    if (!there || isOurs) return;
    this.#ports.client.updateStatus(deployments, deployment, ({ status }) => ({ ...status, collisionCount: collisions + 1 }));
  }

  #noteRevision(deployment: Workload, revision: number): Workload {
    if (revisionOf(deployment) === revision) return deployment;
    const { namespace = '', name = '' } = deployment.metadata;
    const note = (before: KubeObject): KubeObject => ({ ...before, metadata: { ...before.metadata, annotations: { ...before.metadata.annotations, [annotations.revision]: String(revision) } } });
    return this.#ports.client.update(deployments, namespace, name, note).object as Workload;
  }

  /** Paused, or scaled from outside: nothing is rolled, but everything gets its share. */
  #scaleOnly(deployment: Workload, owned: readonly Workload[], key: string): void {
    const rollout = this.#prepare(deployment, owned, false);
    const all = [...rollout.old, ...(rollout.current ? [rollout.current] : [])];
    const active = all.filter((replicaSet) => replicasOf(replicaSet) > 0);
    const wanted = deployment.spec.replicas ?? 1;
    const only = active.length === 0 ? (rollout.current ?? all.at(-1)) : active.length === 1 ? active[0] : undefined;
    if (only) this.#scale(rollout.deployment, only, wanted);
    else if (isSaturated(deployment, rollout.current)) for (const replicaSet of rollout.old) this.#scale(rollout.deployment, replicaSet, 0);
    else if (strategyOf(deployment) === 'RollingUpdate') {
      for (const [replicaSet, size] of proportionalReplicas(deployment, active)) this.#scale(rollout.deployment, replicaSet, size);
    }
    this.#writeStatus(rollout, key, false);
  }

  #roll(deployment: Workload, owned: readonly Workload[], key: string): void {
    const rollout = this.#prepare(deployment, owned, true);
    const { current, old } = rollout;
    const wanted = deployment.spec.replicas ?? 1;
    const size = replicasOf(current!);
    const next = size > wanted ? wanted : newReplicas(rollout.deployment, [...old, current!], size);
    if (next !== size) this.#scale(rollout.deployment, current!, next);
    else {
      const smaller = oldReplicas(rollout.deployment, current!, old);
      for (const [replicaSet, replicas] of smaller) this.#scale(rollout.deployment, replicaSet, replicas);
      if (smaller.size === 0) this.#cleanUp(rollout);
    }
    this.#writeStatus(rollout, key, true);
  }

  #recreate(deployment: Workload, owned: readonly Workload[], key: string): void {
    const before = this.#prepare(deployment, owned, false);
    const active = before.old.filter((replicaSet) => replicasOf(replicaSet) > 0);
    for (const replicaSet of active) this.#scale(before.deployment, replicaSet, 0);
    const isEmpty = before.old.every(({ metadata }) => this.#pods.indexer.byIndex(controllerIndex, metadata.uid!).every((pod) => hasEnded(pod as Pod)));
    if (active.length > 0 || !isEmpty) return this.#writeStatus(before, key, true);
    const rollout = before.current ? before : this.#prepare(before.deployment, owned, true);
    this.#scale(rollout.deployment, rollout.current!, deployment.spec.replicas ?? 1);
    this.#cleanUp(rollout);
    this.#writeStatus(rollout, key, true);
  }

  #scale(deployment: Workload, replicaSet: Workload, replicas: number): void {
    const wanted = deployment.spec.replicas ?? 1;
    const size = replicasOf(replicaSet);
    const change = (before: KubeObject): Workload => scaled(before as Workload, replicas, wanted, mostOf(deployment));
    if (size === replicas && isDeepStrictEqual(change(replicaSet), replicaSet)) return;
    this.#replicaSets.update(replicaSet, change);
    if (size !== replicas) this.#tell(deployment, `Scaled ${size < replicas ? 'up' : 'down'} replica set ${replicaSet.metadata.name} from ${size} to ${replicas}`);
  }

  /** What is kept of the past is bounded. */
  #cleanUp({ deployment, current, old }: Rollout): void {
    const limit = Number(deployment.spec['revisionHistoryLimit'] ?? 10);
    const status = statusOf(deployment, current, [...old, current!], this.#moment);
    if (!isComplete(deployment, status)) return;
    const idle = old.filter((replicaSet) => replicasOf(replicaSet) === 0 && (replicaSet.status?.replicas ?? 0) === 0 && !replicaSet.metadata.deletionTimestamp);
    const tooMany = idle.toSorted((one, other) => revisionOf(one) - revisionOf(other)).slice(0, Math.max(0, idle.length - limit));
    for (const replicaSet of tooMany) this.#replicaSets.delete(replicaSet);
  }

  #writeStatus({ deployment, current, old }: Rollout, key: string, isRolling: boolean): void {
    const moment = this.#moment;
    const counted = statusOf(deployment, current, current ? [...old, current] : old, moment);
    const status = isRolling ? withProgress(deployment, current, counted, moment) : counted;
    if (!isDeepStrictEqual(status, deployment.status)) this.#ports.client.updateStatus(deployments, deployment, () => status);
    const progress = status.conditions?.find(({ type }) => type === 'Progressing');
    if (!isRolling || !progress || !hasDeadline(deployment) || isComplete(deployment, status) || progress.reason === 'ProgressDeadlineExceeded') return;
    this.#queue.addAfter(key, Math.max(1000, deadlineMs(deployment) - moment.since(String(progress['lastUpdateTime'] ?? moment.now))));
  }

  #writeConditions(deployment: Workload, conditions: readonly Condition[]): Workload {
    return this.#ports.client.updateStatus(deployments, deployment, ({ status }) => ({ ...status, conditions }));
  }

  get #moment(): Moment {
    return momentOn(this.#ports.clock);
  }

  #tell(deployment: KubeObject, message: string): void {
    this.#ports.events.record(deployment, { type: 'Normal', reason: 'ScalingReplicaSet', message, component: 'deployment-controller' });
  }
}

function wasDesired({ metadata }: Workload): number | undefined {
  const text = metadata.annotations?.[annotations.desired];
  return text === undefined ? undefined : Number(text);
}

function mostOf(deployment: Workload): number {
  return (deployment.spec.replicas ?? 1) + limitsOf(deployment).maxSurge;
}
