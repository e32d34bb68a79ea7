import { ApiError } from '../../kube/status.ts';
import { metaNamespaceKey, splitMetaNamespaceKey } from '../../kube/key.ts';
import { controllerOf, type KubeObject } from '../../kube/object.ts';
import type { RateLimitingQueue } from '../../workqueue/rateLimitingQueue.ts';
import { type Job, jobEnd } from '../registry/jobShapes.ts';
import { randomSuffix } from '../registry/names.ts';
import { hasEnded, isActivePod } from '../registry/podState.ts';
import { jobs } from '../registry/resources/jobs.ts';
import { pods } from '../registry/resources/pods.ts';
import type { Pod } from '../registry/shapes.ts';
import { type ControllerInformer, type ControllerPorts, lookAgainMs, onEveryChange } from './controllerPorts.ts';
import { indexOf, isIndexed, isTracked, parseIndexes, podOf, trackingFinalizer } from './jobPods.ts';
import { announced, backOff, counting, deadlineIn, type End, ended, endOf, isSuspended, resumed, type StatusChange, suspended, wantedPods } from './jobStatus.ts';
import { tallyOf } from './jobTally.ts';
import { type Moment, momentOn } from './moment.ts';
import { OwnedObjects } from './ownedObjects.ts';
import { ownerKey, selectionOf, withoutFinalizer, withoutOwner } from './ownership.ts';
import { burst, PodControl } from './podControl.ts';

const component = 'job-controller';

/** Pods that are nobody's and still held have keys of their own: no namespace has a blank in its name. */
const orphanPrefix = 'orphan ';

/** Runs pods of each Job until as many have succeeded as it asks for, or too many have failed (kubernetes `pkg/controller/job`). */
export class JobController {
  readonly #ports: ControllerPorts;
  readonly #queue: RateLimitingQueue;
  readonly #jobs: ControllerInformer;
  readonly #pods: OwnedObjects<Pod>;
  readonly #podControl: PodControl;

  constructor(ports: ControllerPorts) {
    this.#ports = ports;
    this.#jobs = ports.informer(jobs);
    this.#pods = new OwnedObjects(ports, pods);
    this.#podControl = new PodControl(this.#pods, ports.events, component);
    this.#queue = ports.queue((key) => this.#reconcile(key));
    this.#jobs.addEventHandler(onEveryChange((job, gone) => this.#jobChanged(job, gone)));
    this.#pods.informer.addEventHandler(onEveryChange((pod) => this.#podChanged(pod)));
  }

  #jobChanged(job: KubeObject, gone: boolean): void {
    this.#queue.add(metaNamespaceKey(job));
    // What it leaves behind is held by nothing any more.
    if (gone) for (const pod of this.#pods.of(job)) this.#podChanged(pod);
  }

