import type { KubeObject, ObjectMeta } from '../../kube/object.ts';
import type { ApiResource } from '../../kube/resource.ts';
import type { Decoded } from '../schema/decode.ts';
import type { DefinitionRef } from '../schema/schema.ts';
import type { FieldError } from '../statusErrors.ts';
import type { FieldsOf } from '../storage/storedObject.ts';

/** A column of `kubectl get`. */
export interface TableColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  readonly description: string;
  /** Shown with `-o wide` only. */
  readonly wide?: boolean;
  /** @param now wall time in milliseconds, for ages */
  readonly cell: (object: KubeObject, now: number) => string | number | boolean | null;
}

/** Parts of an object that are written by themselves. By a binding a pod is put on a node. */
export type Subresource = 'status' | 'scale' | 'finalize' | 'binding';

/** The number of replicas of an object, which `/scale` shows and sets, whatever its kind. */
export interface ScaleAccess {
  read(object: KubeObject): { readonly replicas: number; readonly current: number; readonly selector: string };
  withReplicas(object: KubeObject, replicas: number): KubeObject;
}

/** What is different for a kind that somebody brought: it is not typed, but has a schema of its own. */
export interface CustomKind {
  /** What of a client's JSON the kind has. @throws DecodeError for metadata that are none */
  readonly read: (json: Readonly<Record<string, unknown>>) => Decoded;
  /** As OpenAPI documents have it, of either version. */
  readonly openApi: (version: 2 | 3) => object;
}

export interface Allocation {
  readonly object: KubeObject;
  /** What was asked for, and another one has. */
  readonly errors: readonly FieldError[];
}

/**
 * Everything that the server knows about one resource: adding one to the playground is one of these in the
 * table. Objects that arrive here have been decoded by the schema, so their fields have the right types.
 */
export interface ResourceDefinition extends ApiResource {
  /** Name of its schema: the kind, unless two groups share one. Or that of somebody's own kind itself. */
  readonly schema: DefinitionRef;
  readonly custom: CustomKind | undefined;
  readonly listKind: string;
  /** The version that objects are stored as; every other one that is served differs from it in name only. */
  readonly storedVersion: string;
  readonly categories: readonly string[];
  readonly subresources: readonly Subresource[];
  /** Where `scale` is one of them. */
  readonly scale: ScaleAccess | undefined;
  /** `metadata.generation` counts changes of all but metadata and, where that is a subresource, status. */
  readonly hasGeneration: boolean;
  /** Names follow the rule for DNS labels (63 characters, no dots), not that for subdomains. */
  readonly shortNamesOnly: boolean;
  /** Names are anything that can be a part of a path: `system:node`. */
  readonly anyNames: boolean;
  /** Finalizers have the name of a domain, but for the few that everybody knows. */
  readonly qualifiedFinalizers: boolean;
  /** Why nobody writes it, where nobody does. */
  readonly readOnlyBecause: string | undefined;
  /** Objects go by themselves when they have not been written for this long. */
  readonly timeToLiveMs: number | undefined;
  /** The selectable field by which watchers are told apart, where there is one (A-40). */
  readonly triggerField: string | undefined;
  /** What every object of the kind has, whether or not somebody says so, and owns nothing of by saying so. */
  readonly blank: Readonly<Record<string, unknown>>;
  /** What of the metadata who writes the status may change, too: of most built-in kinds all of it. */
  readonly statusMetadata: (old: ObjectMeta, proposed: ObjectMeta) => ObjectMeta;
  /** Who deletes an object is answered with it, and not with a Status. */
  readonly returnsDeleted: boolean;
  /** Who replaces an object may leave out which version of it. */
  readonly updatesAnyVersion: boolean;
  /** Who replaces an object that is not there creates it. */
  readonly createsOnUpdate: boolean;
  /** What an update cannot change, put back without a word. */
  readonly prepareForUpdate: (object: KubeObject, old: KubeObject) => KubeObject;
  /** What admission fills in before anything else, on creation only. */
  readonly prepareForCreate: (object: KubeObject) => KubeObject;
  /** What keeps a deleted object from going. */
  readonly finalizersOf: (object: KubeObject) => readonly string[];
  /** For how many seconds a deleted object stays so that whoever runs it can end it; undefined: what is deleted is not asked to end. */
  readonly gracePeriodOf: (object: KubeObject, asked: number | undefined) => number | undefined;
  /** What becomes of its dependents where a deletion does not say it; `Unsupported`: whatever it says, nobody waits for any. */
  readonly defaultPropagation: 'Background' | 'Orphan' | 'Unsupported';
  /** What else changes when a deleted object stays for now. */
  readonly markDeleted: (object: KubeObject, old: KubeObject) => KubeObject;
  /** Fills in what was left out, on each write. */
  readonly applyDefaults: (object: KubeObject) => KubeObject;
  /**
   * Gives it what one object alone has, as an address, on each write, once there is nothing else wrong with it. Undefined where there is nothing to give.
   * @param others all there are besides it, as the next writer finds them
   */
  readonly allocate: ((object: KubeObject, others: () => readonly KubeObject[]) => Allocation) | undefined;
  readonly validate: (object: KubeObject) => readonly FieldError[];
  /** What whoever writes such an object should know of it. */
  readonly warningsFor: (object: KubeObject) => readonly string[];
  /** What may not change; called besides `validate`. */
  readonly validateUpdate: (object: KubeObject, old: KubeObject, subresource: Subresource | undefined) => readonly FieldError[];
  /** What a field selector may ask for, besides name and namespace. */
  readonly selectableFields: Readonly<Record<string, (object: KubeObject) => string>>;
  /** All that a field selector may ask for, of one object. */
  readonly fieldsOf: FieldsOf;
  readonly columns: readonly TableColumn[];
  /** What is said of the row of an object besides its cells. */
  readonly rowConditions: (object: KubeObject) => readonly object[];
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
    custom: undefined,
    listKind: `${definition.kind}List`,
    storedVersion: definition.version,
    scale: undefined,
    categories: [],
    subresources: [],
    hasGeneration: false,
    shortNamesOnly: false,
    anyNames: false,
    qualifiedFinalizers: definition.custom === undefined,
    readOnlyBecause: undefined,
    timeToLiveMs: undefined,
    triggerField: undefined,
    blank: {},
    statusMetadata: (_, proposed) => proposed,
    returnsDeleted: false,
    updatesAnyVersion: true,
    createsOnUpdate: false,
    prepareForUpdate: same,
    prepareForCreate: same,
    finalizersOf: (object) => object.metadata.finalizers ?? [],
    gracePeriodOf: () => undefined,
    markDeleted: same,
    applyDefaults: same,
    allocate: undefined,
    defaultPropagation: 'Background',
    validate: nothing,
    warningsFor: () => [],
    validateUpdate: nothing,
    selectableFields: {},
    rowConditions: () => [],
    fieldsOf: fieldsOf(definition),
    ...definition,
  };
}

function fieldsOf({ namespaced, selectableFields = {} }: Given & Partial<ResourceDefinition>): FieldsOf {
  const fields = Object.entries(selectableFields);
  return (object) => {
    const { name = '', namespace = '' } = object.metadata;
    const values: Record<string, string> = { 'metadata.name': name, ...(namespaced && { 'metadata.namespace': namespace }) };
    for (const [field, read] of fields) values[field] = read(object);
    return values;
  };
}

/** Where a resource's objects are stored; ends with a slash. */
export function storagePrefix({ group, resource }: Pick<ApiResource, 'group' | 'resource'>): string {
  return `/registry/${group ? `${group}/` : ''}${resource}/`;
}
