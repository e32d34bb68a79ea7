import { KubeconfigError } from '../cluster/kubeconfigError.ts';
import type { KubeconfigState } from '../inspector/kubeconfigStore.ts';

/** The files of the kubeconfig as it was read last, or those in which a fault is, or that are missing; and at which line. */
export function kubeconfigFiles(state: KubeconfigState): { readonly paths: readonly string[]; readonly line?: number } {
  if (state.kind === 'read') return { paths: state.kubeconfig.paths };
  if (state.kind === 'failed' && KubeconfigError.is(state.error)) return state.error.data;
  return { paths: [] };
}
