import type { AccessFailure } from '../cluster/access.ts';
import { describeAccess } from '../cluster/access.ts';

/** What went wrong, and what to do about it, for the person at the terminal. */
export function failureSentence(failure: AccessFailure, server: string): string {
  const asked = describeAccess(failure);
  const said = failure.message.replace(/\.$/, '');
  switch (failure.code) {
    case 'unauthorized':
      return `${server} does not accept the credentials (401: ${said}). Log in again, or choose another context with --context.`;
    case 'forbidden':
      return `It is forbidden to ${asked} (403: ${said}). Ask for the permission, or choose a namespace with --namespace.`;
    case 'notFound':
      return `${server} found nothing to ${asked} (404: ${said}).`;
    case 'tooMany':
      return `${server} is busy (429: ${said}).`;
    case 'server':
      return `${server} failed to ${asked} (${failure.status}${failure.reason ? ` ${failure.reason}` : ''}: ${said}).`;
    case 'unreachable':
      return unreachableSentence(failure.why, failure.server, said);
    case 'credentials':
      return failure.message;
    case 'other':
      return `It was not possible to ${asked}: ${said}.`;
  }
}

function unreachableSentence(why: string, server: string, said: string): string {
  switch (why) {
    case 'refused':
      return `Nobody listens at ${server} (${said}). Start the cluster, or correct the address in the kubeconfig.`;
    case 'unresolved':
      return `The name in ${server} cannot be resolved (${said}). Check the address and the network.`;
    case 'certificate':
      return `The certificate of ${server} is not trusted (${said}). Correct the certificate authority in the kubeconfig.`;
    case 'timeout':
      return `${server} does not answer (${said}). Check the network, a VPN or a firewall.`;
    case 'silent':
      return `${server} has gone silent (${said}).`;
    case 'decode':
      return `What answers at ${server} is not a Kubernetes API server, or something is in between (${said}).`;
    default:
      return `The connection to ${server} failed (${said}).`;
  }
}
