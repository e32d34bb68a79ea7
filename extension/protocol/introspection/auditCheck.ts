import { type AuditEventView, type AuditLevel, auditLevels, type AuditRuleView, type AuditView, type AuditVolume } from '../../introspection/audit.ts';
import { type Check, count, list, name, number, oneOf, prose, record, word } from '../checks.ts';

const level = oneOf<AuditLevel>(...auditLevels);

/** @param most elements of each list */
export function auditCheck(most: number): Check<AuditView> {
  const names = list(name, most);
  return record<AuditView>({
    file: prose,
    policy: list(record<AuditRuleView>({ level, verbs: names, resources: names, users: names, namespaces: names, matched: count }), most),
    events: count,
    bytes: count,
    bytesPerSecond: number,
    volume: list(record<AuditVolume>({ verb: word, resource: name, level, events: count, bytes: count }), most),
    recent: list(record<AuditEventView>({ auditId: name, stage: word, level, verb: word, user: name, uri: prose, code: count, bytes: count, ageMs: number }), most),
  });
}
