import type { KubeObject } from '../../kube/object.ts';

/** Objects as they were at a version, as far as somebody keeps them: the trace itself keeps none. */
export interface ObjectVersions {
  /** Undefined: it is not kept. */
  objectOf(informer: string, key: string, rv: string): KubeObject | undefined;
}
