import type { KubeObject } from '../../kube/object.ts';
import { ApiError } from '../../kube/status.ts';
import type { EventPlan } from '../registry/eventObject.ts';
import type { Pod } from '../registry/shapes.ts';
import type { EventRecorder } from './eventRecorder.ts';
import type { OwnedObjects } from './ownedObjects.ts';

/** Pods that are made or deleted in one go; the rest follows when these have come back through the watch. */
export const burst = 500;

/** Makes and deletes the pods of those which a controller keeps, and tells of each (kubernetes `pkg/controller`, PodControl). */
export class PodControl {
  readonly #pods: OwnedObjects<Pod>;
  readonly #events: EventRecorder;
  readonly #component: string;

  /** @param component who tells: `job-controller` */
  constructor(pods: OwnedObjects<Pod>, events: EventRecorder, component: string) {
    this.#pods = pods;
    this.#events = events;
    this.#component = component;
  }

  /** @param pod with its owner. @throws ApiError where it is refused, after that was told */
  create(owner: KubeObject, pod: KubeObject): void {
    try {
      const { metadata } = this.#pods.create(pod);
      this.#tell(owner, 'Normal', 'SuccessfulCreate', `Created pod: ${metadata.name}`);
    } catch (error) {
      if (ApiError.is(error)) this.#tell(owner, 'Warning', 'FailedCreate', `Error creating: ${error.message}`);
      throw error;
    }
  }

  /** As many as go at once. */
  delete(owner: KubeObject, superfluous: readonly Pod[]): void {
    for (const pod of superfluous.slice(0, burst)) {
      this.#pods.delete(pod);
      this.#tell(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${pod.metadata.name}`);
    }
  }

  #tell(owner: KubeObject, type: EventPlan['type'], reason: string, message: string): void {
    this.#events.record(owner, { type, reason, message, component: this.#component });
  }
}
