import { conditionStatus } from '../registry/conditionStatus.ts';
import { hasEnded } from '../registry/podState.ts';
import { quantityOf } from '../registry/quantity.ts';
import type { Container, Node, Pod } from '../registry/shapes.ts';
import { fitsRequiredAffinity } from './nodeAffinity.ts';

/** Whether a node takes a pod: what the scheduler's filters ask, in simple form. Pure. */

export interface Load {
  readonly pods: number;
  /** Cores. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

export const withoutLoad: Load = { pods: 0, cpu: 0, memory: 0 };

export function addLoads(one: Load, other: Load): Load {
  return { pods: one.pods + other.pods, cpu: one.cpu + other.cpu, memory: one.memory + other.memory };
}

/** What a pod asks for; nothing once it has ended. */
export function loadOf(pod: Pod): Load {
  if (hasEnded(pod)) return withoutLoad;
  const asked = (name: string): number => pod.spec.containers.reduce((sum, container) => sum + requested(container, name), 0);
  return { pods: 1, cpu: asked('cpu'), memory: asked('memory') };
}

function requested({ resources = {} }: Container, name: string): number {
  return quantity(resources.requests?.[name] ?? resources.limits?.[name]);
}

interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
}

/** Undefined where it fits; else the reason, as it is told. */
export function whyNot(pod: Pod, load: Load, node: Node, used: Load): string | undefined {
  if (node.spec.unschedulable) return 'node(s) were unschedulable';
  if (conditionStatus(node.status?.conditions, 'Ready') !== 'True') return 'node(s) were not ready';
  const taints = (node.spec['taints'] ?? []) as readonly Taint[];
  const taint = taints.find((candidate) => candidate.effect !== 'PreferNoSchedule' && !tolerates(pod, candidate));
  if (taint) return `node(s) had untolerated taint(s) {${taint.key}: ${taint.value ?? ''}}`;
  const selector = Object.entries((pod.spec['nodeSelector'] ?? {}) as Readonly<Record<string, string>>);
  if (selector.some(([key, value]) => node.metadata.labels?.[key] !== value) || !fitsRequiredAffinity(pod, node)) return "node(s) didn't match Pod's node affinity/selector";
  const has = (node.status?.['allocatable'] ?? {}) as Readonly<Record<string, string>>;
  if (used.pods + load.pods > quantity(has['pods'] ?? '110')) return 'Too many pods';
  if (load.cpu > 0 && used.cpu + load.cpu > quantity(has['cpu'])) return 'Insufficient cpu';
  return load.memory > 0 && used.memory + load.memory > quantity(has['memory']) ? 'Insufficient memory' : undefined;
}

function tolerates({ spec }: Pod, taint: Taint): boolean {
  return (spec.tolerations ?? []).some(({ key, operator = 'Equal', value, effect }) => {
    if (effect && effect !== taint.effect) return false;
    if (!key) return operator === 'Exists';
    return key === taint.key && (operator === 'Exists' || (value ?? '') === (taint.value ?? ''));
  });
}

const known = new Map<string, number>();
const mostKnown = 10_000;

/** `250m`, `64Mi` as a number; 0 where there is none. The same texts come again and again. */
function quantity(text: string | undefined): number {
  if (text === undefined) return 0;
  const seen = known.get(text);
  if (seen !== undefined) return seen;
  const value = quantityOf(text) || 0;
  if (known.size >= mostKnown) known.clear();
  known.set(text, value);
  return value;
}
