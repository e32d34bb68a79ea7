import { Buffer } from 'node:buffer';

/** A kubeconfig for the playground and nothing else; every value is of our own making, so none needs quoting. */
export function kubeconfigText({ server, ca, token }: { readonly server: string; readonly ca: string; readonly token: string }): string {
  return `apiVersion: v1
kind: Config
current-context: playground
clusters:
- name: playground
  cluster:
    server: ${server}
    certificate-authority-data: ${Buffer.from(ca).toString('base64')}
contexts:
- name: playground
  context:
    cluster: playground
    user: playground
    namespace: default
users:
- name: playground
  user:
    token: ${token}
`;
}
