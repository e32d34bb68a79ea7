import type { KubeObject } from '../../kube/object.ts';
import type { ApiResource } from '../../kube/resource.ts';
import type { FieldError } from '../statusErrors.ts';

/** A column of `kubectl get`. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer';
  readonly format?: 'name';
  readonly description: string;
  /** Shown with `-o wide` only. */
  readonly wide?: boolean;
  /** @param now wall time in milliseconds, for ages */
  readonly cell: (object: KubeObject, now: number) => string | number;
}

export type Subresource = 'status' | 'scale' | 'finalize';

/**
 * Everything that the server knows about one resource: adding one to the playground is one of these in the
 * table. Objects that arrive here have been decoded by the schema, so their fields have the right types.
 */
export interface ResourceDefinition extends ApiResource {
  /** Name of its schema: the kind, unless two groups share one. */
  readonly schema: string;
  readonly categories: readonly string[];
  readonly subresources: readonly Subresource[];
  /** `metadata.generation` counts changes of the spec. */
  readonly hasGeneration: boolean;
  /** Names follow the rule for DNS labels (63 characters, no dots), not that for subdomains. */
  readonly shortNamesOnly: boolean;
  /** Objects go by themselves when they have not been written for this long. */
  readonly timeToLiveMs: number | undefined;
  /** Most frames that may wait for one watcher (A-42). */
  readonly maxChannel: number;
  /** What admission fills in before anything else, on creation only. */
  readonly prepareForCreate: (object: KubeObject) => KubeObject;
  /** What keeps a deleted object from going. */
  readonly finalizersOf: (object: KubeObject) => readonly string[];
  /** What else changes when an object with finalizers is deleted. */
  readonly markDeleted: (object: KubeObject) => KubeObject;
  /** Fills in what was left out, on each write. */
  readonly applyDefaults: (object: KubeObject) => KubeObject;
  readonly validate: (object: KubeObject) => readonly FieldError[];
  /** What may not change; called besides `validate`. */
  readonly validateUpdate: (object: KubeObject, old: KubeObject) => readonly FieldError[];
  /** What a field selector may ask for, besides name and namespace. */
  readonly selectableFields: Readonly<Record<string, (object: KubeObject) => string>>;
  readonly columns: readonly TableColumn[];
}

const allVerbs = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'] as const;
const same = (object: KubeObject): KubeObject => object;
const nothing = (): readonly FieldError[] => [];

type Given = Pick<ResourceDefinition, 'group' | 'version' | 'resource' | 'kind' | 'namespaced' | 'shortNames' | 'columns'>;

/** A definition with the usual for all that is not given. */
export function defineResource(definition: Given & Partial<ResourceDefinition>): ResourceDefinition {
  return {
    verbs: allVerbs,
    singularName: definition.kind.toLowerCase(),
    schema: definition.kind,
    categories: [],
    subresources: [],
    hasGeneration: false,
    shortNamesOnly: false,
    timeToLiveMs: undefined,
    maxChannel: 100,
    prepareForCreate: same,
    finalizersOf: (object) => object.metadata.finalizers ?? [],
    markDeleted: same,
    applyDefaults: same,
    validate: nothing,
    validateUpdate: nothing,
    selectableFields: {},
    ...definition,
  };
}

/** Where a resource's objects are stored; ends with a slash. */
export function storagePrefix({ group, resource }: Pick<ApiResource, 'group' | 'resource'>): string {
  return `/registry/${group ? `${group}/` : ''}${resource}/`;
}
