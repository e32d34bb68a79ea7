import type { AccessFailure } from '../cluster/access.ts';
import { describeAccess } from '../cluster/access.ts';
import type { RefusedCredentials } from '../kube/status.ts';
import type { EntryOf } from '../trace/entry.ts';

/** What a sentence may advise. */
export interface Advice {
  readonly server: string;
  /** False where the resource is known to be in no namespace. */
  readonly namespaced: boolean;
}

/** What went wrong, and what to do about it, for the person at the terminal. */
export function failureSentence(failure: AccessFailure, { server, namespaced }: Advice): string {
  const asked = failure.verb === 'discover' ? 'look up the resources' : describeAccess(failure);
  const said = failure.message.replace(/\.$/, '');
  switch (failure.code) {
    case 'unauthorized':
      return unauthorizedSentence(failure.credentials, server, said);
    case 'forbidden':
      return `It is forbidden to ${asked} (403: ${said}). ${forbiddenAdvice(failure, namespaced)}`;
    case 'notFound':
      return `${server} found nothing to ${asked} (404: ${said}). Check the address and the --resource.`;
    case 'tooMany':
      return `${server} is busy (429: ${said}). Wait, or ask for less with --namespace or a selector.`;
    case 'server':
      if (failure.status < 400) return `${server} failed to ${asked} (${failure.status}: ${said}). Something in between may want a login, or the API server is elsewhere: check the network, and the address in the kubeconfig.`;
      return `${server} failed to ${asked} (${failure.status}${failure.reason ? ` ${failure.reason}` : ''}: ${said}). Look into the log of the API server.`;
    case 'unreachable':
      return unreachableSentence(failure.why, failure.server, failure.proxy, said);
    case 'credentials':
      return failure.message;
    case 'other':
      return `It was not possible to ${asked} at ${server}: ${said}. Check what answers there.`;
  }
}

function unauthorizedSentence({ notAfter, notBefore }: Partial<RefusedCredentials> = {}, server: string, said: string): string {
  const dated = notAfter === undefined ? (notBefore === undefined ? '' : `, which does not hold before ${new Date(notBefore).toISOString()}`) : `, which expired at ${new Date(notAfter).toISOString()}`;
  if (dated !== '') return `${server} does not accept the client certificate${dated} (401: ${said}). Get another one, or choose another context with --context.`;
  return `${server} does not accept the credentials (401: ${said}). Log in again, or choose another context with --context.`;
}

function forbiddenAdvice({ verb, namespace }: AccessFailure, namespaced: boolean): string {
  if (verb === 'discover') return 'Name the resource in full, such as apps/v1/deployments, or ask for the permission.';
  if (namespace !== undefined) return 'Ask for the permission in that namespace, or choose another context with --context.';
  return namespaced ? 'Ask for the permission, or choose a namespace with --namespace.' : 'Ask for the permission, or choose another context with --context.';
}

function unreachableSentence(why: string, server: string, proxy: string | undefined, said: string): string {
  switch (why) {
    case 'refused':
      return `Nobody listens at ${server} (${said}). Start the cluster, or correct the address in the kubeconfig.`;
    case 'unresolved':
      return `The name in ${server} cannot be resolved (${said}). Check the address and the network.`;
    case 'certificate':
      return `The certificate of ${server} is not trusted (${said}). Correct the certificate authority in the kubeconfig.`;
    case 'certificateExpired':
      return `The certificate of ${server}, or that of its authority, has expired or does not hold yet (${said}). Renew it on the server, or put the clock of this machine right.`;
    case 'certificateName':
      return `The certificate of ${server} is for another name (${said}). Correct the address in the kubeconfig, or give there as tls-server-name a name that the certificate has.`;
    case 'timeout':
      return `${server} does not answer (${said}). Check the network, ${proxy === undefined ? 'a VPN or a firewall' : `and the proxy ${proxy}`}.`;
    case 'silent':
      return `${server} has gone silent (${said}). Check the network.`;
    case 'decode':
      return `What answers at ${server} is not a Kubernetes API server, or something is in between (${said}). Check the address in the kubeconfig.`;
    default:
      if (proxy !== undefined) return `${server} cannot be reached through a proxy (${said}). Start the proxy, or correct proxy-url in the kubeconfig, or HTTPS_PROXY and NO_PROXY.`;
      return `The connection to ${server} failed (${said}). Check the network.`;
  }
}

/**
 * What the engine could not do with an answer that had come, and what to do about it: a list that is none, an item that cannot be keyed,
 * an event that is passed over, a stream that broke.
 * @param what `v1/pods in the namespace d`
 */
export function engineSentence({ phase, reason, message, code }: EntryOf<'reflector.error'>, what: string, server: string): string {
  const said = message.replace(/\.$/, '');
  const numbered = code === 0 ? said : `${code} ${reason}: ${said}`;
  switch (phase) {
    case 'list':
      if (reason === 'UnsupportedTable') {
        return `${server} answers with a Table when it is asked for ${what}, of which an informer can make nothing. See what stands between, a proxy or an aggregated API server, or choose another resource.`;
      }
      return `The list of ${what} that ${server} gave cannot be used (${numbered}). See which API server is behind it, or choose another resource.`;
    case 'event':
      return `An event of ${what} could not be used and was passed over (${said}). See which API server sends it; the trace has each of them.`;
    case 'resync':
      return `A resync of ${what} failed (${numbered}). The trace has what came before it.`;
    default:
      return `A watch of ${what} broke off (${numbered}). See what stands between, a proxy or a load balancer, and the log of the API server.`;
  }
}

/** The recording itself only shows objects that came, went and changed. */
export function rewoundSentence(server: string, from: string, to: string): string {
  return `The store of ${server} was set back: the cache was at version ${from}, and a new list is of ${to}. What happened between is gone; whoever else watches this server should list anew.`;
}
