import type { Kubeconfig } from '../cluster/kubeconfig.ts';
import { messageOf } from '../base/codedError.ts';
import { selectContext, type SelectedContext } from '../cluster/selectContext.ts';

/**
 * The files whose content a connection is made of: certificates and keys. Files of tokens are not among them, since they are read again anyway, nor is the
 * program of a plugin.
 */
export function connectionFiles({ cluster, user }: SelectedContext): string[] {
  return [cluster.certificateAuthority, user?.clientCertificate, user?.clientKey].flatMap((material) => (material?.data === undefined && material?.file !== undefined ? [material.file] : []));
}

/** As {@link connectionFiles}, of a context by its name; none where it leads nowhere. */
export function filesOfContext(kubeconfig: Kubeconfig, context: string): string[] {
  try {
    return connectionFiles(selectContext(kubeconfig, context || undefined));
  } catch {
    return []; // whoever opens it is told
  }
}

/**
 * All that a connection to a context is made of, as a text that is the same as long as that is, wherever in which file it stands. Holds secrets: it is
 * compared, and goes nowhere.
 */
export async function contextFingerprint(kubeconfig: Kubeconfig, context: string, digest: (path: string) => Promise<string>): Promise<string> {
  try {
    const selected = selectContext(kubeconfig, context || undefined);
    const { cluster, user, context: own } = selected;
    const digests = await Promise.all(connectionFiles(selected).map(digest));
    return JSON.stringify([{ ...own, fault: undefined }, { ...cluster, path: undefined }, user && { ...user, path: undefined }, digests]);
  } catch (error) {
    return messageOf(error);
  }
}
