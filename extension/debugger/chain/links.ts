import type { EntryOf, Seq, TraceEntry } from '../../trace/entry.ts';
import { isOfServer } from '../../trace/serverEntry.ts';
import type { Tracer } from '../../trace/tracer.ts';

/** Entries by number; those that were dropped, and those that are yet to come, are not there. */
export type Trace = Pick<Tracer, 'at' | 'lastSeq' | 'dropped' | 'seenBy'>;

/** So many entries one walk meets at most; whoever reaches that says so. */
export const maxWalked = 10_000;

const none: readonly Seq[] = [];

/**
 * Where a chain begins: beyond a watch event or a list lies the Reflector's own story, beyond a retry an earlier run. What has no cause
 * begins one anyway.
 */
export function isOrigin({ kind }: TraceEntry): boolean {
  return kind.startsWith('reflector.') || kind === 'workqueue.ratelimited' || kind === 'reconcile.end' || kind === 'reconcile.error' || kind === 'reconcile.again';
}

/** What the server has told of an entry: that it sent it, or broke it. Some of it names the entry, having been heard of later. */
export function serverBehind(trace: Trace, { seq, cause = none }: TraceEntry): readonly TraceEntry[] {
  const later = trace.seenBy(seq);
  if (cause.length === 0 && later.length === 0) return [];
  return [...cause, ...later].flatMap((each) => trace.at(each) ?? []).filter(isOfServer);
}

/**
 * What a change of the store came of, of all that was popped with it: a pop takes every delta of a key, and each has its own change. Deletions
 * that were merged (D-09) count as one.
 */
export function deltasBehind(trace: Trace, store: TraceEntry, pop: EntryOf<'queue.pop'>): readonly Seq[] {
  const behind = new Set(store.cause ?? none);
  behind.delete(pop.seq);
  for (const seq of pop.cause ?? none) {
    const merged = trace.at(seq);
    if (merged?.kind === 'queue.coalesced' && merged.cause?.some((each) => behind.has(each))) behind.add(seq);
  }
  return [...behind];
}

/** The pop that a change of the store names beside its delta; undefined for any other entry, and when it is not kept any more. */
export function popBeside(trace: Trace, entry: TraceEntry): EntryOf<'queue.pop'> | undefined {
  if (!entry.kind.startsWith('store.') || !entry.cause || entry.cause.length < 2) return undefined;
  const pop = trace.at(entry.cause[0]!);
  return pop?.kind === 'queue.pop' ? pop : undefined;
}
