import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../base/clock.ts';
import type { Random } from '../../base/random.ts';
import type { KubeObject, ObjectMeta } from '../../kube/object.ts';
import { formatGroupVersion } from '../../kube/resource.ts';
import { missingFields } from '../schema/decode.ts';
import { isLeaf } from '../schema/fieldSet.ts';
import { immutableField, invalidField } from '../fieldErrors.ts';
import { alreadyExists, badRequest, conflict, type FieldError, invalid, nameDrawnTwice, namelessObject, notFound } from '../statusErrors.ts';
import type { Storage } from '../storage/storage.ts';
import { StoredObject } from '../storage/storedObject.ts';
import type { WatchCache } from '../watchCache/watchCache.ts';
import type { Admission } from './admission.ts';
import { withBlank } from './blankObject.ts';
import { dyingObject, withPropagation } from './dyingObject.ts';
import { formatTime } from './formatTime.ts';
import { type FieldOwner, managedFieldsEntry, type ManagedFieldsEntry, ownedContent, ownersBefore, trackFields } from './managedFields.ts';
import type { NamespaceAdmission } from './namespaceAdmission.ts';
import { randomSuffix, randomUid } from './names.ts';
import { mergeUpdate, newFinalizers, withField, withGeneration, withOwners } from './objectRules.ts';
import { validateMetadata } from './objectValidation.ts';
import type { PriorityAdmission } from './priorityAdmission.ts';
import { checkPreconditions, checkSameObject, isVersion, requireVersion } from './preconditions.ts';
import { ReadCounts } from './readCounts.ts';
import { requireStorable } from './requestSize.ts';
import { type Allocation, type ResourceDefinition, storagePrefix } from './resourceDefinition.ts';
import { applyConfiguration } from './serverSideApply.ts';
import type { ApplyOptions, DeleteOptions, UpdateOptions, WriteOptions } from './writeOptions.ts';

/** Defaults, and who owns the fields, make no more than some times as much of what was sent. */
const measuredFrom = 128 * 1024;

export interface Deletion {
  readonly stored: StoredObject;
  /** False while finalizers keep it, or it is given time to end. */
  readonly gone: boolean;
}

export interface Application {
  readonly stored: StoredObject;
  /** It was not there before. */
  readonly created: boolean;
}

export interface ResourceStoreOptions {
  readonly definition: ResourceDefinition;
  readonly storage: Storage;
  readonly cache: WatchCache;
  /** False: clients are served from the storage, as where a resource has no watch cache. */
  readonly isCached: boolean;
  readonly namespaces: NamespaceAdmission;
  readonly priorities: PriorityAdmission;
  readonly admission: Admission | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** Somebody deals with the finalizers by which a deletion waits for the dependents. */
  readonly collectsGarbage: boolean;
}

/**
 * Reads and writes one resource by its rules: defaults, validation, optimistic concurrency, generation,
 * finalizers. Every call runs to its end without waiting, so what it read is still so when it writes.
 * All objects given to it have been decoded. Refusals are ApiErrors.
 */
export class ResourceStore {
  readonly definition: ResourceDefinition;
  readonly cache: WatchCache;
  readonly isCached: boolean;
  readonly prefix: string;
  readonly clock: Clock;
  /** What clients have read. */
  readonly reads = new ReadCounts();
  readonly #storage: Storage;
  readonly #namespaces: NamespaceAdmission;
  readonly #priorities: PriorityAdmission;
  readonly #admission: Admission | undefined;
  readonly #random: Random;
  readonly #collectsGarbage: boolean;

  constructor({ definition, storage, cache, isCached, namespaces, priorities, admission, clock, random, collectsGarbage }: ResourceStoreOptions) {
    this.definition = definition;
    this.cache = cache;
    this.isCached = isCached;
    this.prefix = storagePrefix(definition);
    this.#storage = storage;
    this.#namespaces = namespaces;
    this.#priorities = priorities;
    this.#admission = admission;
    this.clock = clock;
    this.#random = random;
    this.#collectsGarbage = collectsGarbage;
  }

  /** The prefix of the storage paths in a namespace; of all when it is empty. */
  prefixOf(namespace: string): string {
    return namespace ? `${this.prefix}${namespace}/` : this.prefix;
  }

  /** As a writer finds it, whose own writes of a moment ago may not be committed yet. */
  find(namespace: string, name: string): StoredObject | undefined {
    return this.#storage.get(this.prefixOf(namespace) + name);
  }

  get(namespace: string, name: string): StoredObject {
    return this.#require(this.find(namespace, name), name);
  }

