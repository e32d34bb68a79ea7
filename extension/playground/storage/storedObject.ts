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
    this.object = { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
  }

  get json(): string {
    return (this.#json ??= JSON.stringify(this.object));
  }

  /** Gives the memory of the JSON back; a late reader makes it anew. */
  forgetJson(): void {
    this.#json = undefined;
  }
}
