import type { Subject } from '../../registry/rbacShapes.ts';
import { rbacGroup } from '../../registry/rbacShapes.ts';
import { controllerManagerUser, schedulerUser, systemNodes } from '../systemUsers.ts';
import { allAuthenticated, allUnauthenticated, systemMasters } from '../userInfo.ts';
import { controllerNames, controllerRole } from './systemRoles.ts';

/** That somebody has a ClusterRole: in the whole cluster, or in one namespace. */
export interface DefaultBinding {
  readonly name: string;
  readonly role: string;
  readonly subjects: readonly Subject[];
  readonly namespace?: string;
}

export function group(name: string): Subject {
  return { kind: 'Group', apiGroup: rbacGroup, name };
}

export function user(name: string): Subject {
  return { kind: 'User', apiGroup: rbacGroup, name };
}

/** What every cluster has. */
export const defaultBindings: readonly DefaultBinding[] = [
  ofSameName('cluster-admin', [group(systemMasters)]),
  ofSameName('system:discovery', [group(allAuthenticated)]),
  ofSameName('system:basic-user', [group(allAuthenticated)]),
  ofSameName('system:public-info-viewer', [group(allAuthenticated), group(allUnauthenticated)]),
  ofSameName('system:monitoring', [group('system:monitoring')]),
  ofSameName('system:kube-scheduler', [user(schedulerUser.name)]),
  ofSameName('system:kube-controller-manager', [user(controllerManagerUser.name)]),
  // As before 1.8: there is no authorizer here that knows which pods a node has.
  ofSameName('system:node', [group(systemNodes)]),
  ...controllerNames.map((name) => ofSameName(controllerRole(name), [{ kind: 'ServiceAccount', name, namespace: 'kube-system' }])),
];

function ofSameName(name: string, subjects: readonly Subject[]): DefaultBinding {
  return { name, role: name, subjects };
}
