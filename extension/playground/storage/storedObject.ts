import type { KubeObject } from '../../kube/object.ts';

type Texts = Readonly<Record<string, string>>;

/** What of an object a field selector may ask for, by the names of the fields. */
export type FieldsOf = (object: KubeObject) => Texts;

const noTexts: Texts = {};

/** One version of one object: never changed after it is made, so that storage, watch caches and streams may share it. */
export class StoredObject {
  /** The storage path, `/registry/pods/default/web-1`. */
  readonly key: string;
  /** `metadata.resourceVersion` as a number; 0: it is not stored, and has none. */
  readonly revision: number;
  readonly object: KubeObject;
  #fields: { readonly of: FieldsOf; readonly values: Texts } | undefined;

  constructor(key: string, revision: number, object: KubeObject) {
    this.key = key;
    this.revision = revision;
    // In this order, so that every JSON of a kind begins alike.
    const { kind, apiVersion, metadata, ...rest } = object;
    this.object = {
      ...(kind !== undefined && { kind }),
      ...(apiVersion !== undefined && { apiVersion }),
      metadata: { ...metadata, ...(revision > 0 && { resourceVersion: String(revision) }) },
      ...rest,
    };
  }

  get labels(): Texts {
    return this.object.metadata.labels ?? noTexts;
  }

  /** What selectors compare, made once however many ask. */
  fields(of: FieldsOf): Texts {
    if (this.#fields?.of !== of) this.#fields = { of, values: of(this.object) };
    return this.#fields.values;
  }
}
