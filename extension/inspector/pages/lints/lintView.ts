import { limits } from '../../../protocol/checks.ts';
import { type EvidenceView, lintLimits, type LintsSummary, type LintView } from '../../../protocol/pages/lints.ts';
import type { LintEvidence } from '../../../trace/entry.ts';
import { describeEntry } from '../../describeEntry.ts';
import type { LintEntry } from '../../lintLog.ts';
import type { SessionPicture } from '../../sessionPicture.ts';

/** A lint as the panel shows it. @param clearedAt session time; undefined: it is still raised */
export function lintView(session: Pick<SessionPicture, 'now' | 'tracer'>, entry: LintEntry, clearedAt?: number): LintView {
  return { ...lintHead(session, entry, clearedAt), entries: evidenceEntries(session, entry) };
}

/** All but the entries that show it. */
function lintHead(session: Pick<SessionPicture, 'now'>, { seq, t, lint, informer = '', key = '', evidence }: LintEntry, clearedAt?: number): LintView {
  return {
    seq,
    lint,
    informer: informer.slice(0, limits.name),
    key: key.slice(0, limits.name),
    t,
    forMs: Math.max(0, (clearedAt ?? session.now()) - t),
    evidence: evidenceView(evidence),
    entries: [],
  };
}

function evidenceEntries({ tracer }: Pick<SessionPicture, 'tracer'>, { cause = [] }: LintEntry): LintView['entries'] {
  return cause.slice(-lintLimits.entries).map((seq) => {
    const entry = tracer.at(seq);
    return { seq, kind: entry?.kind ?? '', what: entry ? describeEntry(entry).slice(0, lintLimits.value) : '' };
  });
}

/** What the head of the panel knows of lints, whatever page is looked at. */
export function lintsSummary(session: Pick<SessionPicture, 'now' | 'tracer' | 'lints'>): LintsSummary {
  const { raised } = session.lints;
  const ofKeys = raised.filter(({ key }) => key !== undefined).slice(0, lintLimits.ofKeys);
  return {
    raised: raised.length,
    newest: raised[0] ? lintView(session, raised[0]) : null,
    ofKeys: ofKeys.map((each) => lintHead(session, each)),
  };
}

function evidenceView(evidence: LintEvidence): EvidenceView {
  const { controller = '', queue = '', handler = '', other = '', field = '', paths = [], values = [], writers = [], versions = [], at = '', code = 0, reason = '', times = 0, ms = 0 } = evidence;
  return {
    controller: controller.slice(0, limits.name),
    queue: queue.slice(0, limits.name),
    handler: handler.slice(0, limits.name),
    other: other.slice(0, limits.name),
    field: field.slice(0, limits.text),
    paths: clipped(paths),
    values: clipped(values),
    writers: clipped(writers),
    versions: clipped(versions),
    at: at.slice(0, limits.text),
    code,
    reason: reason.slice(0, limits.word),
    times,
    ms,
  };
}

function clipped(parts: readonly string[]): readonly string[] {
  return parts.slice(0, lintLimits.parts).map((part) => part.slice(0, lintLimits.value));
}
