import { Buffer } from 'node:buffer';

/** Somebody with a context of their own, called by their name. */
export interface KubeconfigUser {
  readonly name: string;
  readonly token: string;
  /** Where they are unless they say otherwise. */
  readonly namespace: string;
}

export interface KubeconfigContent {
  readonly server: string;
  /** PEM. */
  readonly ca: string;
  /** The first one's context is the current one. */
  readonly users: readonly [KubeconfigUser, ...KubeconfigUser[]];
}

/** A kubeconfig for the playground and nothing else; every value is of our own making, so none needs quoting. */
export function kubeconfigText({ server, ca, users }: KubeconfigContent): string {
  return `apiVersion: v1
kind: Config
current-context: ${users[0].name}
clusters:
- name: playground
  cluster:
    server: ${server}
    certificate-authority-data: ${Buffer.from(ca).toString('base64')}
contexts:
${users.map(contextText).join('')}users:
${users.map(userText).join('')}`;
}

function contextText({ name, namespace }: KubeconfigUser): string {
  return `- name: ${name}
  context:
    cluster: playground
    user: ${name}
    namespace: ${namespace}
`;
}

function userText({ name, token }: KubeconfigUser): string {
  return `- name: ${name}
  user:
    token: ${token}
`;
}
