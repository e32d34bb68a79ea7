import type { InformerIdentity } from '../kube/resource.ts';
import type { Session } from './session.ts';

/** The informers that a person has started in a session: they can be started again elsewhere, or later. */
export function informerRequests(session: Session): readonly InformerIdentity[] {
  return session.informers.all
    .filter(({ asked }) => asked)
    .map(({ informer: { resource, scope } }) => ({ resource, namespace: scope.namespace, metadataOnly: scope.metadataOnly ?? false }));
}

export function startInformers(session: Session, requests: readonly InformerIdentity[]): void {
  for (const { resource, namespace, metadataOnly } of requests) {
    session.informers.start(resource, { ...(namespace !== undefined && { namespace }), ...(metadataOnly && { metadataOnly }) });
  }
}
