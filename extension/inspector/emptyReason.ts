import { CredentialError } from '../cluster/credentialError.ts';
import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import { ApiError } from '../kube/status.ts';
import type { KubeconfigState } from './kubeconfigStore.ts';
import type { Session } from './session.ts';

/** Why there is nothing in the tree: each reason has its own next step. */
export type EmptyReason = 'nothingStarted' | 'noKubeconfig' | 'brokenKubeconfig' | 'unreachable' | 'refused' | 'pluginsOff';

/**
 * The reason, and the error behind it. What a session met counts before the kubeconfig: it is newer.
 *
 * @returns undefined while the kubeconfig is still to be read
 */
export function emptyReason(kubeconfig: KubeconfigState, sessions: readonly Session[]): { readonly reason: EmptyReason; readonly error?: unknown } | undefined {
  for (const { connection } of sessions) {
    if (connection.phase === 'failed') return { reason: reasonOf(connection.error), error: connection.error };
  }
  if (kubeconfig.kind === 'unread') return undefined;
  if (kubeconfig.kind === 'failed') return { reason: reasonOf(kubeconfig.error), error: kubeconfig.error };
  return kubeconfig.kubeconfig.contexts.length === 0 ? { reason: 'noKubeconfig' } : { reason: 'nothingStarted' };
}

function reasonOf(error: unknown): EmptyReason {
  if (KubeconfigError.is(error)) return error.code === 'missing' ? 'noKubeconfig' : 'brokenKubeconfig';
  if (CredentialError.is(error)) return error.code === 'execForbidden' ? 'pluginsOff' : 'refused';
  return ApiError.is(error, 401) || ApiError.is(error, 403) ? 'refused' : 'unreachable';
}
