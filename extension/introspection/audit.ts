/** `GET /audit`: what the audit log has come to. */
export interface AuditView {
  /** Absolute path of the log; empty: none is written, the volume is counted all the same. */
  readonly file: string;
  readonly policy: readonly AuditRuleView[];
  readonly events: number;
  /** Bytes of NDJSON. */
  readonly bytes: number;
  /** Of the last ten seconds. */
  readonly bytesPerSecond: number;
  /** Those of which there was most first, the first fifty. */
  readonly volume: readonly AuditVolume[];
  /** Newest last, the latest hundred; bodies are left out. */
  readonly recent: readonly AuditEventView[];
}

export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse';
export const auditLevels: readonly AuditLevel[] = ['None', 'Metadata', 'Request', 'RequestResponse'];

/** The first rule that fits decides. Empty lists fit everything. */
export interface AuditRuleView {
  readonly level: AuditLevel;
  readonly verbs: readonly string[];
  /** `pods`, `deployments.apps`, `*.apps` */
  readonly resources: readonly string[];
  readonly users: readonly string[];
  readonly namespaces: readonly string[];
  readonly matched: number;
}

export interface AuditVolume {
  readonly verb: string;
  readonly resource: string;
  readonly level: AuditLevel;
  readonly events: number;
  readonly bytes: number;
}

export interface AuditEventView {
  readonly auditId: string;
  readonly stage: string;
  readonly level: AuditLevel;
  readonly verb: string;
  readonly user: string;
  readonly uri: string;
  readonly code: number;
  readonly bytes: number;
  readonly ageMs: number;
}

/** `POST /audit-policy` `{ rules: [{ level, verbs?, resources?, users?, namespaces? }] }`, or `{ policy }` as a Policy of audit.k8s.io/v1, answers with the AuditView. */
