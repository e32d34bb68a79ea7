import type { InformerScope, InformerSettings } from '../informer/informerOptions.ts';
import type { GroupVersionResource } from '../kube/resource.ts';
import type { Session } from './session.ts';

/** What somebody wants watched. It says nothing of where. */
export interface InformerRequest {
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  /** What was chosen for this one; all else is as the settings of the window say when it starts. */
  readonly chosen: Partial<InformerSettings>;
}

/** The informers that a person has started in a session: they can be started again elsewhere, or later. */
export function informerRequests(session: Session): readonly InformerRequest[] {
  return session.informers.all.filter(({ asked }) => asked).map(({ informer: { resource, scope }, chosen }) => ({ resource, scope, chosen }));
}

/** @returns their names, in that order */
export function startInformers(session: Session, requests: readonly InformerRequest[]): readonly string[] {
  return requests.map(({ resource, scope, chosen }) => session.informers.start(resource, scope, chosen).name);
}
