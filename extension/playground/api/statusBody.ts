import type { ApiError } from '../../kube/status.ts';

/** The Status object that a refusal is answered with. */
export function statusBody({ data, status }: ApiError): object {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', ...data, code: status };
}
