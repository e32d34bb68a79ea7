import { type GroupVersionResource, parseResource } from '../kube/resource.ts';
import type { Session } from './session.ts';

/** An informer that can be started again elsewhere, or later. */
export interface InformerRequest {
  readonly resource: GroupVersionResource;
  /** Undefined: all of them. */
  readonly namespace: string | undefined;
}

/** The informers that a person has started in a session. */
export function informerRequests(session: Session): readonly InformerRequest[] {
  return session.informers.all
    .filter(({ asked }) => asked)
    .map(({ informer: { resource, scope } }) => ({ resource, namespace: scope.namespace }));
}

export function startInformers(session: Session, requests: readonly InformerRequest[]): void {
  for (const { resource, namespace } of requests) {
    session.informers.start(resource, namespace === undefined ? {} : { namespace });
  }
}

/** What an informer's name in the trace asks for; undefined when it is not such a name. */
export function parseInformerName(name: string): InformerRequest | undefined {
  const [text = '', namespace] = name.split('@');
  const resource = parseResource(text);
  return resource && { resource, namespace };
}
