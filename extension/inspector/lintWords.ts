import type { LintEvidence } from '../trace/entry.ts';

/** What a lint has found, in a few words for one line: `spec.replicas 2↔3 · hpa and rollout`. The page of lints has whole sentences. */
export function lintWords({ controller, queue, handler, other, field, paths, values, writers, versions, reason }: LintEvidence): string {
  const parts = [
    writers === undefined ? (controller ?? queue ?? handler) : undefined,
    [field, values?.join('↔')].filter(Boolean).join(' '),
    paths?.slice(0, shownPaths).join(', '),
    writers?.map((writer) => writer || 'somebody else').join(' and '),
    other && `beside ${other}`,
    versions?.map((version) => version || 'none').join(' and '),
    reason,
  ];
  return parts.filter(Boolean).join(' · ');
}

const shownPaths = 3;
