import type { KubeObject } from '../../kube/object.ts';

export interface EventPlan {
  readonly about: KubeObject;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  readonly component: string;
  /** RFC 3339. */
  readonly time: string;
  readonly host?: string;
  /** Absent where the server gives it one. */
  readonly uid?: string;
}

/** @param suffix told apart from other events about the same object */
export function eventObject({ about, type, reason, message, component, time, host, uid: eventUid }: EventPlan, suffix: string): KubeObject {
  const { name = '', namespace = 'default', uid, resourceVersion } = about.metadata;
  return {
    kind: 'Event',
    apiVersion: 'v1',
    metadata: { name: `${name}.${suffix}`, namespace, ...(eventUid && { uid: eventUid }), creationTimestamp: time },
    involvedObject: {
      ...(about.kind && { kind: about.kind }),
      ...(about.metadata.namespace && { namespace }),
      name,
      ...(uid && { uid }),
      ...(about.apiVersion && { apiVersion: about.apiVersion }),
      ...(resourceVersion && { resourceVersion }),
    },
    reason,
    message,
    source: { component, ...(host && { host }) },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type,
    reportingComponent: component,
    reportingInstance: host ?? '',
  };
}
