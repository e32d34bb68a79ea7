import type { KubeObject } from '../kube/object.ts';
import type { GroupVersionResource } from '../kube/resource.ts';

/** How writes reach the API server; `dryRun` has the server check everything and store nothing. */
export interface WriteTransport {
  create(
    resource: GroupVersionResource,
    namespace: string | undefined,
    object: KubeObject,
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<KubeObject>;
  update(
    resource: GroupVersionResource,
    namespace: string | undefined,
    name: string,
    object: KubeObject,
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<KubeObject>;
  patch(
    resource: GroupVersionResource,
    namespace: string | undefined,
    name: string,
    patch: unknown,
    type: 'merge' | 'json',
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<KubeObject>;
  delete(
    resource: GroupVersionResource,
    namespace: string | undefined,
    name: string,
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<unknown>;
}

export interface WriteOptions {
  readonly dryRun: boolean;
}
