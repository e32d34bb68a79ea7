import { CredentialError, type CredentialErrorCode } from '../cluster/credentialError.ts';
import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import { ApiError, ConnectionError, isCertificateFault } from '../kube/status.ts';
import type { Inspector } from './inspector.ts';

/** Why there is nothing in the tree: each reason has its own next step. */
export type EmptyReason = 'nothingStarted' | 'noKubeconfig' | 'emptyKubeconfig' | 'brokenKubeconfig' | 'unreachable' | 'untrusted' | 'refused' | 'noCredentials' | 'pluginFailed' | 'loginCancelled' | 'pluginsOff';

/** @returns undefined while the kubeconfig is still to be read */
export function emptyReason(
  inspector: Pick<Inspector, 'sessions' | 'openFailure' | 'kubeconfig'>,
): { readonly reason: EmptyReason; readonly error?: unknown } | undefined {
  const { sessions, openFailure, kubeconfig } = inspector;
  const { state } = kubeconfig;
  const hasNoContext = state.kind === 'read' && state.kubeconfig.contexts.length === 0;
  const error = failureOf(sessions.all) ?? openFailure?.error;
  if (error !== undefined) return { reason: hasNoContext && KubeconfigError.is(error, 'noContext') ? 'emptyKubeconfig' : reasonOf(error), error };
  if (state.kind === 'unread') return undefined;
  if (state.kind === 'failed') return { reason: reasonOf(state.error), error: state.error };
  return { reason: hasNoContext ? 'emptyKubeconfig' : 'nothingStarted' };
}

function failureOf(sessions: Inspector['sessions']['all']): unknown {
  for (const { connection } of sessions) if (connection.phase === 'failed') return connection.error;
  return undefined;
}

function reasonOfCredentials(code: CredentialErrorCode): EmptyReason {
  switch (code) {
    case 'execForbidden':
      return 'pluginsOff';
    case 'execCancelled':
      return 'loginCancelled';
    case 'execFailed':
    case 'execInteractive':
    case 'execTimeout':
      return 'pluginFailed';
    default:
      return 'noCredentials';
  }
}

function reasonOf(error: unknown): EmptyReason {
  if (KubeconfigError.is(error)) return error.code === 'missing' ? 'noKubeconfig' : 'brokenKubeconfig';
  if (CredentialError.is(error)) return reasonOfCredentials(error.code);
  if (ConnectionError.is(error) && isCertificateFault(error.code)) return 'untrusted';
  return ApiError.is(error, 401) || ApiError.is(error, 403) ? 'refused' : 'unreachable';
}
