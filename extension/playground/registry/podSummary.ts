import { ageOf } from './humanDuration.ts';
import type { ContainerStatus, Pod } from './shapes.ts';

/** A pod in a few words, as the columns of `kubectl get pods` say it. */

/** Ready is who says so and runs (kubernetes `printPod`). */
export function podReady({ spec, status }: Pod): string {
  return `${(status?.containerStatuses ?? []).filter(isReady).length}/${spec.containers.length}`;
}

function isReady({ ready, state }: ContainerStatus): boolean {
  return ready && state?.running !== undefined && !state.terminated && !state.waiting?.reason;
}

export function podRestarts({ status }: Pod, now: number): string {
  const containers = status?.containerStatuses ?? [];
  const restarts = containers.reduce((sum, { restartCount }) => sum + restartCount, 0);
  const last = containers
    .map(({ lastState }) => lastState?.terminated?.finishedAt ?? '')
    .toSorted()
    .at(-1);
  return restarts > 0 && last ? `${restarts} (${ageOf(last, now)} ago)` : String(restarts);
}

/** The phase, unless a container, the deletion or the node has more to say. */
export function podStatusText(pod: Pod): string {
  if (pod.metadata.deletionTimestamp) return pod.status?.reason === 'NodeLost' ? 'Unknown' : 'Terminating';
  return initializing(pod) ?? containerTrouble(pod) ?? pod.status?.reason ?? pod.status?.phase ?? 'Unknown';
}

function initializing({ spec, status }: Pod): string | undefined {
  const total = spec.initContainers?.length ?? 0;
  for (const [index, container] of (status?.initContainerStatuses ?? []).entries()) {
    const { terminated, waiting } = container.state ?? {};
    if (terminated?.exitCode === 0) continue;
    if (terminated) return `Init:${terminatedText(container)}`;
    return waiting?.reason && waiting.reason !== 'PodInitializing' ? `Init:${waiting.reason}` : `Init:${index}/${total}`;
  }
  return undefined;
}

function containerTrouble({ status }: Pod): string | undefined {
  for (const container of (status?.containerStatuses ?? []).toReversed()) {
    if (container.state?.waiting?.reason) return container.state.waiting.reason;
    if (container.state?.terminated) return terminatedText(container);
  }
  return undefined;
}

function terminatedText({ state }: ContainerStatus): string {
  const { reason, signal, exitCode } = state!.terminated!;
  return reason ?? (signal ? `Signal:${signal}` : `ExitCode:${exitCode}`);
}
