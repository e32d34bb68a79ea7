import type { PipelineCounters } from '../pipelineCounters.ts';

/** Counters that go on by themselves: a copy of everything that is written to. */
export function copyCounters(counters: PipelineCounters): PipelineCounters {
  return copyOf(counters) as PipelineCounters;
}

/** What has a state of its own says how it is copied. */
interface Copyable {
  copy(): unknown;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Map) return new Map(Array.from(value, ([key, each]) => [key, copyOf(each)]));
  if (isCopyable(value)) return value.copy();
  if (Array.isArray(value)) return value.map(copyOf);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]));
}

function isCopyable(value: object): value is Copyable {
  return 'copy' in value && typeof value.copy === 'function';
}
