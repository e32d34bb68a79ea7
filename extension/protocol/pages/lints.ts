import { type Check, count, list, name, nothing, nullable, number, oneOf, prose, record, text, word } from '../checks.ts';

/** What looks wrong, with its evidence. */
export type LintsLook = Record<string, never>;

export interface LintsPicture {
  /** The newest first. */
  readonly raised: readonly LintView[];
  /** Those that went last first. */
  readonly cleared: readonly LintView[];
}

export const lintKinds = [
  'hot-loop',
  'relist-storm',
  'rewatch-storm',
  'silent-watch',
  'handler-backlog',
  'slow-handler',
  'starvation',
  'retry-storm',
  'unseen-write',
  'disagreement',
  'mutated-cache',
  'not-idempotent',
] as const;

export type LintKind = (typeof lintKinds)[number];

export interface LintView {
  /** Of the entry that raised it. */
  readonly seq: number;
  readonly lint: LintKind;
  /** Empty: none is concerned. */
  readonly informer: string;
  readonly key: string;
  /** Session time at which it was raised, and the milliseconds since, up to when it was cleared. */
  readonly t: number;
  readonly forMs: number;
  readonly evidence: EvidenceView;
  /** Entries that show it, oldest first. */
  readonly entries: readonly { readonly seq: number; readonly kind: string; /** Empty: it is not kept any more. */ readonly what: string }[];
}

/** What was found, as values; empty or 0 where it says nothing. @see LintEvidence */
export interface EvidenceView {
  readonly controller: string;
  readonly queue: string;
  readonly handler: string;
  readonly other: string;
  readonly field: string;
  readonly paths: readonly string[];
  readonly values: readonly string[];
  readonly writers: readonly string[];
  readonly versions: readonly string[];
  readonly at: string;
  readonly code: number;
  readonly reason: string;
  readonly times: number;
  readonly ms: number;
}

/** How much is shown of it. */
export const lintLimits = { lints: 200, ofKeys: 10, entries: 20, parts: 10, value: 256 } as const;

export const lintsLook: Check<LintsLook> = nothing;

const parts = list(text(lintLimits.value), lintLimits.parts);

export const lintView: Check<LintView> = record<LintView>({
  seq: count,
  lint: oneOf(...lintKinds),
  informer: name,
  key: name,
  t: number,
  forMs: number,
  evidence: record<EvidenceView>({
    controller: name,
    queue: name,
    handler: name,
    other: name,
    field: prose,
    paths: parts,
    values: parts,
    writers: parts,
    versions: parts,
    at: prose,
    code: count,
    reason: word,
    times: count,
    ms: number,
  }),
  entries: list(record<LintView['entries'][number]>({ seq: count, kind: word, what: prose }), lintLimits.entries),
});

export const lintsPicture: Check<LintsPicture> = record<LintsPicture>({ raised: list(lintView, lintLimits.lints), cleared: list(lintView, lintLimits.lints) });

/** For whoever looks at another page: how many are raised, which one came last, and what is said of the things on that page. */
export interface LintsSummary {
  readonly raised: number;
  readonly newest: LintView | null;
  /** Those that concern some key, without their entries; the newest few, newest first. */
  readonly ofKeys: readonly LintView[];
}

export const lintsSummary: Check<LintsSummary> = record<LintsSummary>({ raised: count, newest: nullable(lintView), ofKeys: list(lintView, lintLimits.ofKeys) });
