import type { Condition, ContainerState, ContainerStatus, Pod, PodStatus } from '../registry/shapes.ts';

/** How the status of a pod goes from one state to the next. Pure: times and names are given. */

/** The pod has been given a node. */
export function scheduledStatus({ status = {} }: Pod, now: string): PodStatus {
  return { ...status, conditions: withConditions(status.conditions, { PodScheduled: 'True' }, now) };
}

/** There is no node for it. */
export function unschedulableStatus({ status = {} }: Pod, now: string, message: string): PodStatus {
  const conditions = withConditions(status.conditions, { PodScheduled: 'False' }, now);
  return {
    ...status,
    conditions: conditions.map((condition) => (condition.type === 'PodScheduled' ? Object.assign({}, condition, { reason: 'Unschedulable', message }) : condition)),
  };
}

/** The node has taken the pod and makes its containers. */
export function creatingStatus({ spec, status = {} }: Pod, now: string, hostIP: string): PodStatus {
  return {
    ...status,
    phase: 'Pending',
    conditions: withConditions(status.conditions, { PodReadyToStartContainers: 'False', Initialized: 'True', Ready: 'False', ContainersReady: 'False' }, now),
    hostIP,
    hostIPs: [{ ip: hostIP }],
    startTime: now,
    containerStatuses: spec.containers.map(({ name, image = '' }) => ({
      name,
      state: { waiting: { reason: 'ContainerCreating' } },
      lastState: {},
      ready: false,
      restartCount: 0,
      image,
      imageID: '',
      started: false,
    })),
  };
}

/** Every container runs and is ready; those that did not run count as started now. */
export function runningStatus({ status = {} }: Pod, now: string, podIP: string, containerId: () => string): PodStatus {
  return {
    ...status,
    phase: 'Running',
    conditions: withConditions(status.conditions, { PodReadyToStartContainers: 'True', Initialized: 'True', Ready: 'True', ContainersReady: 'True' }, now),
    podIP,
    podIPs: [{ ip: podIP }],
    containerStatuses: (status.containerStatuses ?? []).map((container) => runningContainer(container, now, containerId)),
  };
}

function runningContainer(container: ContainerStatus, now: string, containerId: () => string): ContainerStatus {
  if (container.state?.running) return { ...container, ready: true, started: true };
  const restarted = container.lastState?.terminated !== undefined;
  return {
    ...container,
    state: { running: { startedAt: now } },
    ready: true,
    started: true,
    restartCount: container.restartCount + (restarted ? 1 : 0),
    imageID: container.imageID || `${container.image.replace(/:[^:/]*$/, '')}@sha256:${containerId()}`,
    containerID: `containerd://${containerId()}`,
  };
}

/** One container has ended with that code; the pod is no longer ready. */
export function exitedStatus({ status = {} }: Pod, index: number, now: string, exitCode: number): PodStatus {
  return unready(status, index, now, (container) => ({
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : exitCode === 137 ? 'OOMKilled' : 'Error',
      ...(container.state?.running?.startedAt && { startedAt: container.state.running.startedAt }),
      finishedAt: now,
      ...(container.containerID && { containerID: container.containerID }),
    },
  }));
}

/** All is done, well or not, and nothing is started again. */
export function completedStatus({ status = {} }: Pod, now: string, exitCode: number): PodStatus {
  const phase = exitCode === 0 ? 'Succeeded' : 'Failed';
  const reason = exitCode === 0 ? 'PodCompleted' : 'PodFailed';
  const terminated = { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', finishedAt: now };
  return {
    ...status,
    phase,
    conditions: withConditions(status.conditions, { PodReadyToStartContainers: 'False', Ready: 'False', ContainersReady: 'False' }, now).map((condition) =>
      condition.type === 'Ready' || condition.type === 'ContainersReady' ? Object.assign({}, condition, { reason }) : condition,
    ),
    containerStatuses: (status.containerStatuses ?? []).map((container) => {
      const startedAt = container.state?.running?.startedAt;
      const ended = container.state?.terminated ?? { ...terminated, ...(startedAt && { startedAt }), ...(container.containerID && { containerID: container.containerID }) };
      return Object.assign({}, container, { ready: false, started: false, state: { terminated: ended } });
    }),
  };
}

/** Every container has ended because the pod was deleted. */
export function endedStatus({ status = {} }: Pod, now: string): PodStatus {
  return {
    ...status,
    conditions: withConditions(status.conditions, { PodReadyToStartContainers: 'False', Ready: 'False', ContainersReady: 'False' }, now),
    containerStatuses: (status.containerStatuses ?? []).map((container) => {
      const terminated = container.state?.terminated ?? { exitCode: 0, reason: 'Completed', ...(container.state?.running?.startedAt && { startedAt: container.state.running.startedAt }), finishedAt: now };
      return Object.assign({}, container, { ready: false, started: false, state: { terminated } });
    }),
  };
}

/** A container that ended waits to be started again. */
export function backOffStatus({ status = {} }: Pod, index: number, now: string): PodStatus {
  const waiting = { reason: 'CrashLoopBackOff', message: 'back-off restarting failed container' };
  return unready(status, index, now, () => ({ waiting }));
}

/** Its node is silent, so nobody can say that it is ready; its containers may go on for all one knows. */
export function nodeLostStatus({ status = {} }: Pod, now: string): PodStatus {
  return { ...status, conditions: withConditions(status.conditions, { Ready: 'False' }, now) };
}

/** A container runs, but its readiness probe fails. */
export function probeFailedStatus({ status = {} }: Pod, index: number, now: string): PodStatus {
  return unready(status, index, now, (container) => container.state ?? {});
}

function unready(status: PodStatus, index: number, now: string, nextState: (container: ContainerStatus) => ContainerState): PodStatus {
  return {
    ...status,
    conditions: withConditions(status.conditions, { Ready: 'False', ContainersReady: 'False' }, now),
    containerStatuses: (status.containerStatuses ?? []).map((container, at) => {
      if (at !== index) return container;
      const state = nextState(container);
      const lastState = state.waiting && container.state?.terminated ? container.state : (container.lastState ?? {});
      return Object.assign({}, container, { ready: false, started: Boolean(state.running), state, lastState });
    }),
  };
}

/** The conditions with new values; the time of transition moves only where the value changes. */
function withConditions(conditions: readonly Condition[] = [], values: Readonly<Record<string, 'True' | 'False'>>, now: string): Condition[] {
  const changed = Object.entries(values).map(([type, status]) => {
    const old = conditions.find((condition) => condition.type === type);
    return old?.status === status ? old : { type, status, lastTransitionTime: now };
  });
  return [...conditions.filter(({ type }) => !Object.hasOwn(values, type)), ...changed];
}
