export interface PlaygroundSettings {
  readonly size: string;
  readonly seed: number;
  readonly churn: string;
  /** A file in which the cluster is kept from one run to the next; absent or empty: it is made anew each time. */
  readonly keep?: string;
  /** A snapshot that it goes on from, which is left as it is; it is not kept then. */
  readonly load?: string;
  readonly commitLatencyMs?: number;
  /** Between two compactions; 0: none by itself. */
  readonly compactionSeconds?: number;
  readonly profile?: string;
  /** Of the profile `article`. */
  readonly ring?: number;
  readonly maxRequestsInflight?: number;
  readonly maxMutatingRequestsInflight?: number;
  /** Of the time of its world: 0 to 100. */
  readonly speed?: number;
  /** Absolute path of a Policy; absent: nothing is audited. */
  readonly auditPolicy?: string;
  /** Absolute path of the file that audit events are appended to; absent: none is written. */
  readonly auditLog?: string;
}

/**
 * Flags of Node for its process. Nearly all that a large world is made of lives on, so much room for what is young does little but keep pages: of 40,000 pods a quarter of the
 * process's memory.
 */
export const playgroundNodeFlags: readonly string[] = ['--max-semi-space-size=16'];

/** What a playground that runs cannot be given otherwise. */
export function fixedAtStart({ commitLatencyMs: _latency, maxRequestsInflight: _reading, maxMutatingRequestsInflight: _mutating, speed: _speed, churn: _churn, load: _load, ...fixed }: PlaygroundSettings): Partial<PlaygroundSettings> {
  return fixed;
}

/** The flags of the program that say the same; see `cli/playgroundArguments.ts`. */
export function playgroundFlags({ size, seed, churn, ...more }: PlaygroundSettings): readonly string[] {
  const { keep, load, commitLatencyMs, compactionSeconds, profile, ring, maxRequestsInflight, maxMutatingRequestsInflight, auditPolicy, auditLog, speed } = more;
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
    'audit-log': auditLog,
    // No more digits than the program reads.
    speed: speed === undefined ? undefined : Number(speed.toFixed(3)),
  };
  return [...Object.entries(flags).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, String(value)])), '--introspection'];
}
