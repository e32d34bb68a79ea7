import { readFile, stat } from 'node:fs/promises';
import { parse } from 'yaml';
import { messageOf } from '../base/codedError.ts';
import type { Logger } from '../base/logger.ts';
import { AuditFile } from '../playground/audit/auditFile.ts';
import type { AuditSink } from '../playground/audit/auditLog.ts';
import type { AuditPolicy } from '../playground/audit/auditPolicy.ts';
import { readAuditPolicy } from '../playground/audit/readAuditPolicy.ts';
import { Failure } from './failure.ts';

/** Of a policy, in bytes: more than anybody writes. */
const mostPolicyBytes = 1024 * 1024;

export interface AuditArguments {
  /** Absolute. */
  readonly log: string | undefined;
  /** Absolute. */
  readonly policy: string | undefined;
  readonly mostBytes: number;
}

/** What the command line says of the audit log, opened and read. */
export interface AuditFiles {
  readonly policy: AuditPolicy | undefined;
  readonly sink: AuditSink | undefined;
  /** Resolves when everything is written. */
  close(): Promise<void>;
}

/** @throws Failure 2 for a policy that cannot be read, or a log that cannot be written */
export async function openAudit({ log, policy, mostBytes }: AuditArguments, logger: Logger): Promise<AuditFiles> {
  const read = policy === undefined ? undefined : await readPolicy(policy);
  const sink = log === undefined ? undefined : await openLog(log, mostBytes, logger);
  return { policy: read, sink, close: () => sink?.close() ?? Promise.resolve() };
}

async function readPolicy(file: string): Promise<AuditPolicy> {
  try {
    const { size } = await stat(file);
    if (size > mostPolicyBytes) throw new Error(`it has more than ${mostPolicyBytes} bytes`);
    return readAuditPolicy(parse(await readFile(file, 'utf8'), { schema: 'core', maxAliasCount: 100, logLevel: 'error' }));
  } catch (error) {
    const [why] = messageOf(error).split('\n');
    throw new Failure(2, `The audit policy cannot be taken from ${file}: ${why}. Name a file with a Policy of audit.k8s.io/v1 as YAML or JSON with --audit-policy.`, { cause: error });
  }
}

async function openLog(file: string, mostBytes: number, logger: Logger): Promise<AuditFile> {
  try {
    return await AuditFile.open({ file, mostBytes, logger });
  } catch (error) {
    throw new Failure(2, `The audit log cannot be written to ${file}: ${messageOf(error)}. Name another file with --audit-log.`, { cause: error });
  }
}
