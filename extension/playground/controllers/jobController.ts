import { ApiError } from '../../kube/status.ts';
import { metaNamespaceKey } from '../../kube/key.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { conditionStatus } from '../registry/conditionStatus.ts';
import { formatTime } from '../registry/formatTime.ts';
import { type Job, jobEnd, type JobStatus } from '../registry/jobShapes.ts';
import { randomSuffix } from '../registry/names.ts';
import { hasEnded, isActivePod, isPodReady } from '../registry/podState.ts';
import { jobs } from '../registry/resources/jobs.ts';
import { pods } from '../registry/resources/pods.ts';
import type { Condition, Pod } from '../registry/shapes.ts';
import { controllerIndex, type ControllerInformer, type ControllerPorts, lookAgainMs, onEveryChange } from './controllerPorts.ts';
import { formatIndexes, indexOf, isIndexed, isLost, parseIndexes, podOf, trackingFinalizer } from './jobPods.ts';
import { OwnWrites } from './ownWrites.ts';
import { selectsObject, withoutOwner } from './ownership.ts';

/** Pods that are made or deleted in one go; the rest follows when these have come back through the watch. */
const burst = 500;
/** After a failure the next pod is waited for, twice as long each time, in milliseconds. */
const firstBackOffMs = 10_000;
const longestBackOffMs = 360_000;

interface End {
  readonly type: 'Complete' | 'Failed';
  readonly reason: string;
  readonly message: string;
}

