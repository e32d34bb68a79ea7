import type { KubeObject } from '../../kube/object.ts';

/**
 * One version of one object: never changed after it is made, so that storage, watch caches and streams
 * may share it. Its JSON is made once, however many clients are sent it.
 */
export class StoredObject {
  /** The storage path, `/registry/pods/default/web-1`. */
  readonly key: string;
  /** `metadata.resourceVersion` as a number. */
  readonly revision: number;
  readonly object: KubeObject;
  #json: string | undefined;

  constructor(key: string, revision: number, object: KubeObject) {
    this.key = key;
    this.revision = revision;
    // In this order, so that every JSON of a kind begins alike.
    const { kind, apiVersion, metadata, ...rest } = object;
    this.object = {
      ...(kind !== undefined && { kind }),
      ...(apiVersion !== undefined && { apiVersion }),
      metadata: { ...metadata, resourceVersion: String(revision) },
      ...rest,
    };
  }

  get json(): string {
    return (this.#json ??= JSON.stringify(this.object));
  }

  /** Gives the memory of the JSON back; a late reader makes it anew. */
  forgetJson(): void {
    this.#json = undefined;
  }
}
