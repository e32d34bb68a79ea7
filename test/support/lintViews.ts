import type { EvidenceView, LintKind, LintsPicture, LintView } from '../../extension/protocol/pages/lints.ts';

const nothing: EvidenceView = { controller: '', queue: '', handler: '', other: '', field: '', paths: [], values: [], writers: [], versions: [], at: '', code: 0, reason: '', times: 0, ms: 0 };

function lint(seq: number, kind: LintKind, evidence: Partial<EvidenceView>, more: Partial<LintView> = {}): LintView {
  return { seq, lint: kind, informer: 'v1/pods', key: 'web/worker', t: seq * 10, forMs: 12_000, evidence: { ...nothing, ...evidence }, entries: [], ...more };
}

/** One lint of each kind, with the evidence that it has. */
export const oneOfEach: readonly LintView[] = [
  lint(11, 'hot-loop', { field: 'spec.replicas', values: ['2', '3'], writers: ['hpa', 'deployment-rollout'], times: 14, ms: 5000 }, {
    informer: 'apps/v1/deployments',
    entries: [
      { seq: 3, kind: 'reconcile.write', what: 'patch apps/v1/deployments web/worker · 200 · 4 ms' },
      { seq: 4, kind: 'store.update', what: 'update · was 184 · spec.replicas 3→2' },
      { seq: 1, kind: '', what: '' },
    ],
  }),
  lint(12, 'relist-storm', { times: 4, ms: 48_000, code: 410, reason: 'Expired' }, { key: '' }),
  lint(22, 'rewatch-storm', { times: 12, ms: 9000 }, { key: '' }),
  lint(13, 'silent-watch', { ms: 76_000 }, { key: '' }),
  lint(14, 'handler-backlog', { handler: 'tree', times: 3105, ms: 10_000 }, { key: '' }),
  lint(15, 'slow-handler', { handler: 'tree', times: 3, ms: 240 }),
  lint(16, 'starvation', { queue: 'deployment-rollout', times: 41, ms: 17_000 }, { informer: '' }),
  lint(17, 'retry-storm', { controller: 'flaky', times: 12, ms: 11_000 }, { informer: '' }),
  lint(18, 'unseen-write', { controller: 'stale-read', times: 2 }, { informer: '' }),
  lint(19, 'disagreement', { other: 'v1/pods@web', versions: ['184201', ''], ms: 13_000 }),
  lint(20, 'mutated-cache', { controller: 'vandal', paths: ['spec.replicas'], at: 'vandal.ts:31:7' }, { informer: '' }),
  lint(21, 'not-idempotent', { controller: 'counts', field: 'status.seenAt', times: 15 }, { informer: '' }),
].toReversed();

export const lintsPicture: LintsPicture = { raised: oneOfEach, cleared: [lint(9, 'silent-watch', { ms: 80_000 }, { key: '', forMs: 31_000 })] };