/** Runs pods of each Job until as many have succeeded as it asks for, or too many have failed (kubernetes `pkg/controller/job`). */
export class JobController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #jobs: ControllerInformer;
  readonly #pods: ControllerInformer;
  /** Pods that were written here. */
  readonly #written: OwnWrites;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#jobs = ports.informer(jobs);
    this.#pods = ports.informer(pods);
    this.#written = new OwnWrites(this.#pods, ports.clock);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#jobs.addEventHandler(onEveryChange((job, gone) => this.#jobChanged(job, gone)));
    this.#pods.addEventHandler(onEveryChange((pod) => this.#podChanged(pod)));
  }

  #jobChanged(job: KubeObject, gone: boolean): void {
    this.#queue.add(metaNamespaceKey(job));
    // What it leaves behind is held by nothing any more.
    if (gone) for (const pod of this.#pods.indexer.byIndex(controllerIndex, job.metadata.uid!)) this.#podChanged(pod);
  }

  #podChanged(pod: KubeObject): void {
    const owner = controllerOf(pod);
    const { namespace = '', finalizers = [] } = pod.metadata;
    if (owner?.kind === jobs.kind) this.#queue.add(`${namespace}/${owner.name}`);
    else if (owner === undefined && finalizers.includes(trackingFinalizer)) this.#queue.add(`orphan ${metaNamespaceKey(pod)}`);
  }

  #reconcile(key: string): void {
    if (key.startsWith('orphan ')) return this.#release(this.#pods.indexer.get(key.slice('orphan '.length)) as Pod | undefined);
    if (!this.#written.areSeen(key)) return this.#queue.addAfter(key, lookAgainMs);
    const { namespace = '', name = '' } = splitKey(key);
    const job = this.#ports.client.find(jobs, namespace, name) as Job | undefined;
    this.#releaseLeftBehind(namespace, name, job);
    if (!job || job.metadata.deletionTimestamp) return;
    const all = this.#pods.indexer.byIndex(controllerIndex, job.metadata.uid!) as Pod[];
    const owned = all.filter((pod) => hasEnded(pod) || selectsObject(job, pod));
    for (const pod of all) if (!owned.includes(pod)) this.#release(pod, job);
    const counted = this.#count(job, owned);
    if (jobEnd(counted)) return;
    const active = owned.filter(isActivePod);
    const end = this.#endOf(counted, active);
    if (end) return this.#finish(counted, end, active, key);
    this.#noteSuspension(counted, active);
    if (counted.spec.suspend) this.#deletePods(counted, active);
    const running = counted.spec.suspend ? 0 : this.#manage(counted, active, owned, key);
    this.#writeCounts(counted, running, owned);
    this.#waitForDeadline(counted, key);
  }

  /** Pods of a Job of that name that is gone. */
  #releaseLeftBehind(namespace: string, name: string, job: Job | undefined): void {
    const all = this.#pods.indexer.byIndex('namespace', namespace) as Pod[];
    for (const pod of all) {
      const owner = controllerOf(pod);
      if (owner?.kind === jobs.kind && owner.name === name && owner.uid !== job?.metadata.uid) this.#release(pod);
      else if (job?.metadata.deletionTimestamp && owner?.uid === job.metadata.uid) this.#release(pod);
    }
  }

  /**
   * Counts each pod that has come to its end once, whatever happens meanwhile: its uid is written down, then it is let go, then it is
   * counted and the uid forgotten.
   */
  #count(job: Job, owned: readonly Pod[]): Job {
    const ended = owned.filter((pod) => pod.metadata.finalizers?.includes(trackingFinalizer) && (hasEnded(pod) || isLost(pod)));
    const waiting = uncounted(job);
    if (ended.length === 0 && waiting.succeeded.length + waiting.failed.length === 0) return job;
    const completions = job.spec.completions ?? 0;
    const done = parseIndexes(job.status?.completedIndexes, completions);
    for (const pod of ended) {
      const uid = pod.metadata.uid!;
      const isGood = pod.status?.phase === 'Succeeded';
      const list = isGood ? waiting.succeeded : waiting.failed;
      const index = indexOf(pod);
      if (isGood && isIndexed(job) && index !== undefined && index < completions) done.add(index);
      else if (!list.includes(uid)) list.push(uid);
    }
    const indexes = isIndexed(job) && done.size > 0 ? { completedIndexes: formatIndexes(done), succeeded: done.size } : {};
    this.#writeStatus(job, (status) => ({ ...status, ...indexes, uncountedTerminatedPods: listed(waiting) }));
    for (const pod of ended) this.#release(pod);
    return this.#writeStatus(job, (status) => ({
      ...status,
      ...(waiting.succeeded.length > 0 && { succeeded: (status.succeeded ?? 0) + waiting.succeeded.length }),
      ...(waiting.failed.length > 0 && { failed: (status.failed ?? 0) + waiting.failed.length }),
      uncountedTerminatedPods: {},
    }));
  }

  /** @param from whose it is not any more, either: it does not select it */
  #release(pod: Pod | undefined, from?: Job): void {
    if (!pod || !(from ?? pod.metadata.finalizers?.includes(trackingFinalizer))) return;
    const { namespace = '', name = '', uid } = pod.metadata;
    try {
      const { revision } = this.#ports.client.patch(pods, namespace, name, (old) => {
        if (old.metadata.uid !== uid) return old;
        const { finalizers = [], ...rest } = (from ? withoutOwner(old, from.metadata.uid!) : old).metadata;
        const left = finalizers.filter((finalizer) => finalizer !== trackingFinalizer);
        return { ...old, metadata: left.length > 0 ? { ...rest, finalizers: left } : rest };
      });
      const owner = controllerOf(pod);
      if (owner) this.#written.note(`${namespace}/${owner.name}`, revision);
    } catch (error) {
      if (!ApiError.is(error, 404)) throw error; // gone already
    }
  }

  #endOf(job: Job, active: readonly Pod[]): End | undefined {
    const { spec, status = {} } = job;
    const limit = spec.backoffLimit ?? 6;
    const restarts = spec.template.spec.restartPolicy === 'OnFailure' ? active.reduce((sum, pod) => sum + restartsOf(pod), 0) : 0;
    if ((status.failed ?? 0) > limit || restarts > limit) return { type: 'Failed', reason: 'BackoffLimitExceeded', message: 'Job has reached the specified backoff limit' };
    if (this.#deadlineIn(job) <= 0) return { type: 'Failed', reason: 'DeadlineExceeded', message: 'Job was active longer than specified deadline' };
    const succeeded = status.succeeded ?? 0;
    const isDone = spec.completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= spec.completions;
    return isDone ? { type: 'Complete', reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods' } : undefined;
  }

  /** First it is said what comes, then the last pods go, then it has come. */
  #finish(job: Job, { type, reason, message }: End, active: readonly Pod[], key: string): void {
    const coming = type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget';
    const now = this.#now;
    const announced = this.#writeStatus(job, (status) => ({ ...status, conditions: withCondition(status.conditions, { type: coming, status: 'True', reason, message }, now) }));
    if (active.length > 0) {
      this.#deletePods(announced, active);
      this.#queue.addAfter(key, lookAgainMs);
      return;
    }
    this.#writeStatus(announced, ({ active: _active, ...status }) => ({
      ...status,
      ready: 0,
      terminating: 0,
      conditions: withCondition(status.conditions, { type, status: 'True', reason, message }, now),
      ...(type === 'Complete' && { completionTime: now }),
    }));
    if (type === 'Complete') this.#tell(job, 'Completed', 'Job completed');
    else this.#tell(job, reason, message, 'Warning');
  }

  #noteSuspension(job: Job, active: readonly Pod[]): void {
    const was = conditionStatus(job.status?.conditions, 'Suspended') === 'True';
    const is = job.spec.suspend === true;
    const now = this.#now;
    if (is !== was) {
      const said = is
        ? { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }
        : { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' };
      this.#writeStatus(job, ({ startTime: _startTime, ...status }) => ({ ...status, ...(!is && { startTime: now }), conditions: withCondition(status.conditions, said, now) }));
      this.#tell(job, is ? 'Suspended' : 'Resumed', is ? 'Job suspended' : 'Job resumed');
    } else if (!is && !job.status?.startTime) this.#writeStatus(job, (status) => ({ ...status, startTime: now }));
    if (is && active.length === 0 && job.status?.startTime) this.#writeStatus(job, ({ startTime: _startTime, ...status }) => status);
  }

  /** @returns how many run afterwards */
  #manage(job: Job, active: readonly Pod[], owned: readonly Pod[], key: string): number {
    const { parallelism = 1, completions } = job.spec;
    const succeeded = job.status?.succeeded ?? 0;
    const left = completions === undefined ? (succeeded > 0 ? active.length : parallelism) : Math.max(0, completions - succeeded);
    const wanted = Math.min(parallelism, left);
    if (active.length > wanted) {
      this.#deletePods(job, active.toReversed().slice(0, active.length - wanted));
      return wanted;
    }
    const missing = Math.min(burst, wanted - active.length);
    const wait = missing > 0 ? this.#backOff(job, owned) : 0;
    if (wait > 0) this.#queue.addAfter(key, wait);
    else this.#createPods(job, missing, active);
    return wait > 0 ? active.length : active.length + missing;
  }

  #createPods(job: Job, count: number, active: readonly Pod[]): void {
    const indexes = isIndexed(job) ? this.#freeIndexes(job, active) : [];
    for (let made = 0; made < count; made++) {
      const index = isIndexed(job) ? indexes[made] : undefined;
      if (isIndexed(job) && index === undefined) return;
      const { object, revision } = this.#ports.client.create(pods, job.metadata.namespace!, podOf(job, index, randomSuffix(this.#ports.random)));
      this.#written.note(metaNamespaceKey(job), revision);
      this.#tell(job, 'SuccessfulCreate', `Created pod: ${object.metadata.name}`);
    }
  }

  #freeIndexes(job: Job, active: readonly Pod[]): number[] {
    const completions = job.spec.completions ?? 0;
    const taken = new Set([...parseIndexes(job.status?.completedIndexes, completions), ...active.map(indexOf)]);
    return Array.from({ length: completions }, (_, index) => index).filter((index) => !taken.has(index));
  }

  #deletePods(job: Job, superfluous: readonly Pod[]): void {
    for (const { metadata } of superfluous.slice(0, burst)) {
      this.#written.note(metaNamespaceKey(job), this.#ports.client.delete(pods, metadata.namespace!, metadata.name!, { uid: metadata.uid! }).revision);
      this.#tell(job, 'SuccessfulDelete', `Deleted pod: ${metadata.name}`);
    }
  }

  /** How long the next pod is to wait, after the latest failure. */
  #backOff(job: Job, owned: readonly Pod[]): number {
    const failures = job.status?.failed ?? 0;
    const latest = Math.max(0, ...owned.filter(({ status }) => status?.phase === 'Failed').map(endedAt));
    if (failures === 0 || latest === 0) return 0;
    const pause = Math.min(longestBackOffMs, firstBackOffMs * 2 ** (failures - 1));
    return pause - this.#ports.clock.elapsedSince(latest);
  }

  #writeCounts(job: Job, running: number, owned: readonly Pod[]): void {
    const ready = owned.filter((pod) => isActivePod(pod) && isPodReady(pod)).length;
    const terminating = owned.filter((pod) => pod.metadata.deletionTimestamp && !hasEnded(pod)).length;
    this.#writeStatus(job, ({ active: _active, ...status }) => ({ ...status, ...(running > 0 && { active: running }), ready: Math.min(ready, running), terminating, uncountedTerminatedPods: status.uncountedTerminatedPods ?? {} }));
  }

  #deadlineIn({ spec, status }: Job): number {
    if (spec.activeDeadlineSeconds === undefined || !status?.startTime || spec.suspend) return Infinity;
    return spec.activeDeadlineSeconds * 1000 - this.#ports.clock.elapsedSince(Date.parse(status.startTime));
  }

  #waitForDeadline(job: Job, key: string): void {
    const current = this.#ports.client.find(jobs, job.metadata.namespace!, job.metadata.name!) as Job | undefined;
    const left = current ? this.#deadlineIn(current) : Infinity;
    if (left < Infinity) this.#queue.addAfter(key, Math.max(lookAgainMs, left));
  }

  #writeStatus({ metadata }: Job, change: (status: JobStatus) => JobStatus): Job {
    return this.#ports.client.update(jobs, metadata.namespace!, metadata.name!, (old) => ({ ...old, status: change((old as Job).status ?? {}) }), { subresource: 'status' }).object as Job;
  }

  get #now(): string {
    return formatTime(this.#ports.clock.wallTime());
  }

  #tell(job: KubeObject, reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    this.#ports.events.record(job, { type, reason, message, component: 'job-controller' });
  }
}