  /** As a reader finds it: what is committed. */
  read(namespace: string, name: string): StoredObject {
    return this.#require(this.#storage.read(this.prefixOf(namespace) + name), name);
  }

  create(namespace: string, object: KubeObject, options: WriteOptions = {}): StoredObject {
    return this.#create(namespace, object, options, (admitted) => this.#trackFields(undefined, admitted, [], options));
  }

  /**
   * Replaces the object by what `change` makes of it; writes nothing when that is the same. A version or uid
   * in the new object must be that of the old one.
   */
  update(namespace: string, name: string, change: (old: KubeObject) => KubeObject, options: UpdateOptions = {}): StoredObject {
    const stored = this.get(namespace, name);
    const old = stored.object;
    const proposed = change(this.#asServed(old));
    const before = ownersBefore(options.subresource ? undefined : proposed.metadata.managedFields, old.metadata.managedFields);
    // Nobody owns where a pod is put.
    return this.#replace(stored, proposed, options, (next) => (options.subresource === 'binding' || isDeepStrictEqual(next, old) ? before : this.#trackFields(old, next, before, options)));
  }

  /** As a client does by PUT: where it is not there it is created, if that is how the kind is, whatever version is expected. */
  replace(namespace: string, name: string, object: KubeObject, options: UpdateOptions = {}): Application {
    if (!object.metadata.name) throw namelessObject('');
    const stored = this.find(namespace, name);
    if (stored) {
      checkPreconditions(this.definition, stored.object, { uid: object.metadata.uid });
      const isUnconditional = !object.metadata.resourceVersion || object.metadata.resourceVersion === '0';
      if (isUnconditional && !this.definition.updatesAnyVersion) {
        throw invalid({ group: this.definition.group, kind: this.definition.resource }, name, [invalidField('metadata.resourceVersion', 0, 'must be specified for an update')]);
      }
      return { stored: this.update(namespace, name, () => object, options), created: false };
    }
    checkSameObject({ name, namespace }, object.metadata);
    const { uid, resourceVersion } = object.metadata;
    if (uid) throw conflict(this.definition, name, `Precondition failed: UID in precondition: ${uid}, UID in object meta: `);
    if (!this.definition.createsOnUpdate || options.subresource) throw notFound(this.definition, name);
    requireVersion(resourceVersion);
    return { stored: this.create(namespace, options.dryRun ? object : { ...object, metadata: withField(object.metadata, 'resourceVersion', undefined) }, options), created: true };
  }

  /**
   * Server-side apply: creates the object, or makes it what the configuration says of it; writes nothing when that is the same.
   * @param configuration what the applier says, as it was sent: an empty list is not the same as none
   * @param decode as each object is that a client sends
   */
  apply(namespace: string, name: string, configuration: KubeObject, decode: (object: KubeObject) => KubeObject, options: ApplyOptions = {}): Application {
    checkSameObject({ name, namespace }, configuration.metadata);
    if (configuration.metadata.managedFields?.length) throw badRequest('metadata.managedFields must be nil');
    const owner = { ...this.#owner(options), operation: 'Apply' } as const;
    const { schema, blank } = this.definition;
    const apiVersion = formatGroupVersion(this.definition);
    const stored = this.find(namespace, name);
    if (stored) {
      checkPreconditions(this.definition, stored.object, { resourceVersion: configuration.metadata.resourceVersion });
      const { object, ownersOf } = applyConfiguration({ schema, apiVersion, blank, live: this.#asServed(stored.object), configuration, owner, force: options.force ?? false });
      const proposed = decode(object);
      const { uid = proposed.metadata.uid } = configuration.metadata;
      return { stored: this.#replace(stored, { ...proposed, metadata: { ...proposed.metadata, uid } as ObjectMeta }, options, ownersOf), created: false };
    }
    if (options.subresource) throw notFound(this.definition, name);
    const { uid } = configuration.metadata;
    if (!configuration.metadata.name) throw namelessObject(name);
    if (uid) throw conflict(this.definition, name, `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`);
    const applied = [managedFieldsEntry(schema, apiVersion, owner, ownedContent(configuration))].filter(({ fieldsV1 }) => !isLeaf(fieldsV1));
    return { stored: this.#create(namespace, decode(configuration), options, () => applied), created: true };
  }

  delete(namespace: string, name: string, options: DeleteOptions = {}): Deletion {
    const stored = this.get(namespace, name);
    this.#namespaces.admitDelete(this.definition, name);
    this.#priorities.admitDelete(this.definition, name);
    // A server calls the resource by its kind here, but for namespaces, whose deletion is a case of its own.
    checkPreconditions(this.definition, stored.object, options, this.definition.kind === 'Namespace' ? undefined : this.definition.kind);
    const { deletionTimestamp, deletionGracePeriodSeconds: left = 0 } = stored.object.metadata;
    const seconds = this.definition.gracePeriodOf(stored.object, options.gracePeriodSeconds);
    // Who is dying already can only be given less time.
    if (deletionTimestamp && seconds !== undefined && (options.gracePeriodSeconds === undefined || seconds >= left)) return { stored, gone: false };
    const waiting = this.#collectsGarbage ? withPropagation(stored.object, options.propagation, this.definition.defaultPropagation) : stored.object;
    const isHeld = this.definition.finalizersOf(waiting).length > 0;
    if (seconds === undefined && !isHeld) return this.#gone(stored, options);
    if (seconds === undefined && deletionTimestamp && waiting === stored.object) return { stored, gone: false };
    const dying = dyingObject(this.definition, waiting, seconds ?? 0, this.clock.wallTime());
    const told = options.dryRun ? new StoredObject(stored.key, stored.revision, dying) : this.#storage.put(stored.key, dying, options.auditId);
    // Watchers see both, as on the API server.
    return seconds === 0 && !isHeld ? this.#gone(told, options) : { stored: told, gone: false };
  }

  #create(namespace: string, object: KubeObject, options: WriteOptions, ownersOf: OwnersOf): StoredObject {
    const whole = withBlank(object, this.definition.blank);
    this.#check(whole);
    const given = this.#withIdentity(namespace, whole);
    const name = given.metadata.name!;
    // A server draws names after that: what it refuses it calls by what was sent (apiserver `admission.NewForbidden`).
    const called = whole.metadata.name || whole.metadata.generateName || 'Unknown';
    this.#namespaces.admitCreate(this.definition, namespace, called);
    const asked = this.definition.applyDefaults(this.definition.prepareForCreate(this.#priorities.admitCreate(this.definition, given, called)));
    this.#admit(asked, undefined, options);
    const own = this.definition.validate(asked);
    // Where anything may be a name, it is looked at last, and alone.
    if (this.definition.anyNames) this.#refuse(name, own);
    this.#refuse(name, [...validateMetadata(asked, this.definition), ...own]);
    const { object: admitted, errors } = this.#allocate(asked);
    this.#refuse(name, errors);
    // It is the storage that asks for none: nothing that is only tried comes so far.
    if (isVersion(object.metadata.resourceVersion) && !options.dryRun) throw badRequest('resourceVersion should not be set on objects to be created');
    const key = this.prefixOf(namespace) + name;
    const there = this.#storage.get(key);
    if (there && admitted.metadata.generateName) throw nameDrawnTwice(this.definition, name);
    if (there) throw alreadyExists(this.definition, name, there.object.metadata.deletionTimestamp ? 'object is being deleted: ' : '');
    // Nobody owns what admission has made of it, nor a status.
    const owned = withOwners(admitted, ownersOf(this.#withoutStatus(this.definition.applyDefaults(given))));
    return options.dryRun ? new StoredObject(key, 0, owned) : this.#put(key, owned, options);
  }

  #replace(stored: StoredObject, proposed: KubeObject, options: UpdateOptions, ownersOf: OwnersOf): StoredObject {
    const old = stored.object;
    const name = old.metadata.name!;
    checkSameObject(old.metadata, proposed.metadata);
    // Of a scale the uid is what is expected; of an object it is what may not change.
    const { uid, resourceVersion } = proposed.metadata;
    requireVersion(resourceVersion);
    checkPreconditions(this.definition, old, options.subresource === 'scale' || options.subresource === 'binding' ? { uid, resourceVersion } : { resourceVersion });
    const merged = mergeUpdate(this.definition, old, withBlank(proposed, this.definition.blank), options.subresource);
    this.#check(merged);
    const isPart = options.subresource !== undefined && options.subresource !== 'scale';
    const prepared = isPart ? merged : this.definition.prepareForUpdate(merged, old);
    const asked = this.definition.applyDefaults(prepared);
    this.#priorities.admitUpdate(this.definition, asked);
    this.#admit(asked, old, options);
    this.#refuse(name, [
      ...(uid && uid !== old.metadata.uid ? [immutableField('metadata.uid', uid)] : []),
      ...validateMetadata(asked, this.definition),
      ...this.definition.validate(asked),
      ...this.definition.validateUpdate(asked, old, options.subresource),
      ...newFinalizers(asked, old),
    ]);
    const { object: given, errors } = this.#allocate(asked);
    this.#refuse(name, errors);
    const next = withGeneration(this.definition, given, old);
    // Nobody owns what it was given, or what was put back.
    const owned = withOwners(next, ownersOf(prepared === merged ? asked : this.definition.applyDefaults(merged)));
    if (isDeepStrictEqual(owned, old)) return stored;
    if (options.dryRun) return new StoredObject(stored.key, stored.revision, owned);
    const finished = next.metadata.deletionTimestamp && !old.metadata.deletionGracePeriodSeconds && this.definition.finalizersOf(next).length === 0;
    if (!finished) return this.#put(stored.key, owned, options);
    // Whoever takes the last finalizer off is answered with the version that was the last to be stored.
    this.#storage.delete(stored.key, options.auditId);
    return new StoredObject(stored.key, stored.revision, owned);
  }

  #put(key: string, object: KubeObject, { auditId, sentBytes = 0 }: WriteOptions): StoredObject {
    // What is smaller by far need not be measured: a write costs little more than that.
    if (sentBytes > measuredFrom) requireStorable(object, this.definition.custom !== undefined);
    return this.#storage.put(key, object, auditId);
  }

  #admit(object: KubeObject, old: KubeObject | undefined, { user }: WriteOptions): void {
    if (user) this.#admission?.admit(this.definition, object, old, user);
  }

  #withoutStatus(object: KubeObject): KubeObject {
    return this.definition.subresources.includes('status') ? withField(object, 'status', undefined) : object;
  }

  #allocate(object: KubeObject): Allocation {
    const { allocate } = this.definition;
    if (!allocate) return { object, errors: [] };
    const others = (): KubeObject[] => {
      const all = this.#storage.range(this.prefix, { revision: this.#storage.head }).items.map((stored) => stored.object);
      return all.filter(({ metadata }) => metadata.uid !== object.metadata.uid);
    };
    return allocate(object, others);
  }

  #require(stored: StoredObject | undefined, name: string): StoredObject {
    if (!stored) throw notFound(this.definition, name);
    return stored;
  }

  /** Somebody's own kind says itself what must be there. */
  #check(object: KubeObject): void {
    if (!this.definition.custom) this.#refuse(object.metadata.name ?? '', missingFields(this.definition.schema, object));
  }

