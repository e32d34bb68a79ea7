import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One request as the API server saw it. */
export interface AuditedRequest {
  /** `system:anonymous`: nobody in particular. Empty: the credentials were refused. */
  readonly user: string;
  readonly verb: string;
  /** Path and query. */
  readonly uri: string;
  /** Milliseconds since the epoch at which it came. */
  readonly at: number;
  /** 0 while there is none. */
  readonly status: number;
}

/** A line of the log, as far as it is read here. */
interface AuditEvent {
  readonly auditID: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user?: { readonly username?: string };
  readonly requestReceivedTimestamp: string;
  readonly responseStatus?: { readonly code?: number };
}

/**
 * The audit log of a kube-apiserver: who has asked what, and when, by somebody who does not gain from the count. The server writes each line before it goes
 * on with the request.
 */
export class AuditLog {
  readonly #policy: string;
  readonly #log: string;

  constructor(folder: string) {
    this.#policy = join(folder, 'audit-policy.json');
    this.#log = join(folder, 'audit.log');
  }

  get apiServerArguments(): readonly string[] {
    return [`--audit-policy-file=${this.#policy}`, `--audit-log-path=${this.#log}`, '--audit-log-mode=blocking'];
  }

  async prepare(): Promise<void> {
    await writeFile(this.#policy, JSON.stringify({ apiVersion: 'audit.k8s.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] }));
    await writeFile(this.#log, '');
  }

  async requests(): Promise<readonly AuditedRequest[]> {
    const text = await readFile(this.#log, 'utf8');
    const byId = new Map<string, AuditedRequest>();
    // The last line may be half written.
    for (const line of text.split('\n').slice(0, -1)) {
      const { auditID, verb, requestURI, user, requestReceivedTimestamp, responseStatus } = JSON.parse(line) as AuditEvent;
      byId.set(auditID, { user: user?.username ?? '', verb, uri: requestURI, at: Date.parse(requestReceivedTimestamp), status: responseStatus?.code ?? byId.get(auditID)?.status ?? 0 });
    }
    return [...byId.values()].toSorted((one, other) => one.at - other.at);
  }
}
