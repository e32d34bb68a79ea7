import type { Kubeconfig } from './kubeconfig.ts';

/** Every file that a kubeconfig consists of or names, absolute: certificates, keys, tokens, programs. None of them is ever written (K12). */
export function kubeconfigFiles({ paths, clusters, users }: Kubeconfig): string[] {
  const named = [...clusters.values()].map((cluster) => cluster.certificateAuthority?.file);
  for (const { clientCertificate, clientKey, tokenFile, exec, authProvider } of users.values()) {
    const { 'idp-certificate-authority': authority, 'cmd-path': program } = authProvider?.config ?? {};
    named.push(clientCertificate?.file, clientKey?.file, tokenFile, exec?.command, authority, program);
  }
  // A bare command is found on the PATH, and names no file by itself.
  return [...paths, ...named.filter((file) => file !== undefined && /[\\/]/.test(file)).map((file) => file as string)];
}