  /** As the version of this store names it. */
  #asServed(object: KubeObject): KubeObject {
    return this.definition.version === this.definition.storedVersion ? object : { ...object, apiVersion: formatGroupVersion(this.definition) };
  }

  #refuse(name: string, errors: readonly FieldError[]): void {
    if (errors.length > 0) throw invalid(this.definition, name, errors);
  }

  #withIdentity(namespace: string, object: KubeObject): KubeObject {
    const { definition } = this;
    const { deletionTimestamp: _, managedFields: __, selfLink: ___, namespace: ____, ...given } = object.metadata as ObjectMeta & { selfLink?: string };
    return {
      ...object,
      kind: definition.kind,
      apiVersion: formatGroupVersion({ ...definition, version: definition.storedVersion }),
      metadata: {
        ...given,
        name: given.name || (given.generateName ? given.generateName + randomSuffix(this.#random) : ''),
        ...(namespace && { namespace }),
        uid: randomUid(this.#random),
        ...(definition.hasGeneration && { generation: 1 }),
        creationTimestamp: formatTime(this.clock.wallTime()),
      },
    };
  }

  #owner({ manager = 'kube-controller-manager', subresource }: UpdateOptions): FieldOwner {
    return { manager, subresource, time: formatTime(this.clock.wallTime()) };
  }

  #trackFields(old: KubeObject | undefined, next: KubeObject, before: readonly ManagedFieldsEntry[], options: UpdateOptions): readonly ManagedFieldsEntry[] {
    const { definition } = this;
    const { schema, blank } = definition;
    return trackFields({ schema, apiVersion: formatGroupVersion(definition), old, blank, next, before }, this.#owner(options));
  }

  #gone(stored: StoredObject, { dryRun, auditId }: DeleteOptions): Deletion {
    return { stored: dryRun ? stored : this.#storage.delete(stored.key, auditId)!, gone: true };
  }
}

/** What the owners of the fields of an object are, once it is as it will be stored. */
type OwnersOf = (object: KubeObject) => readonly ManagedFieldsEntry[];