  #podChanged(pod: KubeObject): void {
    const key = ownerKey(pod, jobs.kind);
    if (key !== undefined) this.#queue.add(key);
    else if (!controllerOf(pod) && isTracked(pod)) this.#queue.add(orphanPrefix + metaNamespaceKey(pod));
  }

  #reconcile(key: string): void {
    if (key.startsWith(orphanPrefix)) return this.#release(this.#pods.informer.indexer.get(key.slice(orphanPrefix.length)));
    if (!this.#pods.areSeen(key)) return this.#queue.addAfter(key, lookAgainMs);
    const { namespace, name } = splitMetaNamespaceKey(key);
    const job = this.#ports.client.find(jobs, namespace, name) as Job | undefined;
    this.#releaseLeftBehind(namespace, name, job);
    if (!job || job.metadata.deletionTimestamp) return;
    const isSelected = selectionOf(job);
    const isOwn = (pod: Pod): boolean => hasEnded(pod) || isSelected(pod);
    const all = this.#pods.of(job);
    for (const pod of all) if (!isOwn(pod)) this.#release(pod, job);
    const owned = all.filter(isOwn);
    const counted = this.#count(job, owned);
    if (jobEnd(counted)) return;
    const active = owned.filter(isActivePod);
    const end = endOf(counted, active, this.#moment);
    if (end) return this.#finish(counted, end, active, key);
    this.#noteSuspension(counted, active);
    if (counted.spec.suspend) this.#podControl.delete(counted, active);
    const running = counted.spec.suspend ? 0 : this.#manage(counted, active, owned, key);
    const left = deadlineIn(this.#writeStatus(counted, counting(running, owned)), this.#moment);
    if (left < Infinity) this.#queue.addAfter(key, Math.max(lookAgainMs, left));
  }

  /** Pods of a Job of that name that is gone. */
  #releaseLeftBehind(namespace: string, name: string, job: Job | undefined): void {
    for (const pod of this.#pods.inNamespace(namespace)) {
      const owner = controllerOf(pod);
      if (owner?.kind === jobs.kind && owner.name === name && owner.uid !== job?.metadata.uid) this.#release(pod);
      else if (job?.metadata.deletionTimestamp && owner?.uid === job.metadata.uid) this.#release(pod);
    }
  }

  /** What it says of itself when all that have ended are counted, and held no more. */
  #count(job: Job, owned: readonly Pod[]): Job {
    const tally = tallyOf(job, owned);
    if (!tally) return job;
    this.#writeStatus(job, tally.noted);
    for (const pod of tally.pods) this.#release(pod);
    return this.#writeStatus(job, tally.counted);
  }

  /** @param from whose it is not any more, either: it does not select it */
  #release(pod: KubeObject | undefined, from?: Job): void {
    if (!pod || !(from || isTracked(pod))) return;
    try {
      this.#pods.patch(pod, (old) => {
        if (old.metadata.uid !== pod.metadata.uid) return old;
        return withoutFinalizer(from ? withoutOwner(old, from.metadata.uid!) : old, trackingFinalizer);
      });
    } catch (error) {
      if (!ApiError.is(error, 404)) throw error; // gone already
    }
  }

  /** First it is said what comes, then the last pods go, then it has come. */
  #finish(job: Job, end: End, active: readonly Pod[], key: string): void {
    const { now } = this.#moment;
    const said = this.#writeStatus(job, announced(end, now));
    if (active.length > 0) {
      this.#podControl.delete(said, active);
      this.#queue.addAfter(key, lookAgainMs);
      return;
    }
    this.#writeStatus(said, ended(end, now));
    if (end.type === 'Complete') this.#tell(job, 'Completed', 'Job completed');
    else this.#tell(job, end.reason, end.message, 'Warning');
  }

  #noteSuspension(job: Job, active: readonly Pod[]): void {
    const { now } = this.#moment;
    const is = job.spec.suspend === true;
    if (is !== isSuspended(job)) {
      this.#writeStatus(job, is ? suspended(now) : resumed(now));
      this.#tell(job, is ? 'Suspended' : 'Resumed', is ? 'Job suspended' : 'Job resumed');
    } else if (!is && !job.status?.startTime) this.#writeStatus(job, (status) => ({ ...status, startTime: now }));
    if (is && active.length === 0 && job.status?.startTime) this.#writeStatus(job, ({ startTime: _startTime, ...status }) => status);
  }

  /** @returns how many run afterwards */
  #manage(job: Job, active: readonly Pod[], owned: readonly Pod[], key: string): number {
    const wanted = wantedPods(job, active.length);
    if (active.length > wanted) {
      this.#podControl.delete(job, active.toReversed().slice(0, active.length - wanted));
      return wanted;
    }
    const missing = Math.min(burst, wanted - active.length);
    const wait = missing > 0 ? backOff(job, owned, this.#moment) : 0;
    if (wait > 0) this.#queue.addAfter(key, wait);
    else this.#createPods(job, missing, active);
    return wait > 0 ? active.length : active.length + missing;
  }

  #createPods(job: Job, count: number, active: readonly Pod[]): void {
    const indexes = isIndexed(job) ? this.#freeIndexes(job, active) : [];
    for (let made = 0; made < count; made++) {
      const index = isIndexed(job) ? indexes[made] : undefined;
      if (isIndexed(job) && index === undefined) return;
      this.#podControl.create(job, podOf(job, index, randomSuffix(this.#ports.random)));
    }
  }

  #freeIndexes(job: Job, active: readonly Pod[]): number[] {
    const completions = job.spec.completions ?? 0;
    const taken = new Set([...parseIndexes(job.status?.completedIndexes, completions), ...active.map(indexOf)]);
    return Array.from({ length: completions }, (_, index) => index).filter((index) => !taken.has(index));
  }

  #writeStatus(job: Job, change: StatusChange): Job {
    return this.#ports.client.updateStatus(jobs, job, ({ status = {} }) => change(status));
  }

  get #moment(): Moment {
    return momentOn(this.#ports.clock);
  }

  #tell(job: KubeObject, reason: string, message: string, type: 'Normal' | 'Warning' = 'Normal'): void {
    this.#ports.events.record(job, { type, reason, message, component });
  }
}
