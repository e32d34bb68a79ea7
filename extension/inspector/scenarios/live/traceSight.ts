import { untilAborted } from '../../../base/abort.ts';
import { parseFilter } from '../../filter/parseFilter.ts';
import { filterMatcher } from '../../filter/filterMatcher.ts';
import type { Tracer } from '../../../trace/tracer.ts';
import type { Seq, TraceEntry } from '../../../trace/entry.ts';

/** The kept entries after `since` that match a filter of the stream, oldest first. @throws for a filter that has a fault */
export function entriesAfter(tracer: Tracer, filter: string, since: Seq): readonly TraceEntry[] {
  const matches = matcherOf(filter, tracer);
  return [...tracer.entries(since + 1)].filter(matches);
}

/**
 * Resolves when so many entries after `since` match and are such.
 * @throws the signal's reason
 */
export async function untilEntries(tracer: Tracer, filter: string, { since, times, that = () => true }: { readonly since: Seq; readonly times: number; readonly that?: ((entry: TraceEntry) => boolean) | undefined }, signal: AbortSignal): Promise<void> {
  const matches = matcherOf(filter, tracer);
  let left = times;
  const counts = (entry: TraceEntry): boolean => matches(entry) && that(entry) && --left <= 0;
  for (const entry of tracer.entries(since + 1)) if (counts(entry)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const listening = tracer.onEntry((entry) => {
    if (counts(entry)) resolve();
  });
  try {
    await untilAborted(promise, signal);
  } finally {
    listening.dispose();
  }
}

function matcherOf(filter: string, tracer: Tracer): (entry: TraceEntry) => boolean {
  const { terms, faults } = parseFilter(filter);
  const [fault] = faults;
  if (fault) throw new Error(`the filter ${filter} has a fault: ${fault.code} at ${fault.at}`);
  return filterMatcher(terms, tracer) ?? (() => true);
}
