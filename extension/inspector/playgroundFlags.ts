import type { PlaygroundSettings } from './playgroundProcess.ts';

/** The flags of the program that say the same; see `cli/playgroundArguments.ts`. */
export function playgroundFlags({ size, seed, churn, ...more }: PlaygroundSettings): readonly string[] {
  const { keep, load, commitLatencyMs, compactionSeconds, profile, ring, maxRequestsInflight, maxMutatingRequestsInflight, auditPolicy, speed } = more;
  // One that goes on from a snapshot is not kept: what is kept is another cluster.
  const file = load ? { load } : keep ? { keep } : {};
  const flags: Readonly<Record<string, string | number | undefined>> = {
    size,
    seed,
    churn,
    ...file,
    'commit-latency': commitLatencyMs,
    compaction: compactionSeconds,
    profile,
    // The ring of today finds its size itself.
    ring: profile === 'article' ? ring : undefined,
    'max-requests-inflight': maxRequestsInflight,
    'max-mutating-requests-inflight': maxMutatingRequestsInflight,
    'audit-policy': auditPolicy,
    // No more digits than the program reads.
    speed: speed === undefined ? undefined : Number(speed.toFixed(3)),
  };
  return [...Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)])), '--introspection'];
}
