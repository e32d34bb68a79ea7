/** What was asked of the API server, and by whom. */
export interface AskedRequest {
  readonly auditId: string;
  /** As the audit log has it: `get`, `list`, `watch`, `create` … */
  readonly verb: string;
  readonly path: string;
  readonly query: string;
  readonly user: string;
  readonly userAgent: string;
}