function splitKey(key: string): { readonly namespace?: string; readonly name?: string } {
  const [namespace, name] = key.split('/');
  return { ...(namespace !== undefined && { namespace }), ...(name !== undefined && { name }) };
}

interface Uncounted {
  readonly succeeded: string[];
  readonly failed: string[];
}

function uncounted({ status }: Job): Uncounted {
  const { succeeded = [], failed = [] } = (status?.uncountedTerminatedPods ?? {}) as Partial<Uncounted>;
  return { succeeded: [...succeeded], failed: [...failed] };
}

function listed({ succeeded, failed }: Uncounted): object {
  return { ...(succeeded.length > 0 && { succeeded }), ...(failed.length > 0 && { failed }) };
}

function restartsOf({ status }: Pod): number {
  return (status?.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0);
}

function endedAt({ status }: Pod): number {
  return Math.max(0, ...(status?.containerStatuses ?? []).map(({ state }) => Date.parse(state?.terminated?.finishedAt ?? '') || 0));
}

function withCondition(conditions: readonly Condition[] = [], said: Condition, now: string): readonly Condition[] {
  const old = conditions.find(({ type }) => type === said.type);
  if (old?.status === said.status && old.reason === said.reason) return conditions;
  const next = { type: said.type, status: said.status, lastProbeTime: now, lastTransitionTime: now, reason: said.reason!, message: said.message! };
  return [...conditions.filter((condition) => condition !== old), next];
}
