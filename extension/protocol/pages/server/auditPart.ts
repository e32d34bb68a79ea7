import { type Check, count, list, name, number, oneOf, prose, record, text, word } from '../../checks.ts';
import { insideLimits } from './insideLook.ts';

export const auditLevels = ['None', 'Metadata', 'Request', 'RequestResponse'] as const;

export type AuditLevel = (typeof auditLevels)[number];

/** What the audit log has come to. */
export interface AuditPart {
  /** Empty: none is written. */
  readonly file: string;
  readonly policy: readonly AuditRuleRow[];
  readonly events: number;
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Those of which there was most first. */
  readonly volume: readonly AuditVolumeRow[];
  /** Newest first. */
  readonly recent: readonly AuditEventRow[];
}

/** The first rule that fits decides; empty lists fit everything. */
export interface AuditRuleRow {
  readonly level: AuditLevel;
  readonly verbs: readonly string[];
  readonly resources: readonly string[];
  readonly users: readonly string[];
  readonly namespaces: readonly string[];
  readonly matched: number;
}

export interface AuditVolumeRow {
  readonly verb: string;
  readonly resource: string;
  readonly level: AuditLevel;
  readonly events: number;
  readonly bytes: number;
}

export interface AuditEventRow {
  readonly stage: string;
  readonly level: AuditLevel;
  readonly verb: string;
  readonly user: string;
  readonly uri: string;
  readonly code: number;
  readonly bytes: number;
  readonly ageMs: number;
}

const level = oneOf<AuditLevel>(...auditLevels);
const names = list(name, insideLimits.audit);

export const auditPart: Check<AuditPart> = record<AuditPart>({
  file: text(4096),
  policy: list(record<AuditRuleRow>({ level, verbs: names, resources: names, users: names, namespaces: names, matched: count }), insideLimits.audit),
  events: count,
  bytes: count,
  bytesPerSecond: number,
  volume: list(record<AuditVolumeRow>({ verb: word, resource: prose, level, events: count, bytes: count }), insideLimits.audit),
  recent: list(record<AuditEventRow>({ stage: word, level, verb: word, user: name, uri: prose, code: count, bytes: count, ageMs: number }), insideLimits.audit),
});
