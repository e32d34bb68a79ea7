import { impersonationRefused } from '../cluster/impersonation.ts';
import { ApiError } from '../kube/status.ts';
import type { SessionCluster } from './sessionCluster.ts';

/**
 * Asks whether somebody may be impersonated, by the first question to the server: it looks at that before anything else. A server that does not answer is no
 * refusal: its session says so, and asks again.
 * @throws ApiError 403, the signal's reason; the cluster is closed then
 */
export async function mayImpersonate(cluster: Pick<SessionCluster, 'version' | 'close'>, signal: AbortSignal): Promise<void> {
  try {
    await cluster.version(signal);
  } catch (error) {
    if (!signal.aborted && !isImpersonationRefused(error)) return;
    await cluster.close();
    throw error;
  }
}

/** Of the context's own user, who may not act as somebody else. */
export function isImpersonationRefused(error: unknown): error is ApiError {
  return ApiError.is(error, 403) && impersonationRefused(error.message) !== undefined;
}
