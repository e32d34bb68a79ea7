import { describe, expect, it } from 'vitest';
import { podReady, podRestarts, podStatusText } from '../../../../extension/playground/registry/podSummary.ts';
import type { ContainerState, Pod } from '../../../../extension/playground/registry/shapes.ts';

function pod(states: readonly ContainerState[], more: { phase?: string; init?: readonly ContainerState[]; deleted?: boolean; restarts?: number; finishedAt?: string } = {}): Pod {
  const statuses = (all: readonly ContainerState[]): object[] =>
    all.map((state, index) => ({
      name: `c${index}`,
      image: 'i',
      ready: state.running !== undefined,
      restartCount: more.restarts ?? 0,
      state,
      ...(more.finishedAt && { lastState: { terminated: { exitCode: 1, finishedAt: more.finishedAt } } }),
    }));
  return {
    metadata: { name: 'p', ...(more.deleted && { deletionTimestamp: '2026-01-01T00:00:00Z' }) },
    spec: { containers: states.map((_, index) => ({ name: `c${index}` })), initContainers: (more.init ?? []).map((_, index) => ({ name: `i${index}` })) },
    status: { phase: more.phase ?? 'Running', containerStatuses: statuses(states), initContainerStatuses: statuses(more.init ?? []) },
  } as unknown as Pod;
}

describe('the columns of a pod', () => {
  it.each([
    [pod([{ running: {} }]), 'Running'],
    [pod([{ waiting: { reason: 'CrashLoopBackOff' } }]), 'CrashLoopBackOff'],
    [pod([{ waiting: { reason: 'ContainerCreating' } }], { phase: 'Pending' }), 'ContainerCreating'],
    [pod([{ terminated: { exitCode: 137, reason: 'OOMKilled' } }]), 'OOMKilled'],
    [pod([{ terminated: { exitCode: 2 } }]), 'ExitCode:2'],
    [pod([{ terminated: { exitCode: 0, signal: 9 } }]), 'Signal:9'],
    [pod([{ running: {} }], { init: [{ terminated: { exitCode: 0 } }, { running: {} }] }), 'Init:1/2'],
    [pod([{ running: {} }], { init: [{ waiting: { reason: 'ImagePullBackOff' } }] }), 'Init:ImagePullBackOff'],
    [pod([{ running: {} }], { init: [{ terminated: { exitCode: 1, reason: 'Error' } }] }), 'Init:Error'],
    [pod([], { phase: 'Pending' }), 'Pending'],
    [pod([{ running: {} }], { deleted: true }), 'Terminating'],
  ])('status %#: %s', (given, text) => {
    expect(podStatusText(given)).toBe(text);
  });

  it('counts what is ready and what was started again', () => {
    expect(podReady(pod([{ running: {} }, { waiting: {} }]))).toBe('1/2');
    const unsaid = pod([{}]);
    expect(podReady({ ...unsaid, status: { containerStatuses: [{ name: 'c0', image: 'i', ready: true, restartCount: 0, state: {} }] } } as Pod)).toBe('0/1');
    expect(podRestarts(pod([{ running: {} }]), 0)).toBe('0');
    expect(podRestarts(pod([{ running: {} }, { running: {} }], { restarts: 2, finishedAt: '2026-01-01T00:00:00Z' }), Date.UTC(2026, 0, 1, 0, 3))).toBe('4 (3m ago)');
  });
});
