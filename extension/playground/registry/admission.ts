import type { KubeObject } from '../../kube/object.ts';
import type { UserInfo } from '../access/userInfo.ts';
import type { ResourceDefinition } from './resourceDefinition.ts';

/** Looks at what somebody writes before it is stored: whether the object itself is one that they may write. */
export interface Admission {
  /** @param old undefined where it is new. @throws ApiError */
  admit(definition: ResourceDefinition, object: KubeObject, old: KubeObject | undefined, user: UserInfo): void;
}
