import { serviceAccountGroups, serviceAccountUser } from '../../kube/serviceAccount.ts';
import { allAuthenticated, type UserInfo, userInfo } from './userInfo.ts';

/** Who the parts of a cluster are to its API server. */

export const systemNodes = 'system:nodes';

/** A controller of kube-controller-manager, each an account of its own: `replicaset-controller`. */
export function controllerUser(name: string): UserInfo {
  return serviceAccountInfo('kube-system', name);
}

export const schedulerUser = userInfo('system:kube-scheduler', [allAuthenticated]);
/** By whom kube-controller-manager reads what its controllers share. */
export const controllerManagerUser = userInfo('system:kube-controller-manager', [allAuthenticated]);

/** The kubelet of a node. */
export function nodeUser(node: string): UserInfo {
  return userInfo(`system:node:${node}`, [systemNodes, allAuthenticated]);
}

export function serviceAccountInfo(namespace: string, name: string, uid = ''): UserInfo {
  return { ...userInfo(serviceAccountUser({ namespace, name }), serviceAccountGroups({ namespace })), uid };
}
